// How a person stands at each station on the page: streak, due, seen.

import { load, onProgress } from "./progress.js";
import { standing, streaks } from "./schedule.js";

/** @param {string} text @returns {RoundName[]} of `ID=HASH ID=HASH` */
export function roundNames(text) {
  return text
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map((each) => {
      const at = each.lastIndexOf("=");
      return { id: each.slice(0, at), hash: each.slice(at + 1) };
    });
}

function show() {
  const { attempts } = load();
  const now = Date.now();
  for (const card of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-standing]"))) {
    const place = card.querySelector("[data-standing-text]");
    if (!place) continue;
    const rounds = roundNames(card.dataset.rounds ?? "").map((round) => standing(attempts, round, now));
    const due = rounds.filter((each) => each.state === "due").length;
    const seen = rounds.filter((each) => each.state !== "new").length;
    const { now: running, best } = streaks(attempts, card.dataset.standing ?? "");
    place.replaceChildren("streak ", bold(running), ` · best `, bold(best), ` · due `, bold(due), ` · ${seen} of ${rounds.length} rounds seen`);
  }
}

/** @param {number} count */
function bold(count) {
  const made = document.createElement("b");
  made.textContent = String(count);
  return made;
}

onProgress(show);
show();
