// Subsumption: one sentence is pinned; candidates are listed below it, by how much of the words one holds of the other.
(() => {
  "use strict";
  const { find, all, keys, judging, rows } = window.meadow;
  const box = find("#pinning");
  if (!judging || !rows || !box) return;
  const { values, act } = judging;
  const { make, setButton } = rows;
  const pairs = JSON.parse(box.dataset.pairs);
  const TURNED = { covers: "covered", covered: "covers", equal: "equal", none: "none" };
  const NAMES = { covers: ["Covers", "c"], covered: ["Covered by", "b"], equal: ["Equal", "e"], none: ["None", "n"] };
  const DRAWN = { covers: "pinned ⟶ this", covered: "pinned ⟵ this", equal: "pinned ⟷ this", none: "apart" };
  const candidates = find("#candidates"), pinned = find("#pinned");
  let known = new Map(), at = 0;
  const current = () => pairs[at];
  const seen = (pairing) => { const held = values.get(pairing.slot); return held === undefined ? null : pairing.forward ? held : TURNED[held]; };
  const worded = (pairing, relation) => {
    const [one, other] = [known.get(current().key).number, known.get(pairing.key).number];
    const words = { covers: `covers sentence ${other}`, covered: `is covered by sentence ${other}`, equal: `and sentence ${other} are equal`, none: `and sentence ${other} each say more` };
    return `Sentence ${one} ${words[relation]}.`;
  };
  const drawSentence = (key) => {
    const { text, number, document: from } = known.get(key);
    return [make("p", { class: "words", lang: from.language, dir: "auto" }, make("span", { class: "number", "aria-hidden": "true" }, String(number)), text), make("p", { class: "meta" }, `Sentence ${number} · ${from.source} · ${from.when}`)];
  };
  const lineOf = (pairing) => {
    const relation = seen(pairing);
    const choices = Object.entries(NAMES).map(([name, [label, key]]) =>
      setButton(pairing.slot, pairing.forward ? name : TURNED[name], { "aria-pressed": String(relation === name), "data-relation": name }, label, " ", make("kbd", {}, key)));
    const drawn = make("span", { class: "drawn" }, relation ? DRAWN[relation] : "");
    return make("li", { "data-row": pairing.key, tabindex: "-1", class: relation ? "done" : "" }, ...drawSentence(pairing.key), make("div", { class: "scores", role: "group", "aria-label": `The pinned sentence and sentence ${known.get(pairing.key).number}` }, ...choices, drawn),
      ...rows.beside(pairing.slot, (held) => NAMES[pairing.forward ? held : TURNED[held]][0].toLowerCase()));
  };
  const mark = rows.pointer(() => all("[data-row]", candidates), { place: "pair" });
  const draw = () => {
    const settled = values.get(`settled/${current().key}`) === true;
    pinned.replaceChildren(...drawSentence(current().key), make("p", { class: "state" }, settled ? "Settled" : "Not settled yet"));
    const lines = current().pairings.map(lineOf);
    candidates.replaceChildren(...(lines.length ? lines : [make("li", {}, "No sentence of another article shares words with it. Settle it.")]));
    mark.draw();
  };
  const pin = (to, { keep = true } = {}) => {
    if (to < 0 || to >= pairs.length) return;
    at = to;
    draw();
    if (keep) act("at", current().key);
    const first = all("[data-row]", candidates)[0];
    if (first) mark.point(first); else pinned.focus({ preventScroll: true });
    rows.say(`Pinned: sentence ${known.get(current().key).number}.`);
  };
  const relate = (relation) => {
    const row = mark.row();
    const pairing = row && current().pairings.find((each) => each.key === row.dataset.row);
    if (!pairing) return;
    act(pairing.slot, pairing.forward ? relation : TURNED[relation]);
    rows.say(worded(pairing, relation));
    mark.move(1, (each) => !each.classList.contains("done"));
  };
  const dispute = () => {
    if (mark.dispute()) return;
    const next = pairs.findIndex((each, number) => number > at && each.pairings.some((pairing) => rows.differ(pairing.slot)));
    if (next < 0) return;
    pin(next);
    if (!find(".differ", mark.row())) mark.dispute();
  };
  const open = (each) => !values.has(`settled/${each.key}`) && !values.has(`skip/${each.key}`);
  const settle = () => {
    act(`settled/${current().key}`, true);
    const later = pairs.findIndex((each, number) => number > at && open(each));
    const any = later >= 0 ? later : pairs.findIndex(open);
    if (any >= 0) pin(any); else { draw(); rows.say("All sentences are settled."); }
  };
  Object.assign(keys, {
    c: () => relate("covers"), b: () => relate("covered"), e: () => relate("equal"), n: () => relate("none"),
    j: () => mark.move(1), k: () => mark.move(-1), d: () => dispute(), ArrowLeft: () => pin(at - 1), ArrowRight: () => pin(at + 1),
    Enter: () => { const on = document.activeElement.closest("button, a, summary"); if (on && on.id !== "settle") on.click(); else settle(); },
  });
  addEventListener("click", (event) => {
    const row = event.target.closest("#candidates [data-row]");
    if (row) mark.point(row, false);
    if (event.target.closest("#settle")) settle();
    if (event.target.closest("#before")) pin(at - 1);
    if (event.target.closest("#after")) pin(at + 1);
  });
  judging.on((slot) => {
    if (!known.size) return;
    if (slot.startsWith("pair/") || slot.startsWith("settled/")) {
      const focused = document.activeElement;
      const back = candidates.contains(focused) ? focused.closest("[data-row]") : null;
      draw();
      if (back) all("[data-row]", candidates).find((each) => each.dataset.row === back.dataset.row)?.focus({ preventScroll: true });
    }
  });
  find("#judging").addEventListener("live", ({ detail }) => {
    const lines = (detail.classes ?? []).map((each) => make("li", {}, `Sentences ${each.map((key) => known.get(key)?.number ?? key).join(", ")} are equal.`));
    find("#classes").replaceChildren(...(lines.length ? lines : [make("li", { class: "meta" }, "None so far.")]));
  });
  const begin = async () => {
    ({ known } = await rows.articles());
    box.hidden = false;
    const place = pairs.findIndex((each) => each.key === (rows.wanted ?? values.get("at")));
    const first = pairs.findIndex(open);
    pin(place >= 0 ? place : Math.max(0, first), { keep: false });
    box.dataset.ready = "yes";
    find("#judging").dispatchEvent(new CustomEvent("live", { detail: JSON.parse(find("#judging").dataset.state).live ?? {} }));
  };
  begin().catch(rows.failed);
})();
