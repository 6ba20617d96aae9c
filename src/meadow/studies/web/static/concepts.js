// Key concepts: the fields save themselves; keys only lead into them.
(() => {
  "use strict";
  const { all, keys, judging } = window.meadow;
  if (!judging) return;
  const fields = all(".concepts input");
  let at = -1;
  const go = (by) => { at = Math.min(fields.length - 1, Math.max(0, at + by)); fields[at].focus(); };
  fields.forEach((field, number) => field.addEventListener("focus", () => { at = number; }));
  Object.assign(keys, { j: () => go(1), k: () => go(-1) });
})();
