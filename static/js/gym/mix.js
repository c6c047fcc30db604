// The daily mix: rounds of all stations, due ones first, then new ones, a few of each station.

import { chance } from "./chance.js";
import { standing } from "./schedule.js";

/** Rounds of a day's mix. */
export const SIZE = 10;
const DAY = 86_400_000;

/** @param {number} now @returns {number} when this day began */
function midnightOf(now) {
  return new Date(now).setHours(0, 0, 0, 0);
}

/**
 * How many rounds were answered since midnight, each counted once.
 * @param {Attempt[]} attempts
 * @param {number} now
 */
export function answeredToday(attempts, now) {
  const midnight = midnightOf(now);
  return new Set(attempts.filter((each) => each.at >= midnight).map((each) => each.round)).size;
}

/**
 * What is left of today's mix, in the order to be asked. New rounds take turns among the stations,
 * the same ones all day long.
 * @template {{name: RoundName, station: string}} T
 * @param {T[]} rounds of all stations
 * @param {Attempt[]} attempts
 * @param {number} now
 * @returns {{round: T, why: string}[]}
 */
export function dailyMix(rounds, attempts, now) {
  const own = byRound(attempts);
  const all = rounds.map((round) => ({ round, stands: standing(own.get(round.name.id) ?? [], round.name, now) }));
  const due = all.filter((each) => each.stands.state === "due").sort((a, b) => a.stands.due - b.stands.due);
  const midnight = midnightOf(now);
  const unseen = rounds.filter(({ name }) => (own.get(name.id) ?? []).every((each) => each.at >= midnight));
  // Those answered today keep their turn, so that their station has to wait for its next.
  const fresh = takingTurns(unseen, now).filter(({ name }) => !own.has(name.id));
  const left = Math.max(0, SIZE - answeredToday(attempts, now));
  return [
    ...due.map(({ round, stands }) => ({ round, why: `back because ${stands.why}` })),
    ...fresh.map((round) => ({ round, why: "new" })),
  ].slice(0, left);
}

/** @param {Attempt[]} attempts */
function byRound(attempts) {
  /** @type {Map<string, Attempt[]>} */
  const found = new Map();
  for (const each of attempts) found.set(each.round, [...(found.get(each.round) ?? []), each]);
  return found;
}

/**
 * One of each station, then a second of each, in an order that the day decides.
 * @template {{name: RoundName, station: string}} T
 * @param {T[]} rounds
 * @param {number} now
 */
function takingTurns(rounds, now) {
  const next = chance(Math.floor((now - new Date(now).getTimezoneOffset() * 60_000) / DAY));
  const shuffled = rounds
    .toSorted((a, b) => (a.name.id < b.name.id ? -1 : 1))
    .map((round) => ({ round, rank: next() }))
    .sort((a, b) => a.rank - b.rank);
  /** @type {Map<string, number>} */
  const turns = new Map();
  return shuffled
    .map(({ round, rank }) => {
      const turn = turns.get(round.station) ?? 0;
      turns.set(round.station, turn + 1);
      return { round, rank, turn };
    })
    .sort((a, b) => a.turn - b.turn || a.rank - b.rank)
    .map((each) => each.round);
}
