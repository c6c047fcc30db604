// The button at the end of a chapter.

import { chaptersRead } from "./chapters.js";
import { markRead, onProgress } from "../gym/progress.js";

const button = /** @type {HTMLButtonElement | null} */ (document.querySelector("[data-mark-read]"));
const chapter = button?.dataset.markRead ?? "";

function show() {
  if (!button) return;
  const isRead = chaptersRead().has(chapter);
  button.setAttribute("aria-pressed", String(isRead));
  button.className = isRead ? "quiet" : "go";
  button.textContent = isRead ? "✓ Read" : "Mark as read";
}

button?.addEventListener("click", () => markRead(chapter, !chaptersRead().has(chapter)));
onProgress(show);
show();
