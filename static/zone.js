// Tells the server the time zone of this browser, for people who have chosen none; and says on the account page
// which one it is.
"use strict";
{
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone) {
    document.cookie = `zone=${zone}; path=/; max-age=31536000; samesite=lax`;
    const option = document.querySelector("[data-browser-zone]");
    if (option) option.textContent = option.dataset.browserZone.replace("{zone}", () => zone);
  }
}
