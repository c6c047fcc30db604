// A long text as a listing of which only the lines in view are drawn: a list box, one option a line.

import { lineNodes } from "./report-tokens.js";

/** Lines drawn above and below those in view. */
const BESIDE = 6;
/** Marks beside the scroll bar at most. */
const MARKS = 300;

/**
 * @typedef {{values: any[], at: number[]}} Table
 * @typedef {{roles: Table, notes: Table, links: Table, start: number}} Marks
 */

export class Listing {
  /**
   * @param {HTMLElement} box the scrolling element, empty
   * @param {string[]} lines
   * @param {Marks} marks
   */
  constructor(box, lines, marks) {
    this.box = box;
    this.id = box.dataset.pane ?? "";
    this.kind = box.dataset.kind ?? "";
    this.lines = lines;
    this.marks = marks;
    /** The line that the keyboard is at, from 0. */
    this.here = Math.min(marks.start, lines.length) - 1;
    /** @type {Set<number>} lines that are lit */
    this.lit = new Set();
    /** @type {(line: number) => void} told when the line changes */
    this.onMove = () => {};
    /** @type {Map<number, HTMLLIElement>} */
    this.drawn = new Map();
    /** The first line that is drawn, and the one after the last. */
    this.first = 0;
    this.last = 0;
    this.waiting = false;
    this.height = 20;
    this.canvas = document.createElement("div");
    this.canvas.className = "canvas";
    this.canvas.setAttribute("role", "presentation");
    this.rows = document.createElement("div");
    this.rows.className = "rows";
    this.rows.setAttribute("role", "presentation");
    // All numbers are one element that stays at the left: forty that stay each would cost more.
    this.numbers = document.createElement("div");
    this.numbers.className = "numbers";
    this.numbers.setAttribute("aria-hidden", "true");
    this.list = document.createElement("ol");
    this.list.className = "lines";
    this.list.setAttribute("role", "presentation");
    this.rows.append(this.numbers, this.list);
    this.canvas.append(this.rows);
    this.#start();
  }

  #start() {
    const { box } = this;
    box.replaceChildren(this.canvas);
    box.classList.add(`w${String(this.lines.length).length}`);
    box.setAttribute("role", "listbox");
    box.tabIndex = 0;
    box.removeAttribute("aria-busy");
    box.addEventListener("scroll", () => this.#soon(), { passive: true });
    box.addEventListener("keydown", (event) => this.#onKey(event));
    box.addEventListener("click", (event) => {
      const line = event.target instanceof Element ? event.target.closest("li") : null;
      if (line) this.go(this.#numberOf(line));
    });
    this.#measure();
    this.reveal(this.here, "start");
    new ResizeObserver(() => {
      this.#measure();
      this.draw(true);
    }).observe(box);
  }

  /** How high a line is: asked of a drawn one, for fonts and zoom change it. */
  #measure() {
    this.draw(true);
    const first = this.list.firstElementChild;
    const height = first?.getBoundingClientRect().height ?? 0;
    if (height > 4) this.height = height;
    this.canvas.style.height = `${this.lines.length * this.height}px`;
  }

  #soon() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  /**
   * Draws the lines in view, and keeps those that are drawn already.
   * @param {boolean} [anew]
   */
  draw(anew = false) {
    const { scrollTop, clientHeight } = this.box;
    const first = Math.max(0, Math.floor(scrollTop / this.height) - BESIDE);
    const last = Math.min(this.lines.length, Math.ceil((scrollTop + clientHeight) / this.height) + BESIDE);
    if (!anew && first === this.first && last === this.last) return;
    this.first = first;
    this.last = last;
    /** @type {Map<number, HTMLLIElement>} */
    const rows = new Map();
    for (let at = first; at < last; at += 1) rows.set(at, (anew ? null : this.drawn.get(at)) ?? this.#row(at));
    this.drawn = rows;
    this.numbers.textContent = Array.from({ length: last - first }, (_, at) => first + at + 1).join("\n");
    this.list.replaceChildren(...rows.values());
    this.rows.style.transform = `translateY(${first * this.height}px)`;
    this.#tellHere();
  }

  /** @param {number} at @returns {HTMLLIElement} */
  #row(at) {
    const row = document.createElement("li");
    row.id = `${this.id}-${at + 1}`;
    row.setAttribute("role", "option");
    row.setAttribute("aria-setsize", String(this.lines.length));
    row.setAttribute("aria-posinset", String(at + 1));
    row.className = this.roles(at);
    if (!this.lines[at].trim()) row.setAttribute("aria-label", "blank line");
    const body = document.createElement("span");
    body.append(...lineNodes(this.lines[at], this.kind));
    row.append(body);
    this.#dress(row, at);
    return row;
  }

  /** @param {HTMLLIElement} row @param {number} at */
  #dress(row, at) {
    row.classList.toggle("here", at === this.here);
    row.classList.toggle("lit", this.lit.has(at));
    row.setAttribute("aria-selected", String(at === this.here));
  }

  #tellHere() {
    const row = this.drawn.get(this.here);
    if (row) this.box.setAttribute("aria-activedescendant", row.id);
    else this.box.removeAttribute("aria-activedescendant");
  }

  /** @param {number} at @returns {string} */
  roles(at) {
    return this.marks.roles.values[this.marks.roles.at[at]] ?? "";
  }

  /** @param {number} at @returns {string} */
  note(at) {
    return this.marks.notes.values[this.marks.notes.at[at]] ?? "";
  }

  /** Lines of the hub that belong to this one, from 1. @param {number} at @returns {number[]} */
  links(at) {
    return this.marks.links.values[this.marks.links.at[at]] ?? [];
  }

  /** Lines that lead to one of these lines of the hub, from 0. @param {Set<number>} wanted */
  leadingTo(wanted) {
    const places = new Set(this.marks.links.values.flatMap((lines, place) => (lines.some((/** @type {number} */ each) => wanted.has(each)) ? [place] : [])));
    /** @type {number[]} */
    const found = [];
    this.marks.links.at.forEach((place, at) => {
      if (places.has(place)) found.push(at);
    });
    return found;
  }

  /**
   * Makes a line the one that keys start from, and shows it.
   * @param {number} at
   * @param {{focus?: boolean, align?: "start" | "nearest"}} [how]
   */
  go(at, { focus = false, align = "nearest" } = {}) {
    const to = Math.max(0, Math.min(this.lines.length - 1, at));
    this.here = to;
    this.reveal(to, align);
    for (const [each, row] of this.drawn) this.#dress(row, each);
    this.#tellHere();
    if (focus) this.box.focus({ preventScroll: true });
    this.onMove(to);
  }

  /** @param {Iterable<number>} lines */
  light(lines) {
    this.lit = new Set(lines);
    for (const [each, row] of this.drawn) this.#dress(row, each);
    this.drawMarks(this.lit);
  }

  /** Where in the text lines are, beside the scroll bar. @param {Set<number>} lines */
  drawMarks(lines) {
    const marks = this.box.parentElement?.querySelector(".marks");
    if (!marks) return;
    const shown = [...lines].slice(0, MARKS).map((line) => {
      const mark = document.createElement("i");
      mark.style.top = `${((100 * (line + 0.5)) / this.lines.length).toFixed(2)}%`;
      return mark;
    });
    marks.replaceChildren(...shown);
  }

  /**
   * Scrolls a line into view, inside the listing alone.
   * @param {number} at
   * @param {"start" | "nearest"} align
   */
  reveal(at, align) {
    const { box, height } = this;
    const top = at * height;
    const margin = Math.min(3 * height, box.clientHeight / 4);
    if (align === "start") box.scrollTop = top - margin;
    else if (top < box.scrollTop + margin) box.scrollTop = top - margin;
    else if (top + height > box.scrollTop + box.clientHeight - margin) box.scrollTop = top + height + margin - box.clientHeight;
    this.draw();
  }

  /** @param {Element} row */
  #numberOf(row) {
    return Number(row.id.slice(row.id.lastIndexOf("-") + 1)) - 1;
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(this.box.clientHeight / this.height) - 2);
    /** @type {Record<string, number>} */
    const moves = {
      ArrowDown: this.here + 1,
      ArrowUp: this.here - 1,
      PageDown: this.here + page,
      PageUp: this.here - page,
      Home: 0,
      End: this.lines.length - 1,
    };
    if (!(event.key in moves)) return;
    event.preventDefault();
    this.go(moves[event.key]);
  }
}
