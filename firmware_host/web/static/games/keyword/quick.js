/** The rules of KEYWORD on one page. */

/** The parts of the page: a heading, and its sentences. */
const parts = [
  ["web-quick-aim", "web-keyword-quick-aim"],
  ["web-keyword-quick-round", "web-keyword-quick-round-1", "web-keyword-quick-round-2", "web-keyword-quick-round-3", "web-keyword-quick-round-4"],
  ["web-keyword-quick-word", "web-keyword-quick-word-1", "web-keyword-quick-word-2", "web-keyword-quick-word-3"],
  ["web-quick-end", "web-keyword-quick-end-1", "web-keyword-quick-end-2"],
];

export const quick = { parts, points: { "web-keyword-quick-point": 1 } };
