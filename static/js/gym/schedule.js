// When a round comes back: in minutes after a miss, in days once known, each time later.

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MISSED = 10 * MINUTE;
const FIRST = 2 * DAY;
const FACTOR = 2.5;

/**
 * Where `round` stands, from all attempts in order of time.
 * @param {Attempt[]} attempts
 * @param {RoundName} round
 * @param {number} now
 * @returns {Standing}
 */
export function standing(attempts, round, now) {
  const own = attempts.filter((each) => each.round === round.id);
  if (own.length === 0) return { state: "new", due: 0, why: "" };
  const asked = own.filter((each) => each.hash === round.hash);
  if (asked.length === 0) return { state: "due", due: 0, why: changed(own[own.length - 1].hash, round.hash) };
  const due = dueAfter(asked);
  const last = asked[asked.length - 1];
  if (due > now) return { state: "known", due, why: "" };
  return { state: "due", due, why: last.right ? "it has been a while" : "you missed it" };
}

/**
 * What differs between the hash answered and today's, each `QUESTION.EVIDENCE`.
 * @param {string} before
 * @param {string} after
 */
function changed(before, after) {
  const asks = before.split(".")[0] === after.split(".")[0];
  return asks ? "the compiler now decides otherwise" : "the question has changed since you answered";
}

/**
 * When a round with these answers is due, in milliseconds since 1970.
 * @param {Attempt[]} answers of one round, in order of time
 */
export function dueAfter(answers) {
  let interval = 0;
  let due = 0;
  for (const { right, at } of answers) {
    if (!right) {
      interval = 0;
      due = at + MISSED;
    } else if (at >= due) {
      interval = interval === 0 ? FIRST : interval * FACTOR;
      due = at + interval;
    }
  }
  return due;
}

/**
 * How many answers in a row were right. One given again before it was due neither adds nor breaks.
 * @param {Attempt[]} attempts
 * @param {string} skill
 */
export function streak(attempts, skill) {
  return streaks(attempts, skill).now;
}

/**
 * The streak now, and the best there was.
 * @param {Attempt[]} attempts
 * @param {string} skill
 */
export function streaks(attempts, skill) {
  /** @type {Map<string, Attempt[]>} */
  const before = new Map();
  let now = 0;
  let best = 0;
  for (const attempt of attempts.filter((each) => each.skill === skill)) {
    const name = `${attempt.round} ${attempt.hash}`;
    const answers = before.get(name) ?? [];
    if (!attempt.right) now = 0;
    else if (attempt.at >= dueAfter(answers)) now += 1;
    best = Math.max(best, now);
    before.set(name, [...answers, attempt]);
  }
  return { now, best };
}
