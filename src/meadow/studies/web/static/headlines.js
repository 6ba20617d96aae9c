// Headlines: write one, then two numbers for each of the others, one key per number.
(() => {
  "use strict";
  const { find, all, keys, judging, rows } = window.meadow;
  if (!judging || !rows) return;
  const { values, act, item } = judging;
  const SCALES = ["quality", "readability"];
  const list = find("#ratings");
  const lines = () => (list && !list.hidden ? all("[data-row]", list) : []);
  const mark = rows.pointer(lines);
  const held = (key) => values.get(`rating/${key}`) ?? {};
  const whole = (row) => SCALES.every((scale) => held(row.dataset.row)[scale] !== undefined);
  const drawRow = (row) => {
    for (const group of all("[data-scale]", row)) {
      for (const button of all("button", group)) {
        const score = Number(button.dataset.score);
        button.setAttribute("aria-pressed", String(held(row.dataset.row)[group.dataset.scale] === score));
        button.value = JSON.stringify([`${item}/rating/${row.dataset.row}`, { ...held(row.dataset.row), [group.dataset.scale]: score }]);
      }
    }
    row.classList.toggle("done", whole(row));
  };
  const rate = (score) => {
    const row = mark.row() ?? lines()[0];
    if (!row) return;
    mark.point(row);
    const scale = SCALES.find((each) => held(row.dataset.row)[each] === undefined) ?? SCALES[0];
    act(`rating/${row.dataset.row}`, { ...held(row.dataset.row), [scale]: score });
    if (whole(row)) mark.move(1, (each) => !whole(each));
  };
  for (let score = 1; score <= 5; score += 1) keys[String(score)] = () => rate(score);
  Object.assign(keys, { j: () => mark.move(1), k: () => mark.move(-1), d: () => mark.dispute(), w: () => find("#written")?.focus() });
  addEventListener("click", (event) => { const row = event.target.closest("#ratings [data-row]"); if (row) mark.point(row, false); });
  judging.on((slot) => {
    if (slot.startsWith("rating/")) lines().filter((row) => row.dataset.row === slot.slice(7)).forEach(drawRow);
  });
  // Others' headlines are not in the page before the judge's own is saved.
  judging.saved((slot, answer) => { if (slot === "written" && answer !== null && list && list.hidden) location.reload(); });
  lines().forEach(drawRow);
  mark.begin();
})();
