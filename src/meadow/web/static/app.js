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

  // Stories: n and p go through the citations. Where there is a column for it, the sentence behind a number is shown there.
  const wide = matchMedia("(min-width: 1100px)");
  const badges = all(".cited button[popovertarget]");
  const panel = find("#source");
  let cited = -1;
  const showSource = (badge) => {
    const note = document.getElementById(badge.getAttribute("popovertarget"));
    all(".cited.on").forEach((each) => each.classList.remove("on"));
    badge.closest(".cited").classList.add("on");
    const heading = document.createElement("h2");
    heading.textContent = note.getAttribute("aria-label");
    const card = document.createElement("div");
    card.className = "card";
    card.append(...[...note.cloneNode(true).children].slice(1));
    panel.replaceChildren(heading, card);
    panel.hidden = false;
    cited = badges.indexOf(badge);
  };
  const inPanel = () => panel && wide.matches;
  badges.forEach((badge) => badge.addEventListener("click", (event) => {
    cited = badges.indexOf(badge);
    if (inPanel()) { event.preventDefault(); showSource(badge); }
  }));
  if (badges.length && inPanel()) showSource(badges[0]);
  wide.addEventListener("change", () => {
    if (!panel || !badges.length) return;
    if (wide.matches) { showSource(badges[Math.max(0, cited)]); return; }
    panel.hidden = true;
    all(".cited.on").forEach((each) => each.classList.remove("on"));
  });
  const cite = (step) => {
    if (!badges.length) return;
    const next = badges[Math.min(badges.length - 1, Math.max(0, cited + step))];
    next.focus({ preventScroll: true });
    reveal(next);
    next.click();
  };

  const onlyNew = find("[data-only-new]");
  if (onlyNew) {
    onlyNew.hidden = false;
    onlyNew.addEventListener("click", () => {
      const pressed = find("main").classList.toggle("only-new");
      onlyNew.setAttribute("aria-pressed", String(pressed));
    });
  }
  const copy = find("[data-copy]");
  if (copy && navigator.clipboard) {
    copy.hidden = false;
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(location.href.split("#")[0]);
      copy.textContent = "Copied";
    });
  }
  // A menu closes when something else is pressed.
  addEventListener("click", (event) => all("details.menu[open]").forEach((menu) => { if (!menu.contains(event.target)) menu.open = false; }));

  const keys = {
    "?": () => openKeys(),
    "/": () => { const field = find("input[type=search], .filters input"); if (field) field.focus(); },
    j: () => move(1),
    k: () => move(-1),
    n: () => cite(1),
    p: () => cite(-1),
    Escape: () => all("details.menu[open]").forEach((menu) => { menu.open = false; }),
    m: () => (at >= 0 ? press("[data-mark]", lines[at]) : press("main [data-mark]")),
  };
  // Within a task a slip of the finger must not leave it.
  const leaves = (link) => document.body.dataset.task && link.dataset.key.startsWith("g ");
  const chords = Object.fromEntries(all("[data-key]").filter((link) => !leaves(link)).map((link) => [link.dataset.key, () => link.click()]));

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
    const undo = find("[data-undo]");
    if (on && undo && (event.ctrlKey || event.metaKey) && event.key === "z" && !typing(event.target)) {
      event.preventDefault();
      undo.click();
      return;
    }
    if (!on || event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || dialog.open) return;
    const chord = prefix ? `${prefix} ${event.key}` : event.key;
    prefix = event.key === "g" ? "g" : "";
    const action = chords[chord] || keys[event.key];
    if (!action || event.key === "g") return;
    if (event.key !== "Escape") event.preventDefault();
    action();
  });

  window.meadow = { keys, find, all, press, reveal };
})();
