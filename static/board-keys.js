// The keys of a board: j, k and the arrows go from card to card, m moves, a claims, e edits, n notes.
"use strict";
{
  const board = () => document.getElementById("board");
  const linkOf = (card) => card.querySelector(".card-title a");
  const focused = () => document.activeElement?.closest?.("#board [data-code]") ?? null;
  let last = ""; // the code of the card that had the focus: a refresh may have moved it

  const current = () => focused() ?? board().querySelector(`[data-code="${CSS.escape(last)}"]`);
  const visible = (card) => !card.closest("details:not([open])");
  const stacks = () =>
    [...board().querySelectorAll("[data-column]")]
      .map((column) => [...column.querySelectorAll("[data-code]")].filter(visible))
      .filter((cards) => cards.length > 0);

  function go(card) {
    if (!card) return;
    last = card.dataset.code;
    linkOf(card).focus({ preventScroll: true });
    card.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  function step(across, along) {
    const all = stacks();
    const card = current();
    const column = all.findIndex((cards) => cards.includes(card));
    if (column < 0) return go(all[0]?.[0]);
    const row = all[column].indexOf(card);
    const next = all[Math.max(0, Math.min(all.length - 1, column + across))];
    go(next[Math.max(0, Math.min(next.length - 1, row + along))]);
  }

  // An arrow scrolls, unless a card has the focus.
  const arrow = (across, along) => () => (focused() ? step(across, along) : false);
  const onCard = (act) => () => (current() ? act(current()) : false);
  const open = (anchor) => onCard((card) => location.assign(`${linkOf(card).href}#${anchor}`));

  hubKeys.on("j", () => step(0, 1));
  hubKeys.on("k", () => step(0, -1));
  hubKeys.on("ArrowDown", arrow(0, 1));
  hubKeys.on("ArrowUp", arrow(0, -1));
  hubKeys.on("ArrowRight", arrow(1, 0));
  hubKeys.on("ArrowLeft", arrow(-1, 0));
  hubKeys.on("m", onCard((card) => hubCards.offer(card)));
  hubKeys.on("a", onCard((card) => hubCards.claim(card)));
  hubKeys.on("e", open("edit"));
  hubKeys.on("n", open("note"));
  document.addEventListener("focusin", () => {
    if (focused()) last = focused().dataset.code;
  });
}
