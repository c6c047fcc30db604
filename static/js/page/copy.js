// Copy buttons: a listing's verbatim text, or a command.

/** @param {Element} place */
export function textOf(place) {
  const lines = [...place.querySelectorAll(".lines > li")];
  return lines.length ? lines.map((line) => line.textContent).join("\n") : (place.textContent ?? "");
}

export function startCopying() {
  document.addEventListener("click", async (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-copy]") : null;
    if (!(button instanceof HTMLElement)) return;
    const place = document.getElementById(button.dataset.copy ?? "");
    if (!place) return;
    const said = button.textContent;
    try {
      await navigator.clipboard.writeText(textOf(place));
      button.textContent = "copied";
    } catch {
      button.textContent = "could not copy";
    }
    setTimeout(() => (button.textContent = said), 1600);
  });
}
