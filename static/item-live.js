// Keeps an item's page current: the server says over a websocket that the item's board changed (a move, a claim, a
// state, a link, a title), and the page looks again, not often, and only while somebody sees it. What the board does
// not tell, notes and content, is looked for when the person comes back to the page.
"use strict";
{
  const PAUSE = 1_000;
  const FIRST_WAIT = 1_000;
  const LONGEST_WAIT = 30_000;
  const GONE = new Set([4401, 4404]); // signed out, or no board
  const AWAY_FOR = 10_000;

  const page = document.querySelector("[data-live]");
  let revision = null;
  let due = 0; // timer
  let failures = 0;
  let hiddenAt = 0;
  let missed = false;

  function look() {
    missed = document.hidden;
    if (!missed) htmx.trigger(document.body, "written");
  }

  function learn(newest) {
    const isNews = revision !== null && revision !== newest;
    revision = newest;
    if (!isNews) return;
    clearTimeout(due);
    due = setTimeout(look, PAUSE);
  }

  function connect() {
    const address = new URL(page.dataset.live, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    socket.addEventListener("message", ({ data }) => {
      failures = 0;
      page.dataset.state = "live";
      learn(JSON.parse(data).revision);
    });
    socket.addEventListener("close", ({ code }) => {
      page.dataset.state = "lost";
      if (GONE.has(code)) return;
      setTimeout(connect, Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures) * (0.75 + Math.random() / 4));
      failures += 1;
    });
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hiddenAt = Date.now();
    else if (missed || Date.now() - hiddenAt > AWAY_FOR) look();
  });
  if (page.dataset.live) connect();
}
