// The server says what is missing, by the rules that it applies when an item is handed in; it is asked after each action.
(() => {
  "use strict";
  const { find, judging } = window.meadow;
  if (!judging) return;
  const root = find("#judging"), list = find("#missing"), bar = find("#done-bar"), text = find("#done-text");
  const line = (text, name = "") => { const made = document.createElement("li"); made.textContent = text; made.dir = "auto"; made.className = name; return made; };
  const draw = ({ missing, live }) => {
    if (list) list.replaceChildren(...(missing.length ? missing.map((each) => line(each)) : [line("Nothing is missing.", "ok")]));
    if (live && live.total !== undefined && bar) {
      bar.max = live.total;
      bar.value = live.done;
      const bold = document.createElement("b");
      bold.textContent = String(live.done);
      text.replaceChildren(bold, ` of ${live.total}`);
    }
    root.dispatchEvent(new CustomEvent("live", { detail: live ?? {} }));
    root.dataset.checked = String(Number(root.dataset.checked ?? 0) + 1);
  };
  let timer = 0, asked = 0;
  const ask = async () => {
    asked += 1;
    const mine = asked; // an answer that is overtaken by a later one is old
    try {
      const answer = await fetch(`${judging.base}/state?${new URLSearchParams({ item: judging.item })}`, { headers: { Accept: "application/json" } });
      const missing = answer.ok ? await answer.json() : null;
      if (missing && mine === asked) draw(missing);
    } catch { /* offline: the last answer is shown until the next action is saved */ }
  };
  const later = (wait) => { clearTimeout(timer); timer = setTimeout(ask, wait); };
  judging.saved((slot, answer) => {
    if (slot === "submitted" && answer === null) { location.reload(); return; }
    later(100);
  });
  judging.on(() => later(400)); // what another window did counts here too
  draw(JSON.parse(root.dataset.state));
})();
