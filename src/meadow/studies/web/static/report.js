// Building a report: titles on the left, the open article, the report on the right. Without this each press is a form.
(() => {
  "use strict";
  const { find, all, keys, reveal, judging } = window.meadow;
  if (!judging) return;
  const builder = find(".builder");
  judging.saved((slot) => { if (slot === "started" || slot === "finished") location.reload(); });
  if (!builder) return;
  const { values, item, act } = judging;
  const free = builder.dataset.free === "yes";
  const PLACE = `meadow-place:${judging.study}:${judging.participant}:${item}`;
  const pane = find("#document"), list = find("#report-lines");
  const titles = all(".titles button");
  const known = new Map(); // every sentence by its key
  let documents = [], cursor = null;

  const make = (tag, properties = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name in made && typeof value !== "string") made[name] = value; else if (value !== null && value !== undefined) made.setAttribute(name, value);
    }
    made.append(...children);
    return made;
  };
  const setButton = (slot, answer, properties, ...children) =>
    make("button", { type: "submit", form: "acts", name: "set", value: JSON.stringify([`${item}/${slot}`, answer]), ...properties }, ...children);

  // The open article
  const isPicked = (key) => values.has(`pick/${key}`);
  const drawSentence = (button) => {
    const key = button.dataset.pick, picked = isPicked(key);
    button.value = JSON.stringify([`${item}/pick/${key}`, picked ? null : { place: null }]);
    button.setAttribute("aria-pressed", String(picked));
  };
  const sentenceButtons = () => all("[data-pick]", pane);
  const drawDocument = () => {
    const shown = documents.find((each) => each.id === values.get("open"));
    titles.forEach((title, at) => {
      const is = documents[at] === shown;
      if (is) { title.setAttribute("aria-current", "true"); title.classList.add("read"); } else title.removeAttribute("aria-current");
    });
    if (!shown) { pane.replaceChildren(make("p", { class: "meta" }, "Open an article to read it.")); return; }
    const lines = shown.sentences.map((each, at) => {
      const button = setButton(`pick/${each.key}`, null, { "data-pick": each.key, "aria-pressed": "false" }, each.text);
      drawSentence(button);
      return make("li", { class: each.opens ? "opens" : "" }, make("span", { class: "number", "aria-hidden": "true" }, String(at + 1)), button);
    });
    const head = make("header", {}, make("p", { class: "meta" }, `${shown.source} · ${shown.when}`), make("h2", { lang: shown.language, dir: "auto" }, shown.title ?? "Without a title"));
    pane.replaceChildren(head, make("ol", { class: "picks", lang: shown.language, dir: "auto" }, ...lines));
    pane.parentElement.scrollTop = 0;
    cursor = null;
  };
  const open = (at) => {
    const target = documents[Math.min(documents.length - 1, Math.max(0, at))];
    if (!target || target.id === values.get("open")) return;
    act("open", target.id);
    reveal(titles[documents.indexOf(target)]);
  };
  const openAt = () => documents.findIndex((each) => each.id === values.get("open"));

  // Where the reader is among the sentences
  const point = (button, focus = true) => {
    all(".picks li.at", pane).forEach((each) => each.classList.remove("at"));
    cursor = button;
    button.closest("li").classList.add("at");
    localStorage.setItem(PLACE, button.dataset.pick);
    if (focus) button.focus({ preventScroll: true });
    reveal(button);
  };
  const move = (by) => {
    const buttons = sentenceButtons();
    if (!buttons.length) { open(0); return; }
    const at = cursor ? buttons.indexOf(cursor) + by : by > 0 ? 0 : buttons.length - 1;
    point(buttons[Math.min(buttons.length - 1, Math.max(0, at))]);
  };

  // The report, in the order of time, or where a line was moved to
  const lines = () => {
    const taken = [];
    for (const [slot, held] of values) {
      if (slot.startsWith("pick/")) {
        const sentence = known.get(slot.slice(5));
        if (sentence) taken.push({ slot, held, place: held.place ?? sentence.order, sentence });
      } else if (slot.startsWith("heading/")) taken.push({ slot, held, place: held.place ?? 0 });
    }
    return taken.sort((one, other) => one.place - other.place);
  };
  const moveLine = (slot, by) => {
    const all_ = lines(), at = all_.findIndex((each) => each.slot === slot), to = at + by;
    if (at < 0 || to < 0 || to >= all_.length) return;
    const [before, after] = by < 0 ? [all_[to - 1], all_[to]] : [all_[to], all_[to + 1]];
    const place = before && after ? (before.place + after.place) / 2 : before ? before.place + 1 : after.place - 1;
    act(slot, { ...all_[at].held, place });
    find(`[data-line="${CSS.escape(slot)}"]`, list)?.focus();
  };
  const lineOf = ({ slot, held, sentence }) => {
    const remove = setButton(slot, null, { class: "small", "aria-label": "Remove" }, "Remove");
    const move_ = free ? [make("button", { type: "button", class: "small", "data-move": "-1", "aria-label": "Move up" }, "↑"), make("button", { type: "button", class: "small", "data-move": "1", "aria-label": "Move down" }, "↓")] : [];
    const tools = make("span", { class: "line-tools" }, ...move_, remove);
    if (!sentence) return make("li", { class: "heading", "data-line": slot, tabindex: "-1" }, make("h3", { dir: "auto" }, held.text), tools);
    const from = make("button", { type: "button", class: "from", "data-show": sentence.key }, `${sentence.document.source} · ${sentence.document.when}`);
    return make("li", { "data-line": slot, tabindex: "-1" }, make("p", { lang: sentence.document.language, dir: "auto" }, sentence.text), make("p", { class: "meta" }, from, tools));
  };
  const drawReport = () => {
    const on = document.activeElement.closest("[data-line]")?.dataset.line;
    list.replaceChildren(...lines().map(lineOf));
    if (on) find(`[data-line="${CSS.escape(on)}"]`, list)?.focus({ preventScroll: true });
    const counts = new Map();
    for (const { sentence } of lines()) if (sentence) counts.set(sentence.document, (counts.get(sentence.document) ?? 0) + 1);
    titles.forEach((title, at) => {
      const taken = counts.get(documents[at]);
      find(".taken", title).textContent = taken ? `${taken} taken` : "";
    });
    all("[data-suggested]").forEach((each) => { each.hidden = isPicked(each.dataset.suggested); });
    drawSpace();
  };

  // Length and time
  const most = Number(builder.dataset.sentences), minutes = Number(builder.dataset.minutes);
  const finish = find("#finish");
  const drawSpace = () => {
    const held = lines().filter(({ sentence }) => sentence).length;
    const over = most && held > most;
    if (find("#space-bar")) find("#space-bar").value = Math.min(held, most);
    const text = find("#space-text");
    const parts = most ? [make("b", {}, String(held)), ` of ${most} sentences`] : [make("b", {}, String(held)), held === 1 ? " sentence" : " sentences"];
    text.replaceChildren(...parts, ...(over ? [`: take out ${held - most} before you finish`] : []));
    text.classList.toggle("over", Boolean(over));
    find("#empty-report").hidden = held > 0;
    if (finish) finish.disabled = !held || over;
  };
  const clockText = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
  const drawTime = () => {
    const left = Math.max(0, minutes * 60 - (judging.now() - judging.begun("started")) / 1000);
    find("#time-bar").value = left;
    find("#time-text").replaceChildren(make("b", {}, clockText(left)), left ? ` left of ${minutes}:00` : ": time is up, sentences can only be taken out");
    find("#time-text").classList.toggle("over", left === 0);
    builder.classList.toggle("late", left === 0);
    if (left > 0) setTimeout(drawTime, 250);
  };

  addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-pick]");
    if (pressed) point(pressed, false);
    const shown = event.target.closest("[data-show]");
    if (shown) {
      const sentence = known.get(shown.dataset.show);
      open(documents.indexOf(sentence.document));
      const button = sentenceButtons().find((each) => each.dataset.pick === sentence.key);
      if (button) point(button);
    }
    const moved = event.target.closest("[data-move]");
    if (moved) moveLine(moved.closest("[data-line]").dataset.line, Number(moved.dataset.move));
  });
  addEventListener("keydown", (event) => {
    const line = event.target.closest("[data-line]");
    if (!free || !line || !event.altKey || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    moveLine(line.dataset.line, event.key === "ArrowUp" ? -1 : 1);
  });
  Object.assign(keys, {
    j: () => move(1),
    k: () => move(-1),
    " ": () => { const on = document.activeElement.closest("button, summary, a"); if (on || cursor) (on ?? cursor).click(); },
    ArrowLeft: () => open(openAt() - 1),
    ArrowRight: () => open(openAt() + 1),
  });
  judging.on((slot) => {
    if (slot === "open") drawDocument();
    if (slot === "asked") find("#question-shown").textContent = values.get("asked") ?? find("[name$='/asked']").placeholder;
    if (slot.startsWith("pick/")) {
      const button = sentenceButtons().find((each) => `pick/${each.dataset.pick}` === slot);
      if (button) drawSentence(button);
    }
    if (slot.startsWith("pick/") || slot.startsWith("heading/")) drawReport();
  });
  const headings = find("#heading-form");
  if (headings) headings.addEventListener("submit", (event) => {
    event.preventDefault();
    const field = find("input[name=heading]", headings), text = field.value.trim();
    if (!text) return;
    const numbers = [...values.keys()].filter((slot) => slot.startsWith("heading/")).map((slot) => Number(slot.slice(8)));
    const last = lines().at(-1);
    act(`heading/${Math.max(-1, ...numbers) + 1}`, { text, place: last ? last.place + 1 : 0 });
    field.value = "";
  });

  const begin = async () => {
    const answer = await fetch(`${judging.base}/material?${new URLSearchParams({ item })}`);
    ({ documents } = await answer.json());
    let order = 0;
    for (const each of documents) for (const sentence of each.sentences) known.set(sentence.key, { ...sentence, document: each, order: (order += 1) });
    drawDocument();
    drawReport();
    if (minutes && judging.begun("started")) drawTime();
    const place = sentenceButtons().find((each) => each.dataset.pick === localStorage.getItem(PLACE));
    if (place) point(place, false);
    builder.dataset.ready = "yes";
  };
  begin().catch(() => judging.notify("The articles could not be loaded. Load the page again; what you did is kept."));
})();
