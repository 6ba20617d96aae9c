// Grouping: what is in no group on the left, groups on the right, each with what is wrong with it by the rules of the server.
(() => {
  "use strict";
  const { find, all, keys, judging, rows } = window.meadow;
  const box = find("#grouping");
  if (!judging || !rows || !box) return;
  const { values, act } = judging;
  const { make } = rows;
  let documents = [], known = new Map(), faults = new Map();
  const groupOf = (key) => { const held = values.get(`group/${key}`); return held === undefined || held === "aside" ? null : held; };
  const isAside = (key) => values.get(`group/${key}`) === "aside";
  const groups = () => {
    const members = new Map();
    for (const key of known.keys()) { const own = groupOf(key); if (own) members.set(own, [...(members.get(own) ?? []), key]); }
    const ranked = (values.get("ranking") ?? []).filter((key) => members.has(key));
    return [...ranked, ...[...members.keys()].filter((key) => !ranked.includes(key))].map((key) => ({ key, members: members.get(key), ranked: ranked.includes(key) }));
  };
  const mark = rows.pointer(() => all("[data-row]", box).filter((each) => each.offsetParent));
  const words = (key) => {
    const { text, number, document: from } = known.get(key);
    return make("p", { class: "words", lang: from.language, dir: "auto" }, make("span", { class: "number", "aria-hidden": "true" }, String(number)), text);
  };
  const tool = (label, what, name) => make("button", { type: "button", class: "small", "data-do": what, "aria-label": name }, label);
  const line = (key, tools, extra = {}) => make("li", { "data-row": key, tabindex: "-1", ...extra }, words(key), make("div", { class: "row-tools" }, ...tools), ...rows.beside(`group/${key}`));
  const free = (key) => line(key, [tool("New group", "new", `New group with sentence ${known.get(key).number}`), tool("Set aside", "out", `Set sentence ${known.get(key).number} aside`)]);
  const drawGroup = (group, place) => {
    const label = values.get(`label/${group.key}`);
    const members = group.members.map((key) => line(key, [
      tool(key === label ? "Label ✓" : "Make label", "label", `${key === label ? "The label: " : "Make label: "}sentence ${known.get(key).number}`),
      tool("Out", "out", `Take sentence ${known.get(key).number} out`),
    ], { class: key === label ? "is-label" : "" }));
    const problems = (faults.get(group.key) ?? []).map((each) => make("li", {}, each));
    const head = make("div", { class: "group-head" }, make("h3", {}, `Group ${place + 1}`), make("span", { class: "meta" }, group.ranked ? "ranked" : "not ranked yet"),
      tool("Add marked", "add", `Put the marked sentence into group ${place + 1}`), tool("↑", "up", `Rank group ${place + 1} higher`), tool("↓", "down", `Rank group ${place + 1} lower`));
    return make("li", { "data-group": group.key, class: "group" }, head, make("ol", { class: "rows" }, ...members), make("ul", { class: "faults" }, ...problems));
  };
  const draw = () => {
    const focused = document.activeElement.closest("[data-row]") && box.contains(document.activeElement);
    const open = documents.map((each) => ({ each, keys: each.sentences.map(({ key }) => key).filter((key) => !groupOf(key) && !isAside(key)) })).filter((one) => one.keys.length);
    find("#left").replaceChildren(...(open.length ? open.map(({ each, keys: own }) => make("section", {}, make("p", { class: "meta" }, `${each.source} · ${each.when}`), make("ol", { class: "rows" }, ...own.map(free)))) : [make("p", { class: "meta" }, "Every sentence is in a group or set aside.")]));
    const aside = [...known.keys()].filter(isAside);
    find("#aside-count").textContent = String(aside.length);
    find("#aside-rows").replaceChildren(...aside.map((key) => line(key, [tool("Take back", "out", `Take sentence ${known.get(key).number} back`)])));
    const made = groups();
    find("#groups").replaceChildren(...(made.length ? made.map(drawGroup) : [make("li", { class: "meta" }, "No group yet. Mark a sentence and press a.")]));
    mark.draw();
    if (focused) mark.row()?.focus({ preventScroll: true });
  };
  const fresh = () => {
    const used = [...values].filter(([slot]) => slot.startsWith("group/")).map(([, key]) => Number(/^g(\d+)/.exec(key)?.[1] ?? 0));
    return `g${Math.max(0, ...used) + 1}-${[...crypto.getRandomValues(new Uint8Array(2))].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  };
  const say = rows.say;
  const following = (key) => {
    const before = all("[data-row]", find("#left")).map((each) => each.dataset.row);
    const at = before.indexOf(key);
    return at < 0 ? key : before[at + 1] ?? before[at - 1] ?? key;
  };
  const put = (key, group) => {
    const next = following(key);
    act(`group/${key}`, group);
    const target = all("[data-row]", box).find((each) => each.dataset.row === next && each.offsetParent);
    if (target) mark.point(target);
  };
  const into = (place) => {
    const target = groups()[place], key = mark.row()?.dataset.row;
    if (!target || !key) { say(`There is no group ${place + 1}.`); return; }
    put(key, target.key);
    say(`Sentence ${known.get(key).number} is in group ${place + 1}.`);
  };
  const begin_ = (key) => { if (key) { put(key, fresh()); say(`Sentence ${known.get(key).number} begins a group.`); } };
  const out = (key) => {
    if (!key) return;
    const held = values.get(`group/${key}`);
    put(key, held === undefined ? "aside" : null);
    say(`Sentence ${known.get(key).number} is ${held === undefined ? "set aside" : "in no group"}.`);
  };
  const label = (key) => { const own = key && groupOf(key); if (own) { act(`label/${own}`, key); say(`Sentence ${known.get(key).number} is the label of its group.`); } };
  const rank = (group, by) => {
    const order = groups().map((each) => each.key), at = order.indexOf(group), to = at + by;
    if (at < 0 || to < 0 || to >= order.length) return;
    [order[at], order[to]] = [order[to], order[at]];
    act("ranking", order);
    say(`Group ${at + 1} is now group ${to + 1}.`);
  };
  const marked = () => mark.row()?.dataset.row ?? null;
  for (let number = 1; number < 10; number += 1) keys[String(number)] = () => into(number - 1);
  Object.assign(keys, {
    a: () => begin_(marked()), l: () => label(marked()), Backspace: () => out(marked()),
    j: () => mark.move(1), k: () => mark.move(-1), d: () => mark.dispute(),
  });
  addEventListener("keydown", (event) => {
    if (!event.altKey || !["ArrowUp", "ArrowDown"].includes(event.key) || event.target.closest("input, textarea")) return;
    const own = marked() && groupOf(marked());
    if (own) { event.preventDefault(); rank(own, event.key === "ArrowUp" ? -1 : 1); }
  });
  addEventListener("click", async (event) => {
    const pressed = event.target.closest("#grouping [data-do]");
    const row = event.target.closest("#grouping [data-row]");
    const group = event.target.closest("#grouping [data-group]")?.dataset.group;
    const what = pressed?.dataset.do;
    if (row) mark.point(row, !pressed);
    if (what === "new") begin_(row.dataset.row);
    if (what === "out") out(row.dataset.row);
    if (what === "label") label(row.dataset.row);
    if (what === "add" && marked()) put(marked(), group);
    if (what === "up" || what === "down") rank(group, what === "up" ? -1 : 1);
    if (event.target.closest("#new-group")) begin_(marked());
    if (event.target.closest("#rank")) act("ranking", groups().map((each) => each.key));
    if (event.target.closest("#suggest")) await suggest();
  });
  const suggest = async () => {
    const answer = await fetch(`${judging.base}/suggest?${new URLSearchParams({ item: judging.item })}`, { headers: { Accept: "application/json" } });
    const reply = await answer.json();
    if (!answer.ok) { judging.notify(reply.error.problem); return; }
    for (const [slot, held] of reply.slots) if (!slot.startsWith("group/") || !values.has(slot)) act(slot, held);
    say(`Meadow suggests ${reply.groups} groups. Change them as you like.`);
  };
  judging.on((slot) => { if (known.size && /^(group|label)\/|^ranking$/.test(slot)) draw(); });
  find("#judging").addEventListener("live", ({ detail }) => {
    faults = new Map((detail.groups ?? []).map((each) => [each.key, each.faults]));
    for (const each of all("[data-group]", box)) find(".faults", each).replaceChildren(...(faults.get(each.dataset.group) ?? []).map((problem) => make("li", {}, problem)));
  });
  const begin = async () => {
    ({ documents, known } = await rows.articles());
    box.hidden = false;
    draw();
    mark.begin();
    box.dataset.ready = "yes";
  };
  begin().catch(rows.failed);
})();
