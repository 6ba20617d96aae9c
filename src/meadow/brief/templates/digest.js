// The page reads without this: it filters and orders the list of stories, and opens the one that an address names.
(() => {
  "use strict";
  const list = document.getElementById("stories");
  const stories = [...list.children];
  const texts = stories.map((story) => story.textContent.toLowerCase());
  const filter = document.getElementById("filter");
  const order = document.getElementById("order");
  const shown = document.getElementById("shown");

  const keep = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    stories.forEach((story, place) => { story.hidden = !words.every((word) => texts[place].includes(word)); });
    const left = stories.filter((story) => !story.hidden).length;
    shown.textContent = words.length ? `${left} of ${stories.length} stories` : "";
  };
  const sort = () => {
    const latest = order.value === "latest";
    const before = (a, b) => (latest ? b.dataset.last.localeCompare(a.dataset.last) : 0) || a.dataset.number - b.dataset.number;
    list.append(...[...stories].sort(before));
  };
  const reveal = () => {
    const target = document.getElementById(location.hash.slice(1));
    const story = target && target.closest("details.story");
    if (story) { story.open = true; target.scrollIntoView(); }
  };
  filter.addEventListener("input", keep);
  order.addEventListener("change", sort);
  addEventListener("hashchange", reveal);
  document.getElementById("tools").hidden = false;
  keep();
  sort();
  reveal();
})();
