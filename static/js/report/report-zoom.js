// Timelines that widen: by buttons, and by + and − on the timeline itself; it then scrolls.

const WIDEST = 64;

/** @param {HTMLElement} figure */
export function startZoom(figure) {
  const scroller = /** @type {HTMLElement | null} */ (figure.querySelector(".timeline"));
  const canvas = /** @type {HTMLElement | null} */ (figure.querySelector(".bars"));
  const said = figure.querySelector("output");
  if (!scroller || !canvas) return;
  let zoom = 1;

  /** @param {number} factor */
  const widen = (factor) => {
    const middle = (scroller.scrollLeft + scroller.clientWidth / 2) / zoom;
    zoom = Math.max(1, Math.min(WIDEST, zoom * factor));
    canvas.style.width = `${100 * zoom}%`;
    scroller.scrollLeft = middle * zoom - scroller.clientWidth / 2;
    if (said) said.textContent = zoom > 1 ? `${zoom} times as wide` : "";
  };
  figure.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button[data-zoom]") : null;
    if (button instanceof HTMLElement) widen(Number(button.dataset.zoom));
  });
  scroller.addEventListener("keydown", (event) => {
    if (event.key === "+" || event.key === "=") widen(2);
    else if (event.key === "-") widen(0.5);
    else return;
    event.preventDefault();
  });
  scroller.addEventListener("pointerover", (event) => {
    const bar = event.target instanceof SVGRectElement ? event.target : null;
    const words = bar?.querySelector("title")?.textContent;
    const told = figure.querySelector("[data-told]");
    if (words && told) told.textContent = words;
  });
}
