// Lines to choose: the Python that asked for a line lights up while the line is pointed at, or has the focus.

/** @type {Set<Element>} */
const lit = new Set();

/** @param {EventTarget | null} target */
function labelOf(target) {
  return target instanceof Element ? target.closest(".lines-to-choose label") : null;
}

/**
 * Lights the counterparts of a line, and those alone; null for none.
 * @param {Element | null} label
 */
function light(label) {
  for (const line of lit) line.classList.remove("mark");
  lit.clear();
  const ids = label?.getAttribute("data-lights")?.split(" ") ?? [];
  for (const id of ids) {
    const line = document.getElementById(id);
    if (!line) continue;
    line.classList.add("mark");
    lit.add(line);
  }
  const [first] = lit;
  if (first) bringIntoView(first);
}

/**
 * Scrolls the listing that a line stands in, and never the page.
 * @param {Element} line
 */
function bringIntoView(line) {
  const pane = line.closest(".listing");
  if (!pane) return;
  const { top, bottom } = line.getBoundingClientRect();
  const frame = pane.getBoundingClientRect();
  if (top < frame.top || bottom > frame.bottom) pane.scrollTop += top - frame.top - pane.clientHeight / 3;
}

document.addEventListener("focusin", (event) => {
  const label = labelOf(event.target);
  if (label) light(label);
});
document.addEventListener("pointerover", (event) => {
  const label = labelOf(event.target);
  if (label) light(label);
});
document.addEventListener("pointerout", (event) => {
  if (labelOf(event.target) && !labelOf(event.relatedTarget)) light(labelOf(document.activeElement));
});
