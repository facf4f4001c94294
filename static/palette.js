// The command palette: a combobox over what the server finds for the text (/palette/) and over what the page
// itself offers: every visible element with data-key and a name.
"use strict";
{
  const palette = document.getElementById("palette");
  const field = palette.querySelector("[role=combobox]");
  const list = palette.querySelector("[role=listbox]");
  const here = palette.querySelector("[data-here]");
  const entries = () => [...list.querySelectorAll("[role=option]")].filter((entry) => entry.checkVisibility());
  let active = 0;
  let answered = ""; // the text that the list stands for
  let entered = false; // Enter was pressed before its answer came

  function choose(index) {
    const all = entries();
    active = all.length === 0 ? 0 : (index + all.length) % all.length;
    all.forEach((entry, place) => entry.setAttribute("aria-selected", String(place === active)));
    const chosen = all[active];
    if (chosen) chosen.scrollIntoView({ block: "nearest" });
    field.setAttribute("aria-activedescendant", chosen?.id ?? "");
    palette.querySelector("[data-nothing]").hidden = all.length > 0;
  }

  const nameOf = (element) => (element.getAttribute("aria-label") ?? element.textContent).trim().replace(/\s+/g, " ");

  function option(element, index) {
    const entry = document.createElement("button");
    const key = document.createElement("kbd");
    entry.type = "button";
    entry.id = `palette-here-${index}`;
    entry.className = "option";
    entry.tabIndex = -1;
    entry.setAttribute("role", "option");
    entry.textContent = nameOf(element);
    key.textContent = element.dataset.key;
    entry.append(key);
    entry.addEventListener("click", () => {
      palette.close();
      if (element.matches("input, select, textarea")) element.focus();
      else element.click();
    });
    return entry;
  }

  function offerHere() {
    const wanted = field.value.trim().toLowerCase();
    const offered = [...document.querySelectorAll("[data-key]")].filter(
      (element) => element.dataset.key !== "palette" && element.checkVisibility() && !element.disabled,
    );
    const matching = offered.filter((element) => nameOf(element) && nameOf(element).toLowerCase().includes(wanted));
    here.querySelector("[data-options]").replaceChildren(...matching.map(option));
    here.hidden = matching.length === 0;
    choose(0);
  }

  // Who types fast means what they typed, not what is shown yet.
  function enter() {
    entered = answered !== field.value;
    if (!entered) entries()[active]?.click();
  }

  document.addEventListener("click", ({ target }) => {
    if (!target.closest("[data-opens=palette]")) return;
    entered = false;
    field.value = "";
    offerHere();
    htmx.trigger(field, "opened");
  });
  field.addEventListener("input", offerHere);
  field.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) choose(active + step);
    else if (event.key === "Enter") enter();
    else return;
    event.preventDefault();
  });
  list.addEventListener("htmx:afterSwap", ({ detail }) => {
    answered = new URL(detail.xhr.responseURL).searchParams.get("text") ?? "";
    choose(0);
    if (entered) enter();
  });
}
