// The keys of every page. An element with data-key is pressed (a field: focused) by that key; a page's own script
// adds more with hubKeys.on(key, act). Keys never fire while somebody types, in an open dialog, or when the person
// has switched them off (data-keys="off" on body). Ctrl+K and ⌘K open the palette everywhere.
"use strict";
{
  const SECOND_KEY_WITHIN = 1500;
  const acts = new Map();
  let first = ""; // "g " after a g
  let forgotten = 0; // timer

  globalThis.hubKeys = { on: (key, act) => acts.set(key, act) };

  const off = () => document.body.dataset.keys === "off";
  const typing = (element) =>
    element.isContentEditable || element.matches?.("textarea, select, input:not([type=checkbox], [type=radio], [type=button])");
  const shown = (element) => element.checkVisibility();

  function press(name) {
    const element = [...document.querySelectorAll(`[data-key="${CSS.escape(name)}"]`)].find(shown);
    if (!element) return false;
    if (element.matches("input, select, textarea")) element.focus();
    else element.click();
    return true;
  }

  function known(name) {
    const act = acts.get(name);
    return act ? act() !== false : press(name);
  }

  function wait() {
    first = "g ";
    clearTimeout(forgotten);
    forgotten = setTimeout(() => (first = ""), SECOND_KEY_WITHIN);
  }

  document.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (event.defaultPrevented || event.isComposing || altKey) return;
    if (ctrlKey || metaKey) {
      if (key.toLowerCase() === "k" && press("palette")) event.preventDefault();
      return;
    }
    if (off() || typing(target) || document.querySelector("dialog:modal")) return;
    const name = first + key;
    first = "";
    if (key === "g" && name === "g") wait();
    else if (known(name)) event.preventDefault();
  });

  // Dialogs: opened and closed by buttons that name them; the browser closes them on Escape.
  document.addEventListener("click", ({ target }) => {
    const opener = target.closest("[data-opens]");
    if (opener) document.getElementById(opener.dataset.opens).showModal();
    if (target.closest("[data-closes]")) target.closest("dialog").close();
  });
}
