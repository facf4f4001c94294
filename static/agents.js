// A key that is shown once goes from the page when it ends: nobody should copy a key that is refused. Where the
// pressed button went away with its row, the focus goes to the words about it.
"use strict";
document.addEventListener("htmx:load", () => {
  for (const { dataset } of document.querySelectorAll("[data-ended]")) {
    document.getElementById(`shown-${dataset.ended}`)?.remove();
  }
  const said = document.getElementById("said");
  if (said?.hasChildNodes() && document.activeElement === document.body) said.focus();
});
