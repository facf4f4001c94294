// What the admin's theme leaves out: names for its search boxes, and keys for what it lets a mouse press.
(() => {
  "use strict";

  function nameSearchBox(box) {
    const select = box.closest(".select2")?.previousElementSibling;
    const label = select && document.querySelector(`label[for="${select.id}"]`);
    const name = label ? label.textContent.replace("*", "").trim() : select?.getAttribute("aria-label");
    if (!name) return;
    const shown = box.querySelector(".select2-selection__rendered");
    const value = shown?.getAttribute("title");
    shown?.removeAttribute("role");
    shown?.removeAttribute("aria-readonly");
    box.removeAttribute("aria-labelledby");
    box.setAttribute("aria-label", value ? `${name}: ${value}` : name);
  }

  function pressable(element) {
    element.setAttribute("role", "button");
    element.setAttribute("tabindex", "0");
    element.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      element.click();
    });
  }

  // Its scroll boxes are regions of one name; each gets the name of what it scrolls.
  function nameScrollBox(box, index) {
    const heading = box.closest("[data-inline-type]")?.querySelector("h2");
    const name = heading?.textContent.trim() || box.getAttribute("aria-label");
    box.setAttribute("aria-label", heading ? name : `${name} ${index + 1}`);
    box.dataset.named = "";
  }

  function mend() {
    document.querySelectorAll(".simplebar-content-wrapper:not([data-named])").forEach(nameScrollBox);
    document.querySelectorAll("th:not([role])").forEach((head) => {
      if (!head.textContent.trim() && !head.children.length) head.setAttribute("role", "cell");
    });
    document.querySelectorAll(".select2-selection[aria-labelledby]").forEach(nameSearchBox);
    document.querySelectorAll("[x-on\\:click]:is(a:not([href]), div.cursor-pointer, span.cursor-pointer):not([tabindex])").forEach(pressable);
  }

  document.addEventListener("DOMContentLoaded", () => {
    mend();
    new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
  });
})();
