// While a list of stories is open: how many articles have come since, without a reload. Without scripts a reload shows it.
(() => {
  "use strict";
  const list = document.querySelector("#lines");
  if (!list || !window.EventSource) return;
  const notice = document.createElement("p");
  notice.className = "arrivals";
  notice.setAttribute("role", "status");
  list.before(notice);
  const link = document.createElement("a");
  link.href = location.href;
  const events = new EventSource("/events");
  events.addEventListener("new", (event) => {
    const count = JSON.parse(event.data).articles;
    link.textContent = `${count.toLocaleString("en")} new ${count === 1 ? "article" : "articles"}: show`;
    if (!link.isConnected) notice.append(link);
  });
  addEventListener("pagehide", () => events.close());
})();
