// The theme: the system's, light or dark, remembered in this browser.
// Loaded in <head> without defer, so that a remembered theme is there before the first paint.
"use strict";
{
  const KEY = "kairos-theme";
  const root = document.documentElement;

  // Storage is refused in some private windows; the theme then lasts as long as the page.
  function remembered() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  }

  function remember(theme) {
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      return;
    }
  }

  function apply(theme) {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  }

  function showChoice() {
    const chosen = root.dataset.theme ?? "system";
    for (const choices of document.querySelectorAll("[data-theme-switch]")) {
      choices.hidden = false;
      choices.querySelector(`[value="${chosen}"]`).checked = true;
    }
  }

  apply(remembered());
  document.addEventListener("DOMContentLoaded", showChoice);
  document.addEventListener("change", ({ target }) => {
    if (!target.closest("[data-theme-switch]")) return;
    apply(target.value);
    remember(target.value);
  });
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== KEY) return;
    apply(newValue);
    showChoice();
  });
}
