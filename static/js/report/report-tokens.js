// Highlighting of one line, as nodes: the opcode stands out, bookkeeping is quiet, what is long is cut.
// Text becomes text nodes only: whatever a name holds, it can't become markup.

/** Characters of one line that a listing draws; the whole line is shown beside it on demand. */
const LONGEST = 1200;
/** Characters of one line that are looked at: a line of megabytes must not hold up the page. */
const WORKED = 30000;
/** Attributes longer than this are drawn as their name. */
const LONG = 240;

const STATEMENT = /^\s*(?:ROOT )?%?[^\s=(){}]+ = /;
const OPCODE = /\s*([a-zA-Z][\w-]*)\(/y;
const SPACE = /S\(\d+\)(?=\W|$)/g;
const KEY = /\s*([\w.]+)=/y;
const QUIET = new Set(["metadata", "sharding", "frontend_attributes", "origin"]);
const MLIR_OP = /(?<![\w%@#"!.$])([a-z_]+\.[a-z_][\w.]*|return|call)(?=[\s("]|$)(?!\s*=)/g;
const MLIR_LOCATION = / loc\((?:#\w+|"[^"]*".*)\)$/;
const PYTHON = /(#.*$)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\b(def|class|return|for|in|if|elif|else|while|import|from|as|with|lambda|not|and|or|None|True|False|yield|raise|try|except|assert)\b/g;
// Characters that reorder or hide text on the screen are shown by number.
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/**
 * @param {string} line
 * @param {string} kind `hlo`, `mlir` or `python`
 * @returns {Node[]}
 */
export function lineNodes(line, kind) {
  const head = line.length > WORKED ? line.slice(0, WORKED) : line;
  const body = kind === "hlo" ? hlo(head) : kind === "mlir" ? mlir(head) : python(head);
  const nodes = body.flatMap(([text, token]) => tokenNodes(text, token));
  if (head !== line) nodes.push(more(line.length - WORKED));
  return nodes;
}

/** @typedef {[text: string, token: string]} Token `fold:NAME` for a long attribute */

/** @param {string} line @returns {Token[]} */
function hlo(line) {
  const statement = STATEMENT.exec(line);
  if (!statement) {
    if (!line.startsWith("HloModule ")) return spaces(line);
    const end = itemEnd(line, 0);
    return [[line.slice(0, end), ""], ...attributes(line, end)];
  }
  const start = statement[0].length;
  OPCODE.lastIndex = shapeEnd(line, start);
  const opcode = OPCODE.exec(line);
  if (!opcode) return spaces(line);
  const at = OPCODE.lastIndex - 1 - opcode[1].length;
  const end = itemEnd(line, OPCODE.lastIndex - 1);
  return [
    [line.slice(0, start), ""],
    ...spaces(line.slice(start, at)),
    [opcode[1], "op"],
    ...spaces(line.slice(at + opcode[1].length, end)),
    ...attributes(line, end),
  ];
}

/** @param {string} line @param {number} start @returns {Token[]} */
function attributes(line, start) {
  /** @type {Token[]} */
  const found = [];
  let at = start;
  while (at < line.length) {
    const comma = line[at] === "," ? 1 : 0;
    const end = itemEnd(line, at + comma);
    KEY.lastIndex = at + comma;
    const name = KEY.exec(line)?.[1] ?? "";
    const text = line.slice(at, end);
    if (name === "backend_config" || text.length > LONG) found.push([", ", ""], [text, `fold:${name || "attributes"}`]);
    else if (QUIET.has(name)) found.push([text, "meta"]);
    else found.push(...spaces(text));
    at = end;
  }
  return found;
}

/** @param {string} text @returns {Token[]} */
function spaces(text) {
  return split(text, SPACE, () => "space");
}

/** @param {string} line @returns {Token[]} */
function mlir(line) {
  const location = MLIR_LOCATION.exec(line);
  const stop = location ? location.index : line.length;
  return [...split(line.slice(0, stop), MLIR_OP, () => "op"), [line.slice(stop), "meta"]];
}

/** @param {string} line @returns {Token[]} */
function python(line) {
  return split(line, PYTHON, (match) => (match[1] ? "comment" : match[2] ? "string" : "word"));
}

/**
 * @param {string} text
 * @param {RegExp} pattern
 * @param {(match: RegExpExecArray) => string} token
 * @returns {Token[]}
 */
function split(text, pattern, token) {
  /** @type {Token[]} */
  const found = [];
  let end = 0;
  for (const match of text.slice(0, 8 * LONGEST).matchAll(pattern)) {
    if (match.index > end) found.push([text.slice(end, match.index), ""]);
    found.push([match[0], token(match)]);
    end = match.index + match[0].length;
  }
  if (end < text.length) found.push([text.slice(end), ""]);
  return found;
}

/** The end of the shape at `start`: a balanced tuple, or up to the next space. @param {string} line @param {number} start */
function shapeEnd(line, start) {
  let depth = 0;
  for (let at = start; at < line.length; at += 1) {
    const mark = line[at];
    if (mark === " " && depth <= 0) return at;
    depth += step(mark);
  }
  return line.length;
}

/** The next comma outside brackets and quotes, or the end. @param {string} line @param {number} start */
function itemEnd(line, start) {
  let depth = 0;
  for (let at = start; at < line.length; at += 1) {
    const mark = line[at];
    if (mark === '"') {
      at += 1;
      while (at < line.length && line[at] !== '"') at += line[at] === "\\" ? 2 : 1;
    } else if (mark === "," && depth <= 0) return at;
    else depth += step(mark);
  }
  return line.length;
}

/** @param {string} mark */
function step(mark) {
  return "({[".includes(mark) ? 1 : ")}]".includes(mark) ? -1 : 0;
}

/** @type {Record<string, string>} */
const ELEMENTS = { op: "b", space: "mark" };

/** @param {string} text @param {string} token @returns {Node[]} */
function tokenNodes(text, token) {
  if (!text) return [];
  if (token.startsWith("fold:")) {
    const chip = document.createElement("span");
    chip.className = "chip";
    chip.dataset.label = token.slice(5);
    return [chip];
  }
  const cut = text.length > LONGEST ? [`${text.slice(0, LONGEST)}`, more(text.length - LONGEST)] : [text];
  const nodes = cut.flatMap((part) => (typeof part === "string" ? seen(part) : [part]));
  if (!token) return nodes;
  const element = document.createElement(ELEMENTS[token] ?? "span");
  if (token !== "op") element.className = token;
  element.append(...nodes);
  return [element];
}

/** @param {number} count */
function more(count) {
  const chip = document.createElement("span");
  chip.className = "chip";
  chip.dataset.label = `${count.toLocaleString("en")} characters more`;
  return chip;
}

/**
 * Text with unseen characters shown by their number.
 * @param {string} text
 * @returns {Node[]}
 */
export function seen(text) {
  /** @type {Node[]} */
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(UNSEEN)) {
    nodes.push(document.createTextNode(text.slice(end, match.index)));
    const mark = document.createElement("span");
    mark.className = "unseen";
    mark.dataset.code = `U+${match[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
    nodes.push(mark);
    end = match.index + 1;
  }
  nodes.push(document.createTextNode(text.slice(end)));
  return nodes;
}
