// Drafts: what is typed in a form with data-draft is kept in this browser under that name and the version that
// the form is based on, until it is saved. It survives a reload; a draft of an older version comes back with
// that version, so that saving it shows both texts. [data-draft-hint] says elsewhere that there is one.
"use strict";
{
  const PREFIX = "draft ";
  const KEPT = "input:not([type=hidden]), textarea";

  const versionOf = (form) => form.elements.namedItem("version");
  const named = (name) => `${PREFIX}${name} `;
  const keyOf = (form) => named(form.dataset.draft) + (versionOf(form)?.value ?? "");
  const keysOf = (name) => Object.keys(localStorage).filter((key) => key.startsWith(named(name)));
  const fieldsOf = (form) => [...form.querySelectorAll(KEPT)].filter((field) => field.name);

  function forget(name) {
    for (const key of keysOf(name)) localStorage.removeItem(key);
  }

  function keep(form) {
    const values = Object.fromEntries(fieldsOf(form).map((field) => [field.name, field.value]));
    const isTyped = fieldsOf(form).some((field) => field.value !== field.defaultValue);
    forget(form.dataset.draft);
    if (!isTyped && !("draftNewest" in form.dataset)) return;
    try {
      localStorage.setItem(keyOf(form), JSON.stringify(values));
    } catch {
      // The browser keeps nothing (private mode, or full): the form works, without drafts.
    }
  }

  function restore(form) {
    const [key] = keysOf(form.dataset.draft);
    if (!key) return;
    const values = JSON.parse(localStorage.getItem(key));
    let differs = false;
    for (const field of fieldsOf(form)) {
      if (!(field.name in values) || values[field.name] === field.value) continue;
      field.value = values[field.name];
      differs = true;
    }
    if (!differs) return forget(form.dataset.draft);
    const version = versionOf(form);
    const based = key.slice(named(form.dataset.draft).length);
    if (version && version.value !== based) {
      version.value = based;
      form.querySelector("[data-draft-base]").hidden = true; // it names the newest
    }
    const notice = form.querySelector("[data-draft-notice]");
    if (notice) notice.hidden = false;
  }

  function look(root) {
    for (const form of root.querySelectorAll("form[data-draft]")) {
      // What the server shows after a conflict is newer than what is kept.
      if ("draftNewest" in form.dataset) keep(form);
      else restore(form);
    }
    for (const hint of root.querySelectorAll("[data-draft-hint]")) hint.hidden = !keysOf(hint.dataset.draftHint).length;
  }

  document.addEventListener("input", ({ target }) => {
    const form = target.closest("form[data-draft]");
    if (form) keep(form);
  });
  document.addEventListener("click", ({ target }) => {
    const form = target.closest("[data-draft-discard]")?.closest("form");
    if (!form) return;
    forget(form.dataset.draft);
    location.reload();
  });
  document.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
    const saved = detail.xhr.status >= 200 && detail.xhr.status < 300;
    if (saved && detail.elt.matches("form[data-draft]")) forget(detail.elt.dataset.draft);
  });
  document.addEventListener("htmx:oobAfterSwap", ({ detail }) => look(detail.target.parentElement ?? document));
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    if (detail.elt.querySelector?.("form[data-draft-newest]")) look(detail.elt);
  });
  look(document);
}
