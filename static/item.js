// The item's page: Escape closes the form that is open and leaves the editing; [data-focuses] moves the focus to
// the first button of a group; a form with data-patch sends only the fields that were changed; a refresh leaves
// alone what somebody types in, and gives the focus back that it took away.
"use strict";
{
  const FIELDS = "input:not([type=hidden]), select, textarea";
  let sent = null; // the form whose success asked for the refresh; none when the board did
  let place = ""; // the part that had the focus

  function close() {
    const opened = document.activeElement.closest("details.act[open]") ?? document.querySelector("details.act[open]");
    if (opened) {
      opened.open = false;
      opened.querySelector("summary").focus();
      return true;
    }
    const leave = document.querySelector("[data-escape]");
    leave?.click();
    return Boolean(leave);
  }

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
    if (document.querySelector("dialog:modal, [popover]:popover-open")) return;
    if (close()) event.preventDefault();
  });

  document.addEventListener("click", ({ target }) => {
    const pressed = target.closest("[data-focuses]");
    if (!pressed) return;
    const group = document.getElementById(pressed.dataset.focuses);
    group.querySelector("button[name]:not([disabled])")?.focus();
  });

  function isChanged(field) {
    if (field.tagName === "SELECT") return ![...field.selectedOptions].every((option) => option.defaultSelected);
    if (field.type === "checkbox") return field.checked !== field.defaultChecked;
    return field.value !== field.defaultValue;
  }

  const changed = (form) => [...form.querySelectorAll(FIELDS)].filter(isChanged);
  const formOf = (element) => element.closest("form");

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    const form = formOf(detail.elt);
    if (!form || !("patch" in form.dataset)) return;
    const kept = new Set(changed(form));
    for (const field of form.querySelectorAll(FIELDS)) {
      if (!kept.has(field)) delete detail.parameters[field.name];
    }
  });

  document.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
    if (detail.xhr.status < 300 && detail.requestConfig.verb === "post") sent = formOf(detail.elt);
  });

  document.addEventListener("input", ({ target }) => {
    if (formOf(target) === sent) sent = null;
  });

  const isTypedIn = (part) => [...part.querySelectorAll("form")].some((form) => form !== sent && changed(form).length);
  const isRead = (part) => {
    const selection = getSelection();
    return part.contains(document.activeElement) || part.querySelector("details.act[open]") || (!selection.isCollapsed && part.contains(selection.anchorNode));
  };

  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    if (isTypedIn(detail.target) || (!sent && isRead(detail.target))) detail.shouldSwap = false;
    else if (detail.target.contains(document.activeElement)) place = detail.target.id;
  });

  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.elt.matches("[data-live]")) sent = null;
  });

  document.addEventListener("htmx:oobAfterSwap", () => {
    const part = place && document.getElementById(place);
    place = "";
    if (!part || document.activeElement !== document.body) return;
    const next = part.querySelector("button[name], summary, button, a[href]") ?? part;
    next.focus({ preventScroll: true });
  });
}
