/** The rules of Code cards on one page. */

/** The parts of the page: a heading, and its sentences. */
const parts = [
  ["web-quick-aim", "web-codecards-quick-aim"],
  ["web-codecards-quick-hide", "web-codecards-quick-hide-1", "web-codecards-quick-hide-2", "web-codecards-quick-hide-3"],
  ["web-codecards-quick-turn", "web-codecards-quick-turn-1", "web-codecards-quick-turn-2", "web-codecards-quick-turn-3", "web-codecards-quick-turn-4"],
  ["web-codecards-quick-break", "web-codecards-quick-break-1", "web-codecards-quick-break-2", "web-codecards-quick-break-3"],
];

/** The points of a named card. */
const points = { "web-codecards-quick-suit": 1, "web-codecards-quick-rank": 2, "web-codecards-quick-both": 3 };

export const quick = { parts, points };
