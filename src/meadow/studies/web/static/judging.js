// What every task of judges shares. Each action goes into the browser's storage first and from there to the server, in order;
// it leaves the storage when the server says that it is on disk. So "Saved" is true, and what is offline is sent later, by
// this page or by the next one. Forms do the same without this script.
(() => {
  "use strict";
  const root = document.querySelector("#judging");
  if (!root) return;
  const { find, all, keys } = window.meadow;
  const { study, participant, item, base } = root.dataset;
  const lasting = new Set(root.dataset.lasting.split(" "));
  const QUEUE = `meadow-act:${study}:${participant}:`;
  const RETRY = [1, 2, 4, 8, 10];
  const tab = [...crypto.getRandomValues(new Uint8Array(9))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const values = new Map(), seen = new Map(), begun = new Map();
  const listeners = [], whenSaved = [];
  let done = [], undone = [], count = 0, sending = false, failures = 0, trouble = "", timer = 0, ahead = 0, doubtful = false, single = false;

  // The queue. Storage may be full or forbidden: then this page remembers, and says so.
  const held = [];
  const entries = () => {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(QUEUE)).sort();
    return [...names.map((name) => ({ name, op: JSON.parse(localStorage.getItem(name)) })), ...held];
  };
  const keep = (op) => {
    const name = `${QUEUE}${String(Date.now()).padStart(15, "0")}-${String(count).padStart(6, "0")}-${tab}`;
    try { localStorage.setItem(name, JSON.stringify(op)); } catch { held.push({ name, op }); }
  };
  const drop = (name) => {
    localStorage.removeItem(name);
    const at = held.findIndex((each) => each.name === name);
    if (at >= 0) held.splice(at, 1);
  };
  const waiting = (slot) => entries().some(({ op }) => op.step === "do" && op.slot === `${item}/${slot}`);

  // What is shown: the state of saving, and one notice.
  const shown = find("#save-state");
  const showState = () => {
    const left = entries().length;
    shown.textContent = !left ? "Saved" : trouble ? `${left.toLocaleString("en")} not yet saved: ${trouble}` : "Saving…";
    shown.classList.toggle("unsaved", Boolean(left && trouble));
  };
  const notice = find("#notice");
  const notify = (text) => { notice.textContent = text; notice.hidden = !text; };

  const sorted = (_, value) => (value && typeof value === "object" && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value);
  const same = (one, other) => JSON.stringify(one ?? null, sorted) === JSON.stringify(other ?? null, sorted);
  const put = (slot, answer) => { if (answer === null || answer === undefined) values.delete(slot); else values.set(slot, answer); };
  const changed = (slot) => {
    all(`button[name="set"][data-slot="${CSS.escape(slot)}"]`).forEach(draw);
    all(`[name="text:${CSS.escape(`${item}/${slot}`)}"]`).forEach((field) => {
      if (field !== document.activeElement) field.value = values.get(slot) ?? "";
    });
    listeners.forEach((listen) => listen(slot));
  };
  const draw = (button) => {
    const [, answer] = JSON.parse(button.value);
    if (button.hasAttribute("aria-pressed")) button.setAttribute("aria-pressed", String(same(values.get(button.dataset.slot), answer)));
  };

  // Doing, undoing, doing again: shown at once, and settled when the server has answered.
  const send = (slot, answer, step) => {
    count += 1;
    keep({ slot: `${item}/${slot}`, answer: answer ?? null, key: `${tab}.${count}`, said: new Date().toISOString(), seen: seen.get(slot) ?? 0, step });
    showState();
    flush();
  };
  const act = (slot, answer) => {
    const before = values.get(slot) ?? null;
    if (same(before, answer)) return; // a field that says it twice has done one thing
    if (!lasting.has(slot.split("/")[0])) { done.push({ slot, before, after: answer ?? null }); undone = []; }
    notify("");
    put(slot, answer);
    changed(slot);
    send(slot, answer, "do");
  };
  const step = (which) => {
    const [from, to] = which === "undo" ? [done, undone] : [undone, done];
    const change = from.pop();
    if (change) {
      to.push(change);
      put(change.slot, which === "undo" ? change.before : change.after);
      changed(change.slot);
    }
    notify("");
    send("", null, which);
  };

  // Sending, in order, again and again until it is heard.
  const settle = (result) => {
    const slot = result.slot.startsWith(`${item}/`) ? result.slot.slice(item.length + 1) : null;
    if (slot === null) return;
    const at = result.held;
    if (at && at.number >= (seen.get(slot) ?? 0)) { seen.set(slot, at.number); begun.set(slot, Date.parse(at.made)); }
    if (slot && !waiting(slot)) {
      const answer = at ? at.answer : null;
      if (!same(values.get(slot), answer)) { put(slot, answer); changed(slot); }
    }
    if (result.became === "refused") doubtful = true;
    if (result.became === "refused") notify([result.error.problem, result.error.allowed, result.error.advice].filter(Boolean).join(" "));
    if (result.became === "conflict") notify("Another window of yours had written here since. What you did last counts; both are kept.");
    if (result.became === "saved" || result.became === "conflict") {
      if (channel && at) channel.postMessage({ slot, ...at });
      whenSaved.forEach((listen) => listen(slot, at ? at.answer : null));
    }
  };
  const TROUBLES = { 401: "open your link again", 403: "open your link again" };
  const post = async (batch) => fetch(`${base}/act`, {
    method: "POST", headers: { "Content-Type": "application/json", Accept: "application/json" }, credentials: "same-origin",
    body: JSON.stringify({ study, participant, actions: batch.map(({ op }) => op) }),
  });
  const flush = async () => {
    if (sending) return;
    sending = true;
    clearTimeout(timer);
    try {
      for (let queue = entries(); queue.length; queue = entries()) {
        const batch = queue.slice(0, single ? 1 : 50);
        const answer = await post(batch);
        if (!answer.ok) {
          const reply = await answer.json().catch(() => ({}));
          if (TROUBLES[answer.status]) notify(reply.error ? `${reply.error.problem} ${reply.error.advice ?? ""}` : "");
          if (batch.length === 1 && (answer.status === 400 || answer.status === 422)) {
            notify(`This could not be saved: ${reply.error ? reply.error.given ?? reply.error.problem : answer.statusText}`);
            drop(batch[0].name);
            continue;
          }
          single = answer.status === 400 || answer.status === 422;
          throw new Error(TROUBLES[answer.status] ?? "the server has a problem");
        }
        const { now, results } = await answer.json();
        ahead = Date.parse(now) - Date.now();
        batch.forEach(({ name }) => drop(name));
        [failures, trouble, single] = [0, "", false];
        showState();
        results.forEach(settle);
      }
      // What was refused was shown too soon, and undo may rest on it: begin again from what the server holds.
      if (doubtful) { doubtful = false; await refresh(true); }
    } catch (error) {
      trouble = error instanceof TypeError ? "offline" : error.message;
      timer = setTimeout(flush, RETRY[Math.min(failures, RETRY.length - 1)] * 1000);
      failures += 1;
    }
    sending = false;
    showState();
    if (!trouble && entries().length) flush(); // done while the state was asked for
  };
  addEventListener("online", flush);

  // Other windows of the same participant, in this browser and elsewhere.
  const channel = window.BroadcastChannel ? new BroadcastChannel(`meadow:${study}:${participant}:${item}`) : null;
  const heard = (reply) => {
    const { slot, number, answer, made } = reply;
    if (number <= (seen.get(slot) ?? 0)) return;
    // Storage reaches other windows a moment after the message: what waits there may be heard of already. So ask again.
    if (waiting(slot)) { setTimeout(heard, 500, reply); return; }
    seen.set(slot, number);
    begun.set(slot, Date.parse(made));
    if (!same(values.get(slot), answer)) { put(slot, answer); changed(slot); }
  };
  if (channel) channel.addEventListener("message", (event) => heard(event.data));
  const take = (state, whole = false) => {
    ahead = Date.parse(state.now) - Date.now();
    for (const [slot, at] of Object.entries(state.slots)) heard({ slot: slot.slice(item.length + 1), ...at });
    const kept = (slot) => state.slots[`${item}/${slot}`]?.answer ?? null;
    for (const slot of whole ? [...values.keys(), ...done.map((each) => each.slot), ...undone.map((each) => each.slot)] : []) {
      if (!waiting(slot) && !same(values.get(slot), kept(slot))) { put(slot, kept(slot)); changed(slot); }
    }
    if (!entries().length) [done, undone] = [relative(state.done), relative(state.undone)];
  };
  const relative = (changes) => changes.map(({ slot, before, after }) => ({ slot: slot.slice(item.length + 1), before, after }));
  const refresh = async (whole = false) => {
    try {
      const answer = await fetch(`${base}/state?${new URLSearchParams({ item })}`, { headers: { Accept: "application/json" } });
      if (answer.ok) take(await answer.json(), whole);
    } catch { /* the next action will report that it is offline */ }
    flush();
  };
  document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });
  addEventListener("pageshow", (event) => { if (event.persisted) refresh(); });

  // Controls: buttons that fill a slot, fields, undo, skip, instructions.
  addEventListener("click", (event) => {
    const button = event.target.closest('button[name="set"][form="acts"]');
    if (button) {
      event.preventDefault();
      const [slot, answer] = JSON.parse(button.value);
      act(slot.slice(item.length + 1), answer);
    }
    if (event.target.closest("[data-guidelines]")) keys.i();
    const stepping = event.target.closest("button[data-step]");
    if (stepping) { event.preventDefault(); step(stepping.dataset.step); }
  });
  const commit = (field) => act(field.name.slice(`text:${item}/`.length), field.value.trim() || null);
  const fields = () => all('#judging [name^="text:"]').filter((field) => field.form && field.form.id === "acts");
  const typed = new Map();
  root.addEventListener("input", (event) => {
    if (!fields().includes(event.target)) return;
    clearTimeout(typed.get(event.target));
    typed.set(event.target, setTimeout(() => commit(event.target), 700));
  });
  root.addEventListener("change", (event) => { if (fields().includes(event.target)) { clearTimeout(typed.get(event.target)); commit(event.target); } });
  const skipForm = find("#skip-form");
  if (skipForm) skipForm.addEventListener("submit", (event) => {
    event.preventDefault();
    const reason = find("input[name^='text:']", skipForm).value.trim();
    if (reason) act("skip", reason); else notify("Say in a few words why you skip it.");
  });
  find("#acts").addEventListener("submit", (event) => event.preventDefault());
  addEventListener("keydown", (event) => {
    const field = event.target.closest("input, textarea, select");
    if (field && event.key === "Enter" && !event.ctrlKey && fields().includes(field) && field.tagName === "INPUT") { event.preventDefault(); commit(field); return; }
    if (!(event.ctrlKey || event.metaKey)) return;
    if (event.key === "Enter") {
      const submit = all("[data-submit]").find((each) => !each.disabled && each.offsetParent);
      if (field && fields().includes(field)) commit(field);
      if (submit) { event.preventDefault(); submit.click(); }
    } else if (event.key.toLowerCase() === "z" && !field) {
      event.preventDefault();
      step(event.shiftKey ? "redo" : "undo");
    } else if (event.key.toLowerCase() === "y" && !field) {
      event.preventDefault();
      step("redo");
    }
  });
  const closeMenus = keys.Escape;
  Object.assign(keys, {
    Escape: () => { closeMenus(); find("#guidelines").open = false; },
    u: () => step("undo"),
    i: () => { const drawer = find("#guidelines"); drawer.open = !drawer.open; },
    s: () => { const menu = find("#skip"); if (menu) { menu.open = true; find("input[name^='text:']", menu).focus(); } },
  });
  whenSaved.push((slot, answer) => {
    if ((slot === "submitted" && answer === true) || (slot === "skip" && answer !== null)) location.assign(`${base}/next?${new URLSearchParams({ after: item })}`);
  });

  // Begin where the participant was: what the server holds, then what waits here.
  take(JSON.parse(root.dataset.state));
  for (const { op } of entries()) {
    if (op.step === "do" && op.slot.startsWith(`${item}/`)) {
      const slot = op.slot.slice(item.length + 1);
      put(slot, op.answer);
      changed(slot);
    }
  }
  for (const slot of values.keys()) changed(slot);
  showState();
  flush();

  window.meadow.judging = {
    act, step, notify, values, item, base, study, participant,
    begun: (slot) => begun.get(slot),
    now: () => Date.now() + ahead,
    on: (listen) => listeners.push(listen),
    saved: (listen) => whenSaved.push(listen),
  };
  root.dataset.ready = "yes";
})();
