/** What the runtime keeps and passes along. Global, so that modules need not import each other. */

/** One answer given. Attempts are only ever added. */
interface Attempt {
  /** Stable id of the round. */
  round: string;
  /** Hash of what the round asked then. */
  hash: string;
  skill: string;
  right: boolean;
  /** True when the answer was asked for instead of given. */
  shown: boolean;
  /** Milliseconds since 1970. */
  at: number;
}

/** A chapter marked as read, or the mark taken back. Only ever added, too. */
interface Reading {
  chapter: string;
  read: boolean;
  at: number;
}

interface Progress {
  schema: 1;
  attempts: Attempt[];
  reads: Reading[];
}

/** A round as a page names it. */
interface RoundName {
  id: string;
  hash: string;
}

/** Where one round stands with this person. */
interface Standing {
  state: "new" | "due" | "known";
  /** When it is due, in milliseconds since 1970; 0 for a new one. */
  due: number;
  /** Why it comes back, in words; empty for a new or a known one. */
  why: string;
}
