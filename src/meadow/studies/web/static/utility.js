// Utility: a number per sentence, one key each, and on to the next that has none.
(() => {
  "use strict";
  const { all, keys, judging, rows } = window.meadow;
  if (!judging || !rows) return;
  const { values, act } = judging;
  const list = all("[data-row]");
  const mark = rows.pointer(() => list);
  const answered = (row) => values.has(`utility/${row.dataset.row}`) || values.has(`skip/${row.dataset.row}`);
  const drawRow = (row) => row.classList.toggle("done", answered(row));
  const advance = () => { if (!mark.move(1, (row) => !answered(row))) mark.move(1); };
  const score = (number) => {
    const row = mark.row();
    if (!row) { mark.move(1); return; }
    act(`utility/${row.dataset.row}`, number);
    advance();
  };
  for (let number = 0; number < 10; number += 1) keys[String(number)] = () => score(number);
  Object.assign(keys, {
    t: () => score(10),
    x: () => { const row = mark.row(); if (row) { act(`skip/${row.dataset.row}`, "cannot be judged"); advance(); } },
    j: () => mark.move(1),
    k: () => mark.move(-1), d: () => mark.dispute(),
  });
  addEventListener("click", (event) => {
    const row = event.target.closest("[data-row]");
    if (row) mark.point(row, false);
  });
  judging.on((slot) => {
    const [kind, key] = [slot.slice(0, slot.indexOf("/")), slot.slice(slot.indexOf("/") + 1)];
    const row = kind === "utility" || kind === "skip" ? list.find((each) => each.dataset.row === key) : null;
    if (!row) return;
    drawRow(row);
    if (!answered(row)) mark.point(row); // what was undone is where the judge goes on
  });
  list.forEach(drawRow);
  mark.begin();
  if (!rows.wanted && mark.row() && answered(mark.row())) mark.move(1, (row) => !answered(row)); // go on where something is to be done
})();
