// Pages read without this. It adds keys, the list of them, and marks where a reader is.
(() => {
  "use strict";
  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const OFF = "meadow-keys-off";
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const reveal = (element) => element.scrollIntoView({ block: "nearest", behavior: calm.matches ? "auto" : "smooth" });

  // Lists: j and k move, Enter opens, m marks as read.
  const lines = all("[data-story]");
  let at = -1;
  const move = (step) => {
    if (!lines.length) return;
    if (at >= 0) lines[at].classList.remove("at");
    at = Math.min(lines.length - 1, Math.max(0, at + step));
    lines[at].classList.add("at");
    find("a", lines[at]).focus({ preventScroll: true });
    reveal(lines[at]);
  };
  const press = (selector, within = document) => {
    const button = find(selector, within);
    if (button) button.click();
    return Boolean(button);
  };

  const keys = {
    "?": () => openKeys(),
    "/": () => { const field = find("input[type=search], .filters input"); if (field) field.focus(); },
    j: () => move(1),
    k: () => move(-1),
    m: () => (at >= 0 ? press("[data-mark]", lines[at]) : press("main [data-mark]")),
  };
  const chords = Object.fromEntries(all("[data-key]").map((link) => [link.dataset.key, () => link.click()]));

  const dialog = find("#keys");
  const opener = find("#keys-open");
  const switched = find("#keys-on");
  const openKeys = () => { if (!dialog.open) dialog.showModal(); };
  if (opener) {
    opener.hidden = false;
    opener.addEventListener("click", openKeys);
  }
  let on = localStorage.getItem(OFF) === null;
  if (switched) {
    switched.checked = on;
    switched.addEventListener("change", () => {
      on = switched.checked;
      if (on) localStorage.removeItem(OFF); else localStorage.setItem(OFF, "1");
    });
  }

  const typing = (target) => target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
  let prefix = "";
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && typing(event.target)) { event.target.blur(); return; }
    if (!on || event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || dialog.open) return;
    const chord = `${prefix} ${event.key}`;
    prefix = event.key === "g" ? "g" : "";
    const action = chords[chord] || keys[event.key];
    if (action && event.key !== "g") { event.preventDefault(); action(); }
  });

  window.meadow = { keys, find, all, press, reveal };
})();
