// Alignment: mark the source sentences of each sentence of an abstract, set by set; rank it; ask questions.
(() => {
  "use strict";
  const { find, all, keys, judging, rows } = window.meadow;
  const box = find("#aligning");
  if (!judging || !rows || !box) return;
  const { values, act } = judging;
  const { make } = rows;
  const LENGTHS = ["short", "long"], RANKS = ["A", "B", "C"];
  const state = { lengths: {} };
  let at = { length: "short", number: 0, set: 0 };
  const sources = all(".sources [data-row]");
  const mark = rows.pointer(() => sources);
  const numbers = new Map(sources.map((row) => [row.dataset.row, row.dataset.number]));
  const slotOf = ({ length, number }) => `${length}/source/${number}`;
  const source = (place) => values.get(slotOf(place)) ?? {};
  const sets = (place) => source(place).alternatives ?? [];
  const sentences = (length) => state.lengths[length]?.sentences ?? [];
  const keep = (place, alternatives, rank = source(place).rank) => {
    const kept = { alternatives: alternatives.filter((each) => each.length), ...(rank ? { rank } : {}) };
    act(slotOf(place), kept.alternatives.length || rank ? kept : null);
  };
  const drawSources = () => {
    const own = new Set(sets(at)[at.set] ?? []);
    for (const row of sources) find("button", row).setAttribute("aria-pressed", String(own.has(row.dataset.row)));
  };
  const toggle = (row) => {
    if (!row) return;
    if (!sentences(at.length).length) { rows.say("Write the abstract first."); return; }
    const now = sets(at).map((each) => [...each]);
    while (now.length <= at.set) now.push([]);
    const own = now[at.set], key = row.dataset.row;
    now[at.set] = own.includes(key) ? own.filter((each) => each !== key) : [...own, key];
    if (!now[at.set].length) { now.splice(at.set, 1); at.set = Math.max(0, Math.min(at.set, now.length)); }
    keep(at, now);
    rows.say(`Sentence ${row.dataset.number} is ${own.includes(key) ? "no longer a source" : "a source"} of sentence ${at.number + 1}.`);
  };
  const choose = (place) => { at = place; draw(); };
  const partOf = (length, text, number) => {
    const place = { length, number }, here = at.length === length && at.number === number, held = source(place);
    const ranks = RANKS.map((rank) => make("button", { type: "button", "data-rank": rank, "aria-pressed": String(held.rank === rank) }, rank));
    const own = sets(place).map((each, set) => make("button", { type: "button", class: "small", "data-set": String(set), "aria-pressed": String(here && at.set === set) }, each.map((key) => numbers.get(key) ?? "?").join(" + ")));
    const more = make("button", { type: "button", class: "small", "data-set": String(own.length), "aria-pressed": String(here && at.set === own.length) }, own.length ? "Another set" : "First set");
    return make("li", { "data-part": String(number), class: here ? "at" : "" },
      make("p", { class: "words", dir: "auto" }, make("span", { class: "number", "aria-hidden": "true" }, String(number + 1)), text),
      make("div", { class: "scores", role: "group", "aria-label": `Rank of sentence ${number + 1}` }, make("span", { class: "scale-name" }, "Rank"), ...ranks),
      make("div", { class: "scores", role: "group", "aria-label": `Sources of sentence ${number + 1}` }, make("span", { class: "scale-name" }, "Sources"), ...own, more));
  };
  const strayOf = (length, number) => make("li", { class: "stray" }, `Sentence ${number + 1} is gone from the text, but has sources. `, make("button", { type: "button", class: "small", "data-clear": String(number) }, "Clear them"));
  const drawParts = (length) => {
    const section = find(`.abstract[data-length="${length}"]`), abstract = state.lengths[length];
    if (!abstract) return;
    find(".parts", section).replaceChildren(...abstract.sentences.map((text, number) => partOf(length, text, number)), ...abstract.stray.map((number) => strayOf(length, number)));
    const bar = find("progress", section), amount = find(".amount", section);
    bar.value = Math.min(abstract.characters, abstract.limit);
    amount.replaceChildren(make("b", {}, String(abstract.characters)), ` of ${abstract.limit} characters${abstract.characters > abstract.limit ? `: ${abstract.characters - abstract.limit} too many` : ""}`);
    amount.classList.toggle("over", abstract.characters > abstract.limit);
  };
  const draw = () => {
    const within = document.activeElement.closest?.("[data-part]"), length = document.activeElement.closest?.("[data-length]")?.dataset.length;
    const back = within && { part: within.dataset.part, rank: document.activeElement.dataset.rank, set: document.activeElement.dataset.set };
    LENGTHS.forEach(drawParts);
    drawSources();
    if (back && length) {
      const part = find(`.abstract[data-length="${length}"] [data-part="${back.part}"]`);
      const target = part && (back.rank ? find(`[data-rank="${back.rank}"]`, part) : find(`[data-set="${back.set}"]`, part));
      if (target) target.focus({ preventScroll: true });
    }
  };

  // Questions: a text and its answers, divided by semicolons
  const asked = (length) => [...values].filter(([slot]) => slot.startsWith(`${length}/question/`)).map(([slot, held]) => ({ number: Number(slot.split("/")[2]), ...held })).sort((one, other) => one.number - other.number);
  const questionOf = (length, { number, text, answers }) => make("li", { "data-question": String(number) },
    make("input", { class: "ask", value: text ?? "", placeholder: "Question", "aria-label": `Question ${number + 1} about the ${length} abstract`, maxlength: "1000", autocomplete: "off" }),
    make("input", { class: "reply", value: (answers ?? []).join("; "), placeholder: "Answers that will do, divided by ;", "aria-label": `Answers to question ${number + 1} about the ${length} abstract`, maxlength: "2000", autocomplete: "off" }),
    make("button", { type: "button", class: "small", "data-drop": String(number), "aria-label": `Delete question ${number + 1} about the ${length} abstract` }, "Delete"));
  const drawQuestions = (length, extra = []) => {
    const list = find(`.abstract[data-length="${length}"] .questions`);
    if (list.contains(document.activeElement) && !extra.length) return; // somebody types there
    const held = asked(length);
    list.replaceChildren(...[...held, ...extra].map((each) => questionOf(length, each)));
  };
  const next = (length) => Math.max(-1, ...asked(length).map(({ number }) => number)) + 1;
  const askMore = (length) => { drawQuestions(length, [{ number: next(length) }]); all(`.abstract[data-length="${length}"] .ask`).at(-1).focus(); };
  const saveQuestion = (line) => {
    const length = line.closest("[data-length]").dataset.length;
    const text = find(".ask", line).value.trim(), answers = find(".reply", line).value.split(";").map((each) => each.trim()).filter(Boolean);
    if (text && answers.length) act(`${length}/question/${line.dataset.question}`, { text, answers });
  };
  box.addEventListener("change", (event) => { const line = event.target.closest("[data-question]"); if (line) saveQuestion(line); });

  const rank = (letter) => { if (sentences(at.length).length) { keep(at, sets(at), letter); rows.say(`Sentence ${at.number + 1} has rank ${letter}.`); } };
  const go = (by) => {
    const every = LENGTHS.flatMap((length) => sentences(length).map((_, number) => ({ length, number, set: 0 })));
    const now = every.findIndex((each) => each.length === at.length && each.number === at.number);
    const target = every[Math.min(every.length - 1, Math.max(0, now + by))];
    if (target) { choose(target); rows.say(`Sentence ${target.number + 1} of the ${target.length} abstract.`); find(`.abstract[data-length="${target.length}"] [data-part="${target.number}"]`)?.scrollIntoView({ block: "nearest" }); }
  };
  let writing = -1;
  Object.assign(keys, {
    j: () => mark.move(1), k: () => mark.move(-1), n: () => go(1), p: () => go(-1),
    a: () => rank("A"), b: () => rank("B"), c: () => rank("C"),
    "+": () => choose({ ...at, set: sets(at).length }),
    " ": () => { const on = document.activeElement.closest("button, summary, a"); if (on && !on.closest(".sources")) on.click(); else toggle(mark.row()); },
    q: () => askMore(at.length),
    w: () => { writing = (writing + 1) % LENGTHS.length; find(`.abstract[data-length="${LENGTHS[writing]}"] textarea`).focus(); },
  });
  box.addEventListener("click", (event) => {
    const row = event.target.closest(".sources [data-row]");
    if (row) { mark.point(row, false); toggle(row); return; }
    const length = event.target.closest("[data-length]")?.dataset.length, part = event.target.closest("[data-part]");
    const button = event.target.closest("button");
    if (part) {
      const place = { length, number: Number(part.dataset.part) };
      at = { ...place, set: button?.dataset.set !== undefined ? Number(button.dataset.set) : at.length === length && at.number === place.number ? at.set : 0 };
      if (button?.dataset.rank) rank(button.dataset.rank); else draw();
    }
    if (button?.dataset.clear) act(`${length}/source/${button.dataset.clear}`, null);
    if (button?.dataset.drop) { act(`${length}/question/${button.dataset.drop}`, null); button.blur(); drawQuestions(length); }
    if (button?.classList.contains("ask-more")) askMore(length);
    if (button?.id === "ask-again") {
      const held = new Set(asked("long").map(({ text }) => text.trim().toLowerCase()));
      let number = next("long");
      for (const { text, answers } of asked("short")) if (!held.has(text.trim().toLowerCase())) { act(`long/question/${number}`, { text, answers }); number += 1; }
      button.blur();
      drawQuestions("long");
    }
  });
  judging.on((slot) => {
    if (/\/source\//.test(slot)) draw();
    if (/\/question\//.test(slot)) drawQuestions(slot.split("/")[0]);
  });
  find("#judging").addEventListener("live", ({ detail }) => {
    Object.assign(state.lengths, detail.lengths ?? {});
    if (at.number >= sentences(at.length).length) at = { ...at, number: 0, set: 0 };
    draw();
  });
  LENGTHS.forEach((length) => drawQuestions(length));
  mark.begin();
  box.dataset.ready = "yes";
})();
