// Today in the gym: what is due, what was done, streaks, and the way into the daily mix.

import { SIZE, answeredToday, dailyMix } from "./mix.js";
import { load, onProgress } from "./progress.js";
import { standing, streaks } from "./schedule.js";

/** @typedef {{station: string, skill: string, rooms: [string, Record<string, string>][]}} Drilled */
/** @typedef {{name: RoundName, station: string, href: string}} Dealt */

const place = document.querySelector("[data-today]");
/** @type {Drilled[]} */
const stations = JSON.parse(document.getElementById("rounds")?.textContent ?? "[]");
/** @type {Dealt[]} */
const rounds = stations.flatMap(({ station, rooms }) =>
  rooms.flatMap(([room, hashes]) =>
    Object.entries(hashes).map(([id, hash]) => ({
      name: { id, hash },
      station,
      href: `${room}#${id.slice(id.lastIndexOf("/") + 1)}`,
    })),
  ),
);

/** @param {string} href */
function mixed(href) {
  const url = new URL(href, location.href);
  url.searchParams.set("mix", "");
  return url.href;
}

/**
 * @param {string} name
 * @param {string} text
 */
function say(name, text) {
  const found = place?.querySelector(`[data-${name}]`);
  if (found) found.textContent = text;
}

function show() {
  const { attempts } = load();
  const now = Date.now();
  const left = dailyMix(rounds, attempts, now);
  const link = /** @type {HTMLAnchorElement | null | undefined} */ (place?.querySelector("[data-mix]"));
  const done = answeredToday(attempts, now);
  if (link) {
    link.hidden = left.length === 0;
    if (left.length) link.href = mixed(left[0].round.href);
    link.textContent = done ? "Go on with the daily mix" : "Start the daily mix";
  }
  say("mix-says", left.length ? `${left.length} of ${SIZE} to go; the next one is ${left[0].why}` : "The mix is done for today. Every station still deals rounds.");
  say("due", String(rounds.filter((each) => standing(attempts, each.name, now).state === "due").length));
  say("done", String(done));
  const skills = [...new Set(stations.map((each) => each.skill))];
  const list = place?.querySelector("[data-skills]");
  list?.replaceChildren(...skills.map((skill) => row(skill, streaks(attempts, skill))).filter((each) => each !== null));
  if (list) /** @type {HTMLElement} */ (list.parentElement).hidden = list.childElementCount === 0;
}

/**
 * A skill that was drilled, with its streak.
 * @param {string} skill
 * @param {{now: number, best: number}} streak
 */
function row(skill, { now, best }) {
  if (best === 0) return null;
  const made = document.createElement("li");
  const number = document.createElement("b");
  number.textContent = String(now);
  made.append(`${skill.replaceAll("-", " ")}: streak `, number, `, best ${best}`);
  return made;
}

const next = new URLSearchParams(location.search).has("mix") ? dailyMix(rounds, load().attempts, Date.now())[0] : undefined;
if (next) location.replace(mixed(next.round.href));
onProgress(show);
show();
