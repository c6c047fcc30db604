// Lines of panes: finding them, their neighbors, and where they stand in their listing.

/** Panes in their order on the page. */
export const PANES = ["py", "mlir", "hlo"];

/** @param {string} id @returns {HTMLElement | null} */
export function lineOf(id) {
  const line = document.getElementById(id);
  return line instanceof HTMLLIElement ? line : null;
}

/** @param {HTMLElement} line */
export function paneOf(line) {
  return line.closest("[data-pane]")?.getAttribute("data-pane") ?? "";
}

/** @param {HTMLElement} line */
export function numberOf(line) {
  return Number(line.id.slice(line.id.lastIndexOf("-") + 1));
}

/** @param {HTMLElement} line @returns {string[]} ids of its counterparts */
export function linksOf(line) {
  return line.dataset.links?.split(" ") ?? [];
}

/** @param {string} pane @returns {HTMLElement | null} */
export function listingOf(pane) {
  return document.querySelector(`[data-pane="${pane}"] .listing`);
}

/**
 * The line `steps` further down (up, if negative), the last or first one if there are fewer. Folded
 * lines are passed over.
 * @param {HTMLElement} line
 * @param {number} steps
 */
export function neighbor(line, steps) {
  let found = line;
  for (let left = Math.abs(steps); left > 0; left -= 1) {
    const next = beside(found, steps > 0);
    if (!next) break;
    found = next;
  }
  return found;
}

/**
 * @param {HTMLElement} line
 * @param {boolean} down
 * @returns {HTMLElement | null}
 */
function beside(line, down) {
  const sibling = down ? line.nextElementSibling : line.previousElementSibling;
  if (sibling instanceof HTMLElement) return sibling;
  /** @type {Element | null} */
  let list = line.parentElement;
  while (list) {
    const block = list.closest("details.run") ?? list;
    const next = down ? block.nextElementSibling : block.previousElementSibling;
    if (!next) return null;
    list = next instanceof HTMLDetailsElement ? next.querySelector("ol") : next;
    if (next instanceof HTMLDetailsElement && !next.open) continue;
    const end = down ? list?.firstElementChild : list?.lastElementChild;
    if (end instanceof HTMLElement) return end;
  }
  return null;
}

/** @param {string} pane @param {boolean} last @returns {HTMLElement | null} */
export function endOf(pane, last) {
  const lines = listingOf(pane)?.querySelectorAll(":scope > ol > li");
  return /** @type {HTMLElement | null} */ (lines?.[last ? lines.length - 1 : 0] ?? null);
}

/** @param {HTMLElement} line how many lines of its listing fit in the frame */
export function pageOf(line) {
  const listing = line.closest(".listing");
  return Math.max(1, Math.floor((listing?.clientHeight ?? 0) / Math.max(1, line.offsetHeight)) - 2);
}

/**
 * How far down its listing a line stands, from 0 to 1, without laying out lines out of view.
 * @param {HTMLElement} line
 * @param {HTMLElement} listing
 */
export function placeOf(line, listing) {
  const run = line.closest("details.run:not([open])");
  const list = /** @type {HTMLOListElement} */ (line.parentElement);
  if (run instanceof HTMLElement) return run.offsetTop / listing.scrollHeight;
  if (!list.classList.contains("chunk")) return (line.offsetTop + line.offsetHeight / 2) / listing.scrollHeight;
  const share = (numberOf(line) - list.start + 0.5) / list.childElementCount;
  return (list.offsetTop + share * list.offsetHeight) / listing.scrollHeight;
}

/**
 * Brings a line into view inside its listing, and leaves the page where it is.
 * @param {HTMLElement} line
 */
export function reveal(line) {
  const run = line.closest("details.run");
  if (run instanceof HTMLDetailsElement) run.open = true;
  const listing = /** @type {HTMLElement | null} */ (line.closest(".listing"));
  if (!listing || listing.clientHeight === 0) return;
  const at = line.getBoundingClientRect();
  const frame = listing.getBoundingClientRect();
  const margin = Math.min(48, frame.height / 4);
  if (at.top < frame.top + margin) listing.scrollTop -= frame.top + margin - at.top;
  else if (at.bottom > frame.bottom - margin) listing.scrollTop += at.bottom - frame.bottom + margin;
}

/**
 * Scrolls the page as little as it takes to see a line, above what is pinned at the foot.
 * @param {HTMLElement} line
 */
export function bringIntoView(line) {
  const at = line.getBoundingClientRect();
  const pinned = document.querySelector(".dock button") ? (document.querySelector(".foot")?.clientHeight ?? 0) : 0;
  const low = window.innerHeight - pinned - 8;
  if (at.top < 8) window.scrollBy(0, at.top - 8);
  else if (at.bottom > low) window.scrollBy(0, at.bottom - low);
}

/**
 * Words with names between backticks, as nodes.
 * @param {string} words
 * @returns {Node[]}
 */
export function withCode(words) {
  return words.split("`").map((part, index) => {
    if (index % 2 === 0) return document.createTextNode(part);
    const code = document.createElement("code");
    code.textContent = part;
    return code;
  });
}
