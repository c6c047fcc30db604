// Which chapters are read: the count in the header, the marks and the bar on the path.

import { load } from "../gym/progress.js";

/** @returns {Set<string>} paths of the chapters marked as read */
export function chaptersRead() {
  const latest = new Map(load().reads.map((each) => [each.chapter, each.read]));
  return new Set([...latest].filter(([, read]) => read).map(([chapter]) => chapter));
}

export function showChaptersRead() {
  const read = chaptersRead();
  const count = /** @type {HTMLElement | null} */ (document.querySelector(".count[data-chapters]"));
  const chapters = count?.dataset.chapters?.trim().split(/\s+/) ?? [];
  const done = chapters.filter((chapter) => read.has(chapter)).length;
  const text = `${done}/${chapters.length}`;
  if (count) {
    count.textContent = text;
    count.title = `${done} of ${chapters.length} chapters read`;
    count.hidden = false;
  }
  const bar = /** @type {HTMLProgressElement | null} */ (document.querySelector("[data-path-progress]"));
  if (bar) bar.value = done;
  const words = document.querySelector("[data-path-count]");
  if (words) words.textContent = `${text} read`;
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-chapter]"))) {
    const mark = /** @type {HTMLElement | null} */ (row.querySelector("[data-read]"));
    if (mark) mark.hidden = !read.has(row.dataset.chapter ?? "");
  }
}
