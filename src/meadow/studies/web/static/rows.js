// A mark that moves over rows: sentences, candidates, headlines. One of them is where the judge is; keys act on it.
(() => {
  "use strict";
  const { find, all, reveal, judging } = window.meadow;
  if (!judging) return;
  const make = (tag, properties = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (typeof value === "boolean") made.toggleAttribute(name, value); else if (value !== null && value !== undefined) made.setAttribute(name, value);
    }
    made.append(...children);
    return made;
  };
  const setButton = (slot, answer, properties, ...children) =>
    make("button", { type: "submit", form: "acts", name: "set", value: JSON.stringify([`${judging.item}/${slot}`, answer]), "data-slot": slot, ...properties }, ...children);

  // Where a link leads to: an address may end in #row= and the key of a row.
  const wanted = location.hash.startsWith("#row=") ? decodeURIComponent(location.hash.slice(5)) : null;
  // What judges said in a slot, where the adjudicator's page has it; `worded` puts an answer into the words of the page.
  const answers = find(".answers");
  const said = answers?.dataset.said ? JSON.parse(answers.dataset.said) : null;
  const differ = (slot) => Boolean(said?.[slot]?.differ);
  const beside = (slot, worded = (answer) => answer) => {
    const own = Object.entries(said?.[slot]?.answers ?? {}).map(([judge, answer]) => [judge, worded(answer)]);
    if (!own.length) return [];
    const line = make("p", { class: `meta beside-it${differ(slot) ? " differ" : ""}` }, make("b", {}, differ(slot) ? "Judges differ" : "Judges"), ": ");
    own.forEach(([judge, answer], at) => line.append(make("bdi", {}, judge), ` ${answer}${at < own.length - 1 ? " · " : ""}`));
    return [line];
  };

  // `rows` gives the current rows; the place is kept in this browser, so that a reload goes on there.
  const pointer = (rows, { place = "row", scroll = true } = {}) => {
    const PLACE = `meadow-${place}:${judging.study}:${judging.participant}:${judging.item}`;
    let key = null;
    try { key = localStorage.getItem(PLACE); } catch { /* no storage: begin at the top */ }
    key = wanted ?? key;
    const row = () => rows().find((each) => each.dataset.row === key) ?? null;
    const draw = () => { for (const each of rows()) each.classList.toggle("at", each.dataset.row === key); };
    const point = (target, focus = true) => {
      if (!target) return;
      key = target.dataset.row;
      try { localStorage.setItem(PLACE, key); } catch { /* as above */ }
      draw();
      if (focus) target.focus({ preventScroll: true });
      if (scroll) reveal(target);
    };
    const move = (by, wanted = () => true) => {
      const now = rows(), at = now.indexOf(row());
      const on = by > 0 ? now.slice(at + 1) : now.slice(0, Math.max(0, at)).reverse();
      const target = on.find(wanted) ?? (at < 0 ? now[0] : null);
      if (target) point(target);
      return Boolean(target);
    };
    const dispute = () => said !== null && move(1, (each) => find(".differ", each));
    const begin = () => { const first = row() ?? rows()[0]; if (first) { key = first.dataset.row; draw(); if (key === wanted) point(first); } };
    return { row, key: () => key, point, move, dispute, draw, begin };
  };

  const articles = async () => {
    const answer = await fetch(`${judging.base}/material?${new URLSearchParams({ item: judging.item })}`);
    const { documents } = await answer.json();
    let number = 0;
    const known = new Map();
    for (const each of documents) for (const sentence of each.sentences) known.set(sentence.key, { ...sentence, number: (number += 1), document: each });
    return { documents, known };
  };
  const failed = () => judging.notify("The articles could not be loaded. Load the page again; what you did is kept.");
  const say = (text) => { const said = find("#said"); if (said) said.textContent = text; };

  window.meadow.rows = { make, setButton, pointer, beside, differ, wanted, articles, failed, say, all };
})();
