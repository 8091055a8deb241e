/**
 * The board's commitment: HMAC-SHA256(nonce, "ROUND:WORD"), shown before the first piece.
 *
 * Only the tab that saw a commitment stores it: the board is not asked for it later. The page
 * check.js verifies it.
 */

const STORE_KEY = "letterzone-promises";

/** Return the stored commitments of this tab, by round, or by round and seat. */
export function remembered() {
  try {
    return JSON.parse(sessionStorage.getItem(STORE_KEY)) ?? {};
  } catch {
    return {}; // no storage
  }
}

/** Store the commitments of a state document; after the first touch of a round they are final. */
export function remember({ view }) {
  if (!view) return;
  const known = remembered(), before = JSON.stringify(known);
  const round = view.round ?? 1; // a game of one round may have no number
  for (const one in known) { // a voided round begins again
    if (view.waiting && (!view.results.length || one.split(".")[0] === String(round))) delete known[one];
  }
  for (const [one, hex] of promised(view, round)) {
    if (!known[one]?.sealed) known[one] = { hex, sealed: touched(view) };
  }
  if (JSON.stringify(known) === before) return;
  try {
    sessionStorage.setItem(STORE_KEY, JSON.stringify(known));
  } catch {
    // without storage the page check.js says so
  }
}

/** Return the present commitments: to the round's word, or to each player's own. */
function promised({ commitment, commitments = [] }, round) {
  const each = commitments.map((hex, seat) => [placeOf(round, seat), hex]);
  return [[`${round}`, commitment], ...each].filter(([, hex]) => hex);
}

/** Return the storage name for a player's own commitment. */
export const placeOf = (round, seat) => `${round}.${seat}`;

/** Return true if anything has happened in the round, so that its word may not change. */
function touched({ placed = [], covered = [], guesses = [], holding = "", rows = [], query = "" }) {
  return Boolean(guesses.length || holding || rows.length || query || [...placed, ...covered].flat().some(Boolean));
}
