// `?` shows the keys of this page.

export function startKeys() {
  const dialog = /** @type {HTMLDialogElement | null} */ (document.getElementById("keys"));
  if (!dialog) return;
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    event.preventDefault();
    if (dialog.open) dialog.close();
    else dialog.showModal();
  });
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("[data-keys]")) dialog.showModal();
    const closed = target?.closest("[data-close]")?.closest("dialog");
    if (closed) closed.close();
    if (target instanceof HTMLDialogElement) target.close(); // a click on the backdrop
  });
}

/** @param {EventTarget | null} target */
function typing(target) {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input:not([type=radio], [type=checkbox]), textarea, select"));
}
