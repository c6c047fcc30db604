// Deals rounds of a station: what was missed first, then what is new, then what is known longest.
// `?seed=N` deals the same round again, whoever opens it; `?deal` deals one at once.

import { chance } from "./chance.js";
import { load, onProgress } from "./progress.js";
import { standing, streaks } from "./schedule.js";

/** @typedef {{name: RoundName, href: string}} Dealt */

const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll("a[data-room]")]);
/** @type {Dealt[]} */
const rounds = links.flatMap((link) =>
  names(link).map((name) => ({ name, href: `${link.href}#${name.id.slice(name.id.lastIndexOf("/") + 1)}` })),
);

/** @param {HTMLAnchorElement} link @returns {RoundName[]} */
function names(link) {
  return (link.dataset.room ?? "").split(" ").filter(Boolean).map((each) => {
    const at = each.lastIndexOf("=");
    return { id: each.slice(0, at), hash: each.slice(at + 1) };
  });
}

/** @param {number} seed @returns {Dealt | undefined} the round that a seed stands for */
export function dealt(seed) {
  const sorted = [...rounds].sort((a, b) => (a.name.id < b.name.id ? -1 : 1));
  return sorted[Math.floor(chance(seed)() * sorted.length)];
}

/** @param {Dealt} wanted @returns {number} a seed that stands for a round */
function seedOf(wanted) {
  for (;;) {
    const seed = Math.floor(Math.random() * 1e6);
    if (dealt(seed) === wanted) return seed;
  }
}

/** @returns {{round: Dealt, why: string} | undefined} what to deal now */
function next() {
  const { attempts } = load();
  const now = Date.now();
  const all = rounds.map((round) => ({ round, stands: standing(attempts, round.name, now) }));
  const due = all.filter((each) => each.stands.state === "due").sort((a, b) => a.stands.due - b.stands.due);
  if (due.length) return { round: due[0].round, why: `back because ${due[0].stands.why}` };
  const fresh = all.filter((each) => each.stands.state === "new");
  if (fresh.length) return { round: fresh[Math.floor(Math.random() * fresh.length)].round, why: "" };
  const known = all.sort((a, b) => a.stands.due - b.stands.due)[0];
  return known && { round: known.round, why: "nothing is due; this one will be first" };
}

/** @param {Dealt} round @param {number} seed */
function address(round, seed) {
  const url = new URL(round.href);
  url.searchParams.set("seed", String(seed));
  return url.href;
}

function show() {
  const { attempts } = load();
  const now = Date.now();
  for (const link of links) {
    const dots = link.querySelector("[data-dots]");
    dots?.replaceChildren(
      ...names(link).map((name) => {
        const dot = document.createElement("i");
        dot.dataset.state = standing(attempts, name, now).state;
        return dot;
      }),
    );
  }
  const skill = document.querySelector("[data-deal-skill]")?.getAttribute("data-deal-skill") ?? "";
  const { now: running, best } = streaks(attempts, skill);
  const states = rounds.map((round) => standing(attempts, round.name, now).state);
  const due = states.filter((each) => each === "due").length;
  const place = document.querySelector("[data-deal-standing]");
  if (place) place.textContent = `streak ${running} · best ${best} · due ${due} · ${states.filter((each) => each !== "new").length} of ${rounds.length} rounds seen`;
  const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector("[data-deal-link]"));
  const dealing = next();
  if (!link || !dealing) return;
  link.href = address(dealing.round, seedOf(dealing.round));
  const why = document.querySelector("[data-deal-why]");
  if (why) why.textContent = dealing.why;
}

const asked = new URLSearchParams(location.search);
const seed = asked.get("seed");
if (seed !== null && Number.isFinite(Number(seed))) {
  const round = dealt(Number(seed));
  if (round) location.replace(address(round, Number(seed)));
} else if (asked.has("deal")) {
  const dealing = next();
  if (dealing) location.replace(address(dealing.round, seedOf(dealing.round)));
}
onProgress(show);
show();
