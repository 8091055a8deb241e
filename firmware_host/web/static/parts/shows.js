/** What a wall still shows of the past, until a player acts or the teacher continues. */

/** Moments that are not actions of players: they do not end the display. */
const BESIDE = ["turn", "bonus", "time", "refused", "joined", "left", "paused", "goes-on", "power"];

/**
 * Return the Yes that is the newest answer of all; null if another action came after it.
 *
 * @param {object} state The state document.
 */
export function lastYes({ moments, gone_on: gone }) {
  const newest = moments.findLast((one) => !BESIDE.includes(one.what));
  return newest?.what === "yes" && newest.zone && newest.kind && newest.n > gone ? newest : null;
}

/**
 * Return true if the last round still shows its word, and nobody has played on.
 *
 * @param {object} state The state document.
 */
export function ends({ view, zones, moments, gone_on: gone }) {
  if (!view || view.over || !view.results.length || !zones.some((face) => face.letter)) return false;
  const round = moments.findLast((one) => one.what === "round") ?? moments.at(-1);
  return !round || round.n > gone;
}

/**
 * Return a state whose zones show no word, after the wall has continued.
 *
 * @param {object} state The state document.
 */
export function goneOn(state) {
  const { view, zones } = state;
  const over = view && !view.over && !view.waiting && !ends(state) && zones.some((face) => face.letter);
  return over ? { ...state, zones: zones.map((face) => ({ ...face, letter: null })) } : state;
}

/** Return the teams without a phone, if any phone has joined. */
export const emptyTeams = ({ join, players, zone_cards: cards }) => join.teams && join.phones > 0 && !cards
  ? players.filter((one) => !one.left && !one.bot && !join.seated[one.seat]) : [];
