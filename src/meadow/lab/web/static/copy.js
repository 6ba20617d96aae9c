// A table as Markdown, LaTeX or CSV goes to the clipboard; without scripts, or without a clipboard, the link shows it.
(() => {
  "use strict";
  if (!navigator.clipboard) return;
  const told = document.querySelector("#copied");
  for (const link of document.querySelectorAll("[data-copy]")) {
    link.prepend("Copy ");
    link.addEventListener("click", async (event) => {
      event.preventDefault();
      try {
        const answer = await fetch(link.href);
        if (!answer.ok) throw new Error(answer.statusText);
        await navigator.clipboard.writeText(await answer.text());
        told.textContent = `${link.dataset.copy} copied.`;
      } catch {
        location.href = link.href;
      }
    });
  }
})();
