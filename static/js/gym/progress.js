// What a person has answered and read: one value in this browser's storage, only ever added to.
// Nothing leaves the browser. A value that can't be read is kept aside, never overwritten.

export const KEY = "xlagym.progress";

/** @type {Progress | null} Used where storage is forbidden or full. */
let unstored = null;
/** What could not be read, in words for a person; found by whichever module loads first. */
let trouble = "";
/** @type {Set<() => void>} */
const listeners = new Set();

/** @returns {Progress} */
function fresh() {
  return { schema: 1, attempts: [], reads: [] };
}

/** What could not be read since the page was opened, and where it is kept; empty if all was well. */
export function troubles() {
  load();
  return trouble;
}

/** @returns {Progress} the progress so far */
export function load() {
  if (unstored) return unstored;
  /** @type {string | null} */
  let text;
  try {
    text = localStorage.getItem(KEY);
  } catch {
    unstored = fresh();
    trouble = "This browser keeps nothing for this site, so progress lasts until you leave.";
    return unstored;
  }
  if (text === null) return fresh();
  try {
    return read(text);
  } catch (error) {
    trouble = keepAside(text, error);
    return fresh();
  }
}

/**
 * Moves an unreadable value to a key of its own, and starts afresh.
 * @param {string} text
 * @param {unknown} error
 */
function keepAside(text, error) {
  const why = error instanceof Error ? error.message : String(error);
  const aside = `${KEY}.kept-${new Date().toISOString().slice(0, 19)}`;
  try {
    localStorage.setItem(aside, text);
    localStorage.setItem(KEY, JSON.stringify(fresh()));
    return `Your progress could not be read (${why}). It is kept in this browser's storage as “${aside}”; you start afresh.`;
  } catch {
    unstored = fresh();
    return `Your progress could not be read (${why}) and there is no room to keep it aside. It is left as it is; what you do now lasts until you leave.`;
  }
}

/**
 * @param {string} text
 * @returns {Progress}
 */
export function read(text) {
  /** @type {unknown} */
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error("it is not JSON");
  }
  if (!isRecord(value)) throw new Error("it is not a progress file");
  if (value.schema !== 1) throw new Error(`it has the form ${JSON.stringify(value.schema)}, this page reads 1`);
  const { attempts, reads } = value;
  if (!Array.isArray(attempts) || !attempts.every(isAttempt)) throw new Error("its attempts are damaged");
  if (!Array.isArray(reads) || !reads.every(isReading)) throw new Error("its chapters are damaged");
  return { schema: 1, attempts, reads };
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {unknown} value @returns {value is Attempt} */
function isAttempt(value) {
  return (
    isRecord(value) &&
    ["round", "hash", "skill"].every((name) => typeof value[name] === "string") &&
    ["right", "shown"].every((name) => typeof value[name] === "boolean") &&
    Number.isFinite(value.at)
  );
}

/** @param {unknown} value @returns {value is Reading} */
function isReading(value) {
  return (
    isRecord(value) &&
    typeof value.chapter === "string" &&
    typeof value.read === "boolean" &&
    Number.isFinite(value.at)
  );
}

/** @param {Progress} progress */
function save(progress) {
  if (!unstored) {
    try {
      localStorage.setItem(KEY, JSON.stringify(progress));
    } catch {
      unstored = progress;
    }
  }
  for (const listener of listeners) listener();
}

/**
 * Adds to what is stored now, which another tab may have added to since this page was loaded.
 * @param {Attempt} attempt
 */
export function record(attempt) {
  const progress = load();
  progress.attempts.push(attempt);
  save(progress);
}

/**
 * @param {string} chapter
 * @param {boolean} isRead
 */
export function markRead(chapter, isRead) {
  const progress = load();
  progress.reads.push({ chapter, read: isRead, at: Date.now() });
  save(progress);
}

/**
 * Adds what a file holds and this browser lacks. Throws an Error, for a person, if it can't be read.
 * @param {string} text
 * @returns {number} how many answers and marks are new
 */
export function merge(text) {
  const added = read(text);
  const progress = load();
  /** @param {Attempt} each */
  const answer = (each) => `${each.round} ${each.at}`;
  /** @param {Reading} each */
  const mark = (each) => `${each.chapter} ${each.at}`;
  const before = progress.attempts.length + progress.reads.length;
  progress.attempts = union(progress.attempts, added.attempts, answer);
  progress.reads = union(progress.reads, added.reads, mark);
  save(progress);
  return progress.attempts.length + progress.reads.length - before;
}

/**
 * @template {{at: number}} T
 * @param {T[]} own
 * @param {T[]} added
 * @param {(each: T) => string} name
 */
function union(own, added, name) {
  const all = new Map([...own, ...added].map((each) => [name(each), each]));
  return [...all.values()].sort((a, b) => a.at - b.at);
}

export function clear() {
  unstored = null;
  try {
    localStorage.removeItem(KEY);
  } catch {
    // There was nothing.
  }
  save(fresh());
}

/**
 * Calls back when progress changes, in this tab or in another.
 * @param {() => void} listener
 */
export function onProgress(listener) {
  listeners.add(listener);
}

window.addEventListener("storage", (event) => {
  if (event.key === KEY || event.key === null) for (const listener of listeners) listener();
});
