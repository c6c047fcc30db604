// The frame that a timeline is seen through: how wide it is drawn, what part is in view, its axis.
// Bars stand at shares of the width, so widening the drawing zooms in, and scrolling it pans.

const SVG = "http://www.w3.org/2000/svg";
/** Pixels that browsers still lay out exactly. */
const WIDEST = 4_000_000;
/** Pixels of the narrowest bar at the closest look. */
const CLOSEST = 60;
/** Pixels under which a bar's name would be cut to nothing. */
const NAMED = 30;

/** @type {HTMLElement} */
let strip;
/** @type {SVGSVGElement} */
let drawing;
/** @type {SVGAElement[][]} */
let rows = [];
let end = 1;
let unit = "cycle";
let scale = 1;
let most = 1;
/** The bar that Tab goes to. @type {SVGAElement | null} */
let stop = null;

/** @param {EventTarget | null} target @returns {SVGAElement | null} the bar that it belongs to */
export function closest(target) {
  const bar = target instanceof Element ? target.closest(".bar") : null;
  return bar instanceof SVGAElement ? bar : null;
}

/** @param {SVGAElement} bar @returns {{start: number, length: number}} as shares of the whole */
function placeOf(bar) {
  const box = /** @type {Element} */ (bar.firstElementChild);
  const width = box.getAttribute("width") ?? "";
  const length = width.endsWith("%") ? parseFloat(width) / 100 : 0;
  return { start: parseFloat(box.getAttribute("x") ?? "0") / 100, length };
}

/** @param {SVGAElement} bar @returns {{bars: SVGAElement[], row: number, at: number}} */
export function rowsOf(bar) {
  const row = rows.findIndex((bars) => bars.includes(bar));
  return { bars: rows[row] ?? [bar], row, at: (rows[row] ?? [bar]).indexOf(bar) };
}

/**
 * The bar that lies nearest in a row above or below.
 * @param {SVGAElement} bar
 * @param {number} step
 * @returns {SVGAElement | null}
 */
export function nextBar(bar, step) {
  const other = rows[rowsOf(bar).row + step];
  if (!other) return null;
  const middle = middleOf(bar);
  return other.reduce((best, each) => (Math.abs(middleOf(each) - middle) < Math.abs(middleOf(best) - middle) ? each : best));
}

/** @param {SVGAElement} bar */
function middleOf(bar) {
  const { start, length } = placeOf(bar);
  return start + length / 2;
}

/** @param {SVGAElement} bar */
export function focusBar(bar) {
  stop?.setAttribute("tabindex", "-1");
  bar.setAttribute("tabindex", "0");
  stop = bar;
  if (document.activeElement !== bar) bar.focus({ preventScroll: true });
  const { start, length } = placeOf(bar);
  const width = drawn();
  const from = start * width;
  const to = (start + length) * width;
  const margin = Math.min(40, strip.clientWidth / 8);
  if (to > strip.scrollLeft + strip.clientWidth - margin) strip.scrollLeft = Math.min(from - margin, to - strip.clientWidth + margin);
  if (from < strip.scrollLeft + margin) strip.scrollLeft = Math.max(0, from - margin);
}

/** @returns {number} pixels that the whole is drawn over */
function drawn() {
  return drawing.getBoundingClientRect().width || 1;
}

/**
 * Zooms by a factor around a place of the view, by default the focused bar or the middle.
 * @param {number} factor
 * @param {number} [x] pixels from the left of the view
 */
export function zoomBy(factor, x) {
  const view = strip.clientWidth;
  const anchor = x ?? anchorOf(view);
  const at = (strip.scrollLeft + anchor) / drawn();
  const wanted = Math.max(1, Math.min(most, scale * factor));
  if (wanted === scale) return;
  scale = wanted;
  widen();
  strip.scrollLeft = at * drawn() - anchor;
  redraw();
}

/** @param {number} view */
function anchorOf(view) {
  if (!stop || document.activeElement !== stop) return view / 2;
  const middle = middleOf(stop) * drawn() - strip.scrollLeft;
  return middle >= 0 && middle <= view ? middle : view / 2;
}

function widen() {
  /** @type {HTMLElement} */ (drawing.parentElement).style.width = `${100 * scale}%`;
}

export function zoomToAll() {
  scale = 1;
  widen();
  strip.scrollLeft = 0;
  redraw();
}

/** @param {number} share of the view */
export function panBy(share) {
  strip.scrollLeft += share * strip.clientWidth;
}

// ---- What depends on the width: the axis, names that fit, the words for what is in view.

let waiting = false;

function redraw() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    const width = drawn();
    for (const bar of rows.flat()) {
      const { length } = placeOf(bar);
      bar.classList.toggle("slim", length > 0 && length * width < NAMED);
    }
    drawAxis(width);
    drawWindow(width);
    const root = strip.closest("[data-unit]");
    root?.classList.toggle("zoomed", scale > 1);
    for (const [name, off] of /** @type {const} */ ([["in", scale >= most], ["out", scale <= 1], ["all", scale <= 1]])) {
      root?.querySelector(`[data-zoom="${name}"]`)?.toggleAttribute("disabled", off);
    }
  });
}

/** @param {number} width */
function drawAxis(width) {
  const axis = drawing.querySelector(".axis");
  if (!axis) return;
  const from = (strip.scrollLeft / width) * end;
  const seen = Math.min(1, strip.clientWidth / width) * end;
  const step = niceStep(seen, Math.max(4, Math.floor(strip.clientWidth / 110)));
  const parts = [];
  for (let at = Math.ceil(from / step) * step; at <= Math.min(end, from + seen); at += step) {
    const x = `${(100 * at) / end}%`;
    const place = ((at - from) / seen) * strip.clientWidth;
    const edge = place < 30 ? "first" : place > strip.clientWidth - 64 ? "last" : "";
    parts.push(made("line", { x1: x, x2: x, y1: "16", y2: drawing.getAttribute("height") ?? "0" }), made("text", { x, y: "12", class: edge }, amount(at, step)));
  }
  axis.replaceChildren(...parts);
}

/** @param {number} width */
function drawWindow(width) {
  const place = strip.closest("[data-unit]")?.querySelector("[data-window]");
  if (!place) return;
  const from = (strip.scrollLeft / width) * end;
  const to = Math.min(end, from + (strip.clientWidth / width) * end);
  const fine = (to - from) / 100;
  place.textContent = scale > 1 ? `${amount(from, fine)} to ${amount(to, fine)} of ${amount(end, end / 1000)}` : "";
}

/**
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {string} [text]
 */
function made(name, attributes, text = "") {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

/**
 * A step of 1, 2 or 5 times a power of ten, so that about `marks` fit into a length.
 * @param {number} length
 * @param {number} marks
 */
export function niceStep(length, marks) {
  const power = 10 ** Math.floor(Math.log10(Math.max(length / marks, 1)));
  const factor = [1, 2, 5, 10].find((each) => length <= marks * power * each) ?? 10;
  return Math.max(1, power * factor);
}

const TIMES = /** @type {const} */ ([[1e12, "s"], [1e9, "ms"], [1e6, "µs"], [1e3, "ns"], [1, "ps"]]);

/**
 * An amount with as many digits as a step between marks asks for.
 * @param {number} value
 * @param {number} step
 */
function amount(value, step) {
  if (unit !== "ps") return Math.round(value).toLocaleString("en-US");
  if (value === 0) return "0";
  const [size, symbol] = TIMES.find(([each]) => Math.max(value, step) >= each) ?? [1, "ps"];
  const digits = Math.max(0, Math.min(9, Math.ceil(-Math.log10(step / size) - 1e-9)));
  return `${(value / size).toFixed(digits)} ${symbol}`;
}

// ---- Dragging, the wheel, and the start.

function startDragging() {
  let from = 0;
  let scrolled = 0;
  let dragging = false;
  strip.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    from = event.clientX;
    scrolled = strip.scrollLeft;
    dragging = false;
    const move = (/** @type {PointerEvent} */ now) => {
      if (!dragging && Math.abs(now.clientX - from) < 5) return;
      dragging = true;
      strip.classList.add("dragging");
      strip.scrollLeft = scrolled - (now.clientX - from);
    };
    const up = () => {
      window.removeEventListener("pointermove", move);
      strip.classList.remove("dragging");
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", up, { once: true });
  });
  strip.addEventListener("dragstart", (event) => event.preventDefault());
  strip.addEventListener(
    "click",
    (event) => {
      if (!dragging) return;
      dragging = false; // the drag ended on a bar: that was no click on it
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
}

/** @param {HTMLElement} root */
export function frame(root) {
  strip = /** @type {HTMLElement} */ (root.querySelector("[data-strip]"));
  drawing = /** @type {SVGSVGElement} */ (strip.querySelector("svg.tl"));
  end = Number(root.dataset.end) || 1;
  unit = root.dataset.unit ?? "cycle";
  rows = [...drawing.querySelectorAll(".row")].map((row) => [...row.querySelectorAll(".bar")].flatMap((bar) => (bar instanceof SVGAElement ? [bar] : [])));
  // In the file marks come last, so that they lie on top.
  rows = rows.filter((row) => row.length).map((row) => row.sort((a, b) => placeOf(a).start - placeOf(b).start));
  const narrowest = rows.flat().reduce((least, bar) => Math.min(least, placeOf(bar).length || 1), 1);
  const view = Math.max(strip.clientWidth, 200);
  most = Math.max(8, Math.min(WIDEST / view, CLOSEST / (narrowest * view)));
  stop = (rows.find((row) => row.some((bar) => bar.classList.contains("work"))) ?? rows[0])?.[0] ?? null;
  stop?.setAttribute("tabindex", "0");
  strip.addEventListener("scroll", redraw, { passive: true });
  strip.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoomBy(Math.exp(-event.deltaY / 200), event.clientX - strip.getBoundingClientRect().left);
    },
    { passive: false },
  );
  startDragging();
  new ResizeObserver(redraw).observe(strip);
  redraw();
}
