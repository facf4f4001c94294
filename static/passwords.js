// A switch that shows the passwords of its form: one typed blindly and once is easily mistyped. Hidden without
// this script, and off again when the form is sent, so that a browser takes the fields for passwords.
"use strict";
{
  const fields = new WeakMap(); // form -> its password fields

  function show(form, shown) {
    for (const field of fields.get(form)) field.type = shown ? "text" : "password";
  }

  for (const choice of document.querySelectorAll("[data-shows-passwords]")) {
    const form = choice.closest("form");
    const box = choice.querySelector("input");
    fields.set(form, form.querySelectorAll("input[type=password]"));
    choice.hidden = false;
    box.checked = false; // a reload may remember it
    box.addEventListener("change", () => show(form, box.checked));
    form.addEventListener("submit", () => show(form, false));
  }
}
