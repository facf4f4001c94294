// Any element with data-copy copies that text on a click, shows so for a moment and has it announced, by its
// data-copy-name when it has one. The words are on #announcer, to be translated.
// The listener sits on the document, so it survives every htmx swap.
"use strict";
{
  const SHOWN_FOR = 1500;

  // The clipboard interface exists only on https and localhost; a hub on a plain http address
  // of a local network still copies, through the older command.
  async function copy(text) {
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    const area = document.createElement("textarea");
    const focused = document.activeElement;
    area.value = text;
    area.className = "visually-hidden";
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    focused?.focus({ preventScroll: true });
    if (!done) throw new Error("The browser refused to copy.");
  }

  // Where copying is refused, the text is selected, ready for the person's own copy key.
  function select(element) {
    const shown = element.parentElement.querySelector("code") ?? element;
    getSelection().selectAllChildren(shown);
  }

  document.addEventListener("click", async ({ target }) => {
    const element = target.closest("[data-copy]");
    if (!element) return;
    try {
      await copy(element.dataset.copy);
    } catch {
      select(element);
      return;
    }
    const announcer = document.getElementById("announcer");
    const { copy: text, copyName: name = text } = element.dataset;
    announcer.textContent = announcer.dataset.saysCopied.replace("{text}", () => name);
    element.dataset.copied = announcer.dataset.copied;
    setTimeout(() => delete element.dataset.copied, SHOWN_FOR);
  });
}
