// Moves a card: dropped on a column, or sent to one from the menu (the button on the card, the key m). Both post
// #card-act. What the server says of a card stays on it, over every refresh of the board, until it is read.
"use strict";
{
  const menu = document.getElementById("move-menu");
  const form = document.getElementById("card-act");
  const words = menu.dataset;
  const said = new Map(); // code -> the messages that stand on its card

  const board = () => document.getElementById("board");
  const cardOf = (code) => board().querySelector(`[data-code="${CSS.escape(code)}"]`);
  const columnOf = (card) => card.closest("[data-column]");
  const columns = () => [...board().querySelectorAll("[data-column]")];
  const movesOf = (column) => JSON.parse(column.dataset.moves);
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  // Why a column is closed to the cards of another; "" when it is open to them.
  function barred(source, target) {
    if (board().dataset.noMoves) return board().dataset.noMoves;
    const [from, to] = [source.dataset.column, target.dataset.column];
    if (target === source) return words.here;
    return movesOf(source).includes(to) ? "" : filled(words.refuses, { from, to });
  }

  async function post(address, code, values) {
    const body = new URLSearchParams({ ...values, short_code: code, request_key: hubForms.newKey() });
    body.set("csrfmiddlewaretoken", hubForms.newestToken() ?? form.elements.csrfmiddlewaretoken.value);
    const headers = { "HX-Request": "true", "HX-Current-URL": location.href };
    cardOf(code)?.setAttribute("aria-busy", "true");
    let lines = [];
    try {
      const response = await fetch(address, { method: "POST", headers, body });
      const answer = document.createElement("template");
      answer.innerHTML = await response.text(); // our own partial: components/outcome.html
      lines = [...answer.content.querySelectorAll(".message")];
    } catch {
      // No answer at all: it is said below.
    }
    cardOf(code)?.removeAttribute("aria-busy");
    tell(code, lines.length > 0 ? lines : [failure()]);
    document.dispatchEvent(new Event("board-changed"));
  }

  function failure() {
    const line = document.createElement("p");
    line.className = "message message-error";
    line.textContent = words.failed;
    return line;
  }

  // A success is announced; a warning or a refusal also stays on the card.
  function tell(code, lines) {
    document.getElementById("announcer").textContent = lines.map((line) => line.textContent.trim()).join(" ");
    const kept = lines.filter((line) => !line.classList.contains("message-success"));
    if (kept.length > 0) said.set(code, kept);
    else said.delete(code);
    show(code);
  }

  function show(code) {
    const card = cardOf(code);
    if (!card) return;
    card.querySelector(".card-said")?.remove();
    if (!said.has(code)) return;
    const place = document.createElement("div");
    place.className = "card-said";
    const close = document.createElement("button");
    close.type = "button";
    close.className = "card-close";
    close.textContent = "×";
    close.setAttribute("aria-label", words.read);
    close.addEventListener("click", () => {
      said.delete(code);
      place.remove();
      document.getElementById(`card-${code}`)?.focus();
    });
    place.append(...said.get(code), close);
    card.append(place);
  }

  function move(card, target) {
    const { code } = card.dataset;
    const [from_column, to_column] = [columnOf(card).dataset.column, target.dataset.column];
    return post(form.action, code, { from_column, to_column });
  }

  // The menu

  function choice(card, target) {
    const entry = document.createElement("li");
    const button = document.createElement("button");
    const reason = barred(columnOf(card), target);
    button.type = "button";
    button.className = "choice";
    button.textContent = target.dataset.column;
    button.disabled = reason !== "";
    button.addEventListener("click", () => {
      menu.close();
      move(card, target);
    });
    entry.append(button);
    if (reason && !board().dataset.noMoves) {
      const why = document.createElement("span");
      why.className = "choice-why";
      why.textContent = reason;
      entry.append(why);
    }
    return entry;
  }

  function offer(card) {
    const source = columnOf(card);
    const nowhere = movesOf(source).length === 0 && filled(words.nowhere, { from: source.dataset.column });
    const why = menu.querySelector("[data-why]");
    menu.dataset.code = card.dataset.code;
    menu.querySelector("h2").textContent = filled(words.heading, { code: card.dataset.code });
    why.textContent = board().dataset.noMoves || nowhere || "";
    why.hidden = why.textContent === "";
    menu.querySelector(".choices").replaceChildren(...columns().map((target) => choice(card, target)));
    menu.showModal();
    menu.querySelector(".choice:enabled")?.focus();
  }

  menu.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const open = [...menu.querySelectorAll(".choice:enabled")];
    const next = open.indexOf(document.activeElement) + step;
    open[(next + open.length) % open.length]?.focus();
  });
  menu.addEventListener("close", () => document.getElementById(`card-${menu.dataset.code}`)?.focus());
  document.addEventListener("click", ({ target }) => {
    if (target.closest("[data-move]")) offer(target.closest("[data-code]"));
  });

  // Dragging: open columns are lit, the others dimmed with the reason

  let dragged = null; // {card, source, over}

  function light() {
    for (const column of columns()) {
      const reason = barred(dragged.source, column);
      column.classList.toggle("is-open", reason === "");
      if (reason && column !== dragged.source) column.dataset.barred = reason;
    }
  }

  function unlight() {
    for (const column of columns()) {
      column.classList.remove("is-open", "is-over");
      delete column.dataset.barred;
    }
  }

  function start(event) {
    const card = event.target.closest?.("[data-code]");
    if (!card) return;
    event.dataTransfer.setData("text/plain", card.dataset.code);
    event.dataTransfer.effectAllowed = "move";
    dragged = { card, source: columnOf(card), over: null };
    document.body.dataset.held = ""; // live-board.js waits: a refresh would take the card out of the hand
    // Chromium ends a drag whose element changes while it starts.
    setTimeout(() => {
      if (!dragged) return;
      card.classList.add("is-dragged");
      light();
    });
  }

  function over(event) {
    const column = dragged && event.target.closest("[data-column]");
    if (dragged?.over !== column) {
      dragged?.over?.classList.remove("is-over");
      if (dragged) dragged.over = column;
    }
    if (!column || barred(dragged.source, column)) return;
    event.preventDefault(); // a drop is welcome
    column.classList.add("is-over");
  }

  function drop(event) {
    const column = dragged && event.target.closest("[data-column]");
    if (!column) return;
    event.preventDefault();
    const { card } = dragged;
    dragged.over = null;
    move(card, column);
  }

  function end() {
    if (!dragged) return;
    const { card, source, over: column } = dragged;
    const reason = column && column !== source && barred(source, column);
    card.classList.remove("is-dragged");
    unlight();
    dragged = null;
    delete document.body.dataset.held;
    if (reason) tell(card.dataset.code, [refusal(reason)]);
  }

  function refusal(reason) {
    const line = failure();
    line.textContent = reason;
    return line;
  }

  document.addEventListener("dragstart", start);
  document.addEventListener("dragover", over);
  document.addEventListener("drop", drop);
  document.addEventListener("dragend", end);
  document.body.addEventListener("htmx:afterSettle", () => [...said.keys()].forEach(show));

  globalThis.hubCards = { offer, claim: (card) => post(form.dataset.claim, card.dataset.code, {}) };
}
