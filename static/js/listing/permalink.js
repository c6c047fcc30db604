// A click on a line's number: the address of that line, also on the clipboard.

document.addEventListener("click", (event) => {
  const number = event.target instanceof Element ? event.target.closest("a.n") : null;
  if (!(number instanceof HTMLAnchorElement)) return;
  navigator.clipboard?.writeText(number.href).catch(() => {});
});

export {};
