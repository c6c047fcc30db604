// A custom call opens to its decoded kernel, in a dialog over the x-ray.

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a.opens") : null;
  if (!(link instanceof HTMLAnchorElement)) return;
  const fold = document.getElementById(decodeURIComponent(link.hash.slice(1)));
  if (!(fold instanceof HTMLDetailsElement)) return;
  event.preventDefault();
  show(fold, link);
});

/**
 * @param {HTMLDetailsElement} fold
 * @param {HTMLElement} opener
 */
function show(fold, opener) {
  const dialog = document.createElement("dialog");
  dialog.className = "kernel-dialog";
  const title = document.createElement("h2");
  title.id = "kernel-title";
  title.textContent = fold.querySelector("summary")?.textContent ?? "";
  dialog.setAttribute("aria-labelledby", title.id);
  const close = document.createElement("button");
  close.type = "button";
  close.className = "close";
  close.setAttribute("aria-label", "Close the kernel");
  close.textContent = "×";
  close.addEventListener("click", () => dialog.close());
  const listing = /** @type {HTMLElement} */ (fold.querySelector(".framed"));
  dialog.append(close, title, listing); // moved, not copied: ids stay unique
  document.body.append(dialog);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => {
    fold.append(listing);
    dialog.remove();
    opener.focus();
  });
  dialog.showModal();
}

export {};
