// Forms that htmx posts: the answer (components/outcome.html) stands in the form's [data-outcome]. A refused
// field is marked and takes the focus; after a success the form is empty again and has a new retry key, so that
// the next press is a new call.
"use strict";
{
  const formOf = ({ detail }) => detail.elt.closest("form");

  function unmark(form) {
    for (const field of form.querySelectorAll("[aria-invalid]")) {
      field.removeAttribute("aria-invalid");
      field.removeAttribute("aria-errormessage");
    }
  }

  function mark(form) {
    const reason = form.querySelector("[data-outcome] [data-field]");
    const field = reason && form.elements.namedItem(reason.dataset.field);
    if (!(field instanceof HTMLElement)) return;
    reason.id ||= `reason-${field.id || field.name}`;
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-errormessage", reason.id);
    field.focus();
  }

  function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    return `page-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  }

  function renew(form) {
    const key = form.elements.namedItem("request_key");
    if (key) key.value = newKey();
  }

  // A second press while the first is under way is the same press: htmx would send it afterwards, with a new key.
  document.addEventListener(
    "submit",
    (event) => {
      if (!("sending" in event.target.dataset)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
  document.addEventListener("htmx:beforeRequest", (event) => {
    const form = formOf(event);
    if (!form || form.method !== "post") return;
    form.dataset.sending = "";
    unmark(form);
  });
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    const form = detail.target.closest("form");
    if (form) mark(form);
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const form = formOf(event);
    if (!form || form.method !== "post") return;
    delete form.dataset.sending;
    if (!event.detail.successful) return;
    renew(form);
    if ("clear" in form.dataset) form.reset();
  });
  // A sign-in in another tab changes the token: the cookie has the newest.
  function newestToken() {
    return /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1];
  }

  globalThis.hubForms = { newKey, newestToken };

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.verb !== "post" || !newestToken()) return;
    detail.headers["X-CSRFToken"] = newestToken();
    delete detail.parameters.csrfmiddlewaretoken;
  });

  // No answer, or none that is meant for the form: said where the press was.
  function say(event, words) {
    const outcome = formOf(event)?.querySelector("[data-outcome]");
    if (!outcome) return;
    const line = document.createElement("p");
    line.className = "message message-error";
    line.setAttribute("role", "alert");
    line.textContent = words;
    outcome.replaceChildren(line);
  }

  const words = () => document.getElementById("announcer").dataset;
  document.addEventListener("htmx:sendError", (event) => say(event, words().saysOffline));
  document.addEventListener("htmx:responseError", (event) => {
    const { status } = event.detail.xhr;
    if (status === 403 || (status >= 500 && status !== 503)) say(event, words().saysFailed);
  });
}
