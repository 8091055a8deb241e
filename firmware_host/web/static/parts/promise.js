/**
 * The board's promise: HMAC-SHA256(nonce, "ROUND:WORD"), shown before the first piece.
 *
 * What was promised is remembered by the tab that saw it, and by nothing else: the board
 * is not asked what it had promised. The page that checks is check.js.
 */

const STORE_KEY = "letterzone-promises";

/** Return the promises that this tab has seen, by round, or by round and seat. */
export function remembered() {
  try {
    return JSON.parse(sessionStorage.getItem(STORE_KEY)) ?? {};
  } catch {
    return {}; // a browser that keeps nothing
  }
}

/** Keep what a state document promises; the first touch of a round seals it. */
export function remember({ view }) {
  if (!view) return;
  const known = remembered(), before = JSON.stringify(known);
  const round = view.round ?? 1; // a game of one round need not count
  for (const one in known) { // a voided round begins anew
    if (view.waiting && (!view.results.length || one.split(".")[0] === String(round))) delete known[one];
  }
  for (const [one, hex] of promised(view, round)) {
    if (!known[one]?.sealed) known[one] = { hex, sealed: touched(view) };
  }
  if (JSON.stringify(known) === before) return;
  try {
    sessionStorage.setItem(STORE_KEY, JSON.stringify(known));
  } catch {
    // then nothing is remembered, and the page that checks says so
  }
}

/** Return what is promised now: of the round's word, or of each player's own. */
function promised({ commitment, commitments = [] }, round) {
  const each = commitments.map((hex, seat) => [placeOf(round, seat), hex]);
  return [[`${round}`, commitment], ...each].filter(([, hex]) => hex);
}

/** Return where the promise of a player's own word is kept. */
export const placeOf = (round, seat) => `${round}.${seat}`;

/** Tell whether anything has happened in the round: then its word may not change. */
function touched({ placed = [], covered = [], guesses = [], holding = "", rows = [], query = "" }) {
  return Boolean(guesses.length || holding || rows.length || query || [...placed, ...covered].flat().some(Boolean));
}
