// Keeps a board current. The server sends {"revision": n} over a websocket at connect and after every
// change; when n is not the revision on the page, #board is asked to refresh: htmx fetches the page's own
// address (hx-get on #board), takes #board out of the answer (hx-select) and puts it in place. The view may
// answer with the whole page or, to a request with HX-Request, with the partial: both hold #board.
"use strict";
{
  const FIRST_WAIT = 500;
  const LONGEST_WAIT = 10_000;
  const SHORTEST_PAUSE = 1_000;
  const HELD_PAUSE = 200; // while a card is dragged
  const FIRST_PART = 20; // cards of a column that the server shows unasked, at least
  const NOTICE_FOR = 4_000;
  const MOVER_SHOWN_FOR = 10_000;
  const STALE_AFTER = 60_000;
  const SIGNED_OUT = 4401;
  const NO_BOARD = 4404;
  const ANNOUNCED_ONE_BY_ONE = 3;

  const status = document.querySelector("[data-live-status]");
  const board = () => document.getElementById("board");
  const rendered = () => Number(board().dataset.revision);

  let socket = null;
  let reconnecting = 0; // timer
  let failures = 0; // connections that failed in a row
  let misses = 0; // refreshes in a row that did not reach the wanted revision
  let interrupted = false;
  let stopped = false;
  let wanted = null; // the newest revision that the server named
  let loading = false;
  let requestedAt = 0;
  let resting = 0; // timer
  let renderedAt = Date.now();
  let before = null; // what a refresh must compare with and restore
  const arrivals = new Map(); // code -> until when its mover's name is shown

  function show(state) {
    status.dataset.state = state;
    status.querySelector("[data-live-words]").textContent = status.dataset[state];
    if (state === "signedOut") status.append(status.querySelector("template").content);
  }

  function stop(state) {
    stopped = true;
    clearTimeout(reconnecting);
    socket?.close();
    show(state);
  }

  function backoff(attempt) {
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt);
    return longest * (0.75 + Math.random() / 4); // spread, so that a restart is not met by all pages at once
  }

  function connect() {
    clearTimeout(reconnecting);
    const address = new URL(board().dataset.live, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(address);
    socket.addEventListener("open", opened);
    socket.addEventListener("message", ({ data }) => learn(JSON.parse(data).revision));
    socket.addEventListener("close", closed);
  }

  function opened() {
    failures = 0;
    show(interrupted ? "again" : "live");
    if (interrupted) setTimeout(() => status.dataset.state === "again" && show("live"), NOTICE_FOR);
    interrupted = false;
  }

  function closed({ code, target }) {
    if (stopped || target !== socket) return;
    if (code === SIGNED_OUT) return stop("signedOut");
    if (code === NO_BOARD) return stop("gone");
    interrupted = true;
    show("lost");
    reconnecting = setTimeout(connect, backoff(failures));
    failures += 1;
    // A refused handshake does not say why; the page itself does: it leads to the sign-in when signed out.
    if (failures % 3 === 0) refresh();
  }

  function leave() {
    const left = socket;
    socket = null; // so that its end is not taken for a loss
    clearTimeout(reconnecting);
    left?.close();
  }

  function learn(revision) {
    wanted = revision;
    if (revision !== rendered()) refresh();
  }

  // A burst of changes is fetched at once, then once in a while: every open page asks the server.
  function refresh() {
    clearTimeout(resting);
    if (loading || stopped) return;
    if ("held" in document.body.dataset) {
      resting = setTimeout(refresh, HELD_PAUSE);
      return;
    }
    const rest = requestedAt + SHORTEST_PAUSE - Date.now();
    if (rest > 0) resting = setTimeout(refresh, rest);
    else htmx.trigger(board(), "refresh");
  }

  function positions() {
    const columns = new Map();
    for (const card of board().querySelectorAll("[data-code]"))
      columns.set(card.dataset.code, card.closest("[data-column]").dataset.column);
    return columns;
  }

  function remember() {
    const kept = (selector, value) =>
      new Map(
        [...board().querySelectorAll(selector)].map((element) => [
          element.dataset.column ?? element.dataset.keepScroll,
          value(element),
        ]),
      );
    before = {
      positions: positions(),
      folds: kept("details[data-column]", (column) => column.open),
      scrolls: kept("[data-keep-scroll]", (area) => [area.scrollLeft, area.scrollTop]),
      focused: board().contains(document.activeElement),
    };
  }

  function restore() {
    for (const column of board().querySelectorAll("details[data-column]"))
      column.open = before.folds.get(column.dataset.column) ?? false;
    for (const area of board().querySelectorAll("[data-keep-scroll]")) {
      const [left, top] = before.scrolls.get(area.dataset.keepScroll) ?? [0, 0];
      area.scrollTo({ left, top, behavior: "instant" });
    }
    if (before.focused && !board().contains(document.activeElement)) board().focus({ preventScroll: true });
  }

  function compare() {
    const moves = [];
    for (const [code, column] of positions()) {
      const from = before.positions.get(code);
      if (from !== undefined && from !== column) moves.push({ code, column });
    }
    return moves;
  }

  function light(moves) {
    const now = Date.now();
    for (const { code } of moves) arrivals.set(code, now + MOVER_SHOWN_FOR);
    const moved = new Set(moves.map(({ code }) => code));
    for (const card of board().querySelectorAll("[data-code]")) {
      const until = arrivals.get(card.dataset.code);
      if (until === undefined) continue;
      if (until < now) arrivals.delete(card.dataset.code);
      else arrive(card, until - now, moved.has(card.dataset.code));
    }
  }

  function arrive(card, shownFor, glowing) {
    const foldedColumn = card.closest("details:not([open])");
    for (const element of foldedColumn ? [card, foldedColumn] : [card]) {
      element.dataset.arrived = "";
      setTimeout(() => delete element.dataset.arrived, shownFor);
      if (glowing) element.classList.add("glows");
    }
  }

  function announce(moves) {
    if (moves.length === 0) return;
    const say = ({ code, column }) => status.dataset.moved.replace("{code}", code).replace("{column}", () => column);
    const words =
      moves.length > ANNOUNCED_ONE_BY_ONE
        ? status.dataset.movedMany.replace("{count}", moves.length)
        : moves.map(say).join(". ");
    document.getElementById("announcer").textContent = words;
  }

  const ofBoard = (listener) => (event) => event.detail.target?.id === "board" && listener(event);

  // What was loaded of a long column is asked for again.
  function configRequest({ detail }) {
    const counts = [...board().querySelectorAll("[data-column-id]")]
      .map((column) => [column.dataset.columnId, column.querySelectorAll("[data-code]").length])
      .filter(([, count]) => count > FIRST_PART);
    if (counts.length > 0) detail.parameters.shown = counts.map((pair) => pair.join(":")).join(",");
  }

  function beforeRequest() {
    loading = true;
    requestedAt = Date.now();
  }

  function beforeSwap({ detail }) {
    const { xhr } = detail;
    if (new URL(xhr.responseURL).pathname !== location.pathname || xhr.status === 401) stop("signedOut");
    else if (xhr.status === 403 || xhr.status === 404) stop("gone");
    if (stopped || !/\bid="board"/.test(xhr.response)) detail.shouldSwap = false;
    if (detail.shouldSwap) remember();
  }

  function afterSettle() {
    const moves = compare();
    renderedAt = Date.now();
    restore();
    light(moves);
    announce(moves);
  }

  function afterRequest({ detail }) {
    loading = false;
    // A failed request, or one that the server answered before its newest change.
    const behind = detail.successful ? rendered() < wanted : rendered() !== wanted;
    misses = wanted !== null && behind ? misses + 1 : 0;
    if (misses > 0) resting = setTimeout(refresh, backoff(misses - 1));
  }

  document.body.addEventListener("htmx:configRequest", ofBoard(configRequest));
  document.body.addEventListener("htmx:beforeRequest", ofBoard(beforeRequest));
  document.body.addEventListener("htmx:beforeSwap", ofBoard(beforeSwap));
  document.body.addEventListener("htmx:afterSettle", ofBoard(afterSettle));
  document.body.addEventListener("htmx:afterRequest", ofBoard(afterRequest));

  document.addEventListener("board-changed", refresh);

  // htmx must have seen the board first: a message may come at once.
  document.addEventListener("DOMContentLoaded", connect);
  addEventListener("online", () => socket?.readyState === WebSocket.CLOSED && !stopped && connect());
  addEventListener("pagehide", leave); // an open websocket would keep the page out of the back/forward cache
  addEventListener("pageshow", ({ persisted }) => persisted && !stopped && connect());
  // A laptop that slept may hold a dead connection, and the ages on the cards have grown.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && Date.now() - renderedAt > STALE_AFTER) refresh();
  });
}
