// A compile pass by pass: the whole text with the changes of one step, which keeps its place while
// one steps. Everything is read from the page's own list of passes, which also reads without this.

/** @typedef {{code: HTMLElement, key: string, old: number, new: number, kind: string}} Row */
/** @typedef {{item: HTMLElement, rows: Row[], keys: Set<string>}} Step */

const NAME = /^ +(?:ROOT )?%?([^ =(]+) = /;
const pane = /** @type {HTMLElement} */ (document.querySelector("[data-text]"));
const list = /** @type {HTMLElement} */ (document.querySelector("[data-list]"));
const slider = /** @type {HTMLInputElement} */ (document.querySelector("[data-slider]"));
const now = /** @type {HTMLElement} */ (document.querySelector("[data-now]"));
const find = /** @type {HTMLFormElement} */ (document.querySelector("[data-find]"));
const name = /** @type {HTMLInputElement} */ (find.querySelector("input"));
const found = /** @type {HTMLElement} */ (find.querySelector("[data-found]"));
const offs = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll("[data-off]")]);

/** @type {Step[]} */
const steps = harvest();
let at = -1;
/** The pass that is asked for where it changed nothing: its item. @type {HTMLElement | null} */
let idle = null;
/** The instruction that is followed from step to step. */
let followed = "";
const texts = document.createElement("ol");
texts.className = "lines";
pane.append(texts);

// ---- Reading the list.

/** The steps, each with all its lines: what the list leaves out stands as it stood before. */
function harvest() {
  /** @type {Row[]} */
  let before = [];
  return [...list.querySelectorAll(".step")].map((item) => {
    const shown = [...item.querySelectorAll(".changes .lines > li")].map(rowOf);
    const rows = before.length ? together(before, shown) : shown;
    before = rows.filter((row) => row.kind !== "gone").map((row, place) => ({ ...row, old: place + 1, new: place + 1, kind: "kept" }));
    const link = document.createElement("a");
    link.href = `#${item.id}`;
    link.append(...(item.querySelector("summary")?.childNodes ?? []));
    item.replaceChildren(link);
    return { item: /** @type {HTMLElement} */ (item), rows, keys: new Set(before.map((row) => row.key)) };
  });
}

/** @param {Element} line @returns {Row} */
function rowOf(line) {
  const code = /** @type {HTMLElement} */ (line.querySelector(".code"));
  const [old, after] = [...line.querySelectorAll(".nos i")].map((each) => Number(each.textContent));
  return { code, key: keyOf(code.textContent ?? ""), old, new: after, kind: line.className };
}

/** @param {string} text @returns {string} the instruction that a line gives; "" for none */
function keyOf(text) {
  const match = NAME.exec(text);
  return match ? `%${match[1]}` : "";
}

/**
 * @param {Row[]} before all lines of the text before
 * @param {Row[]} shown the lines that changed, with some around them
 */
function together(before, shown) {
  /** @type {Row[]} */
  const rows = [];
  let taken = 0;
  let place = 0;
  /** @param {number} until */
  const keep = (until) => {
    while (taken < until) {
      const row = before[taken++];
      rows.push({ ...row, old: taken, new: ++place, kind: "kept" });
    }
  };
  for (const row of shown) {
    if (row.kind === "come") {
      rows.push({ ...row, new: ++place });
    } else if (row.kind === "gone") {
      keep(row.old - 1);
      rows.push({ ...row, old: ++taken });
    } else keep(row.old);
  }
  keep(before.length);
  return rows;
}

// ---- Showing a step.

/** @param {Row} row */
function lineOf(row) {
  const line = document.createElement("li");
  line.className = row.kind;
  line.dataset.key = row.key;
  const numbers = document.createElement("span");
  numbers.className = "nos";
  numbers.setAttribute("aria-hidden", "true");
  const sign = { come: "+", gone: "−", kept: "" }[row.kind] ?? "";
  for (const [tag, text] of [["i", row.kind === "come" ? "" : row.old], ["i", row.kind === "gone" ? "" : row.new], ["b", sign]]) {
    const part = document.createElement(String(tag));
    part.textContent = String(text);
    numbers.append(part);
  }
  line.append(numbers);
  if (row.kind !== "kept") {
    const said = document.createElement("span");
    said.className = "unseen-text";
    said.textContent = row.kind === "come" ? "new: " : "gone: ";
    line.append(said);
  }
  line.append(row.code.cloneNode(true));
  return line;
}

/** The line to hold still: the one followed if it is in view, else the one nearest the middle. */
function anchor(/** @type {Set<string>} */ wanted) {
  const view = pane.getBoundingClientRect();
  const middle = view.top + view.height / 2;
  let best = { key: "", top: 0, far: Infinity };
  for (const line of lines()) {
    const key = line.dataset.key ?? "";
    if (!key || !wanted.has(key)) continue;
    const box = line.getBoundingClientRect();
    if (box.bottom < view.top || box.top > view.bottom) continue;
    const far = key === followed ? -1 : Math.abs(box.top - middle);
    if (far < best.far) best = { key, top: box.top - view.top, far };
  }
  return best;
}

function lines() {
  return /** @type {HTMLElement[]} */ ([...texts.children]);
}

/** @param {string} key @returns {HTMLElement | undefined} the line that gives it, the new one if both stand here */
function lineWith(key) {
  const all = lines().filter((line) => line.dataset.key === key);
  return all.find((line) => !line.classList.contains("gone")) ?? all[0];
}

/** @param {HTMLElement} line @param {number} top where it shall stand, below the pane's top */
function hold(line, top) {
  texts.style.paddingTop = "0px";
  const here = line.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop;
  const scroll = here - top;
  if (scroll < 0) texts.style.paddingTop = `${-scroll}px`;
  pane.scrollTop = Math.max(0, scroll);
}

/**
 * @param {number} step
 * @param {{keep?: boolean, to?: string, pass?: HTMLElement | null}} how whether the place is kept;
 *   else the instruction to show, or the first change
 */
function show(step, { keep = true, to = "", pass = null } = {}) {
  const next = Math.max(0, Math.min(steps.length - 1, step));
  idle = pass;
  if (next !== at) {
    const { rows } = steps[next];
    const held = keep && at >= 0 ? anchor(new Set(rows.map((row) => row.key))) : null;
    at = next;
    texts.replaceChildren(...rows.map(lineOf));
    texts.style.paddingBottom = `${Math.round(pane.clientHeight * 0.6)}px`;
    mark();
    const line = held?.key ? lineWith(held.key) : undefined;
    if (held && line) hold(line, held.top);
    else if (keep && at >= 0) pane.scrollTop = Math.min(pane.scrollTop, pane.scrollHeight);
  }
  if (!keep) {
    const line = (to && lineWith(to)) || changed()[0];
    if (line) hold(line, Math.min(pane.clientHeight / 3, line.offsetTop));
    else hold(lines().find((each) => each.textContent?.includes("ENTRY ")) ?? lines()[0], pane.clientHeight / 5);
  }
  tell();
}

function changed() {
  return lines().filter((line) => line.className.startsWith("come") || line.className.startsWith("gone"));
}

/** Lights the instruction that is followed. */
function mark() {
  for (const line of lines()) line.classList.toggle("here", Boolean(followed) && line.dataset.key === followed);
}

function tell() {
  const { item, rows } = steps[at];
  const parts = item.querySelector("a")?.childNodes ?? [];
  const words = [...parts].map((part) => part.cloneNode(true));
  const lead = document.createElement("span");
  lead.textContent = at === 0 ? "" : `change ${at} of ${steps.length - 1} · pass `;
  if (idle) {
    const said = idle.querySelector("code")?.textContent ?? "";
    const here = at === 0 ? "it came in" : "the change before left it";
    now.replaceChildren(`pass ${idle.id.slice(5)} `, Object.assign(document.createElement("code"), { textContent: said }), `: the text is as ${here}, below.`);
  } else now.replaceChildren(lead, ...words);
  slider.value = String(at);
  slider.setAttribute("aria-valuetext", heard(now));
  for (const each of list.querySelectorAll("[aria-current]")) each.removeAttribute("aria-current");
  const current = idle ?? item;
  current.setAttribute("aria-current", "step");
  const fold = current.closest("details");
  if (fold) fold.open = true;
  const box = current.getBoundingClientRect();
  const frame = list.getBoundingClientRect();
  if (box.top < frame.top || box.bottom > frame.bottom) list.scrollTop += box.top - frame.top - frame.height / 3;
  for (const button of document.querySelectorAll("[data-go]")) {
    const first = /home|back/.test(button.getAttribute("data-go") ?? "");
    button.toggleAttribute("disabled", first ? at === 0 : at === steps.length - 1);
  }
  document.body.dataset.changes = String(rows.filter((row) => row.kind !== "kept").length);
  tellOff();
}

/** @param {HTMLElement} part @returns {string} what those hear who don't see it */
function heard(part) {
  const copy = /** @type {HTMLElement} */ (part.cloneNode(true));
  for (const unheard of copy.querySelectorAll("[aria-hidden]")) unheard.remove();
  return copy.textContent?.replace(/\s+/g, " ").trim() ?? "";
}

/** How many changes lie out of view, above and below. */
function tellOff() {
  const view = pane.getBoundingClientRect();
  const boxes = at === 0 ? [] : changed().map((line) => line.getBoundingClientRect());
  const up = boxes.filter((box) => box.bottom <= view.top + 1).length;
  const down = boxes.filter((box) => box.top >= view.bottom - 1).length;
  const counts = { up, down };
  for (const button of offs) {
    const way = /** @type {"up" | "down"} */ (button.dataset.off);
    const count = counts[way];
    button.hidden = count === 0;
    button.textContent = `${way === "up" ? "↑" : "↓"} ${count} changed line${count === 1 ? "" : "s"} ${way === "up" ? "above" : "below"}`;
  }
}

// ---- Going somewhere.

/** @param {number} step */
function step(step) {
  show(step);
  remember();
}

function remember() {
  history.replaceState(history.state, "", `#${(idle ?? steps[at].item).id}`);
}

/**
 * @param {string} id of a pass, or of a change between passes
 * @param {string} [to] the instruction to show there; else the first change
 * @returns {boolean} whether there is one
 */
function go(id, to = "") {
  const item = id && document.getElementById(id);
  if (!item || !list.contains(item)) return false;
  const place = steps.findIndex((each) => each.item === item);
  if (place >= 0) show(place, { keep: false, to });
  else {
    const row = item.closest(".idle");
    const earlier = [...list.querySelectorAll(".step, .idle")];
    const before = earlier.slice(0, row ? earlier.indexOf(row) : 0).filter((each) => each.classList.contains("step"));
    show(before.length - 1, { keep: false, pass: item });
  }
  return true;
}

const WAYS = { home: () => 0, back: () => at - 1, on: () => at + 1, end: () => steps.length - 1 };
const KEYS = /** @type {Record<string, keyof typeof WAYS>} */ ({ Home: "home", ArrowLeft: "back", ArrowRight: "on", End: "end" });

document.addEventListener("keydown", (event) => {
  const way = KEYS[event.key];
  const target = event.target instanceof Element ? event.target : null;
  if (!way || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (target?.closest("input:not([type='range']), select, textarea, dialog")) return;
  event.preventDefault();
  step(WAYS[way]());
});
document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const way = target?.closest("[data-go]")?.getAttribute("data-go");
  if (way) step(WAYS[/** @type {keyof typeof WAYS} */ (way)]());
  const link = target?.closest("a");
  const id = link?.getAttribute("href")?.match(/^#(.+)/)?.[1] ?? "";
  const { name: sought = "" } = link?.dataset ?? {};
  if (link && !event.ctrlKey && !event.metaKey && go(id, sought)) {
    event.preventDefault();
    remember();
    if (sought) follow(sought);
    if (!list.contains(link)) document.getElementById("walk")?.scrollIntoView({ block: "nearest" });
  }
  const line = target?.closest("summary") ? null : target?.closest("[data-text] li");
  if (line instanceof HTMLElement && line.dataset.key) follow(followed === line.dataset.key ? "" : line.dataset.key);
  const off = target?.closest("[data-off]")?.getAttribute("data-off");
  if (off) toward(off);
});
slider.addEventListener("input", () => step(Number(slider.value)));
pane.addEventListener("scroll", tellOff, { passive: true });
window.addEventListener("hashchange", () => go(location.hash.slice(1)));

/** @param {string} way to the nearest change out of view */
function toward(way) {
  const view = pane.getBoundingClientRect();
  const out = changed().filter((line) => {
    const box = line.getBoundingClientRect();
    return way === "up" ? box.bottom <= view.top + 1 : box.top >= view.bottom - 1;
  });
  const line = way === "up" ? out.at(-1) : out[0];
  if (line) hold(line, pane.clientHeight / 3);
  tellOff();
  pane.focus({ preventScroll: true });
}

// ---- Following an instruction.

/** @param {string} key */
function follow(key) {
  followed = key;
  name.value = key;
  found.textContent = key ? "It is followed: it stays where it is while you step." : "";
  mark();
}

find.addEventListener("submit", (event) => {
  event.preventDefault();
  const asked = `%${name.value.trim().replace(/^%/, "")}`;
  const there = steps.map((each) => each.keys.has(asked));
  if (!there.includes(true)) {
    found.textContent = `No text of this compile has ${asked}.`;
    return;
  }
  follow(asked);
  const vanished = /** @type {HTMLButtonElement | null} */ (event.submitter)?.value === "vanished";
  const place = vanished ? there.lastIndexOf(true) + 1 : there.indexOf(true);
  if (vanished && place === steps.length) {
    show(place - 1, { keep: false, to: asked });
    found.textContent = `${asked} is still there after the last change.`;
  } else {
    show(place, { keep: false, to: asked });
    const how = vanished ? "vanished here" : place === 0 ? "was there before any pass" : "appeared here";
    found.textContent = `${asked} ${how}.`;
  }
  remember();
});
name.addEventListener("input", () => {
  if (!name.value) follow("");
});

const names = new Set(steps.flatMap((each) => [...each.keys]));
find.querySelector("datalist")?.append(
  ...[...names].filter(Boolean).sort().map((each) => Object.assign(document.createElement("option"), { value: each })),
);
if (go(location.hash.slice(1))) {
  // A browser scrolls to what the address names when all is loaded; that stands in the list.
  const settle = () => requestAnimationFrame(() => document.getElementById("walk")?.scrollIntoView({ block: "start", behavior: "instant" }));
  if (document.readyState === "complete") settle();
  else window.addEventListener("load", settle);
} else show(0, { keep: false });

export {};
