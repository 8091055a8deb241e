/** Rows of marked letters: the answers about each hidden word. */
import { Symbol as Sign } from "../../parts/pieces.js";
import { html } from "../../vendor/preact.js";
import { guessed, say } from "../../parts/words.js";

/** The names of the marks in a row. */
export const MARKS = { g: "here", y: "elsewhere", "-": "none" };

/** The number of rows in a round of three or more players. */
const ROWS = 6;

/** Return the name of a player. */
export const nameOf = (players, seat) => players.find((one) => one.seat === seat)?.name ?? "";

/** Return the word of `seat` if it was found; else "". */
export const foundWord = (view, seat) => view.found.find(([owner]) => owner === seat)?.[1] ?? "";

/** The digits of a commitment that are shown on the wall; the history shows all. */
const DIGITS = 16;

/** The commitment to a word; after it was found, its nonce. */
export function Promised({ view, seat, whole = false }) {
  const [, , nonce] = view.found.find(([owner]) => owner === seat) ?? [];
  const digits = nonce ?? view.commitments[seat];
  if (!digits) return null;
  return html`<p class="wq-promise"><span>${say(nonce ? "web-wqrdles-opens" : "web-promise")}</span>${" "}
    <code title=${digits}>${whole ? digits : `${digits.slice(0, DIGITS)}…`}</code></p>`;
}

/** The explanation of the clues beside rows; nothing without clues. */
export function Legend({ view }) {
  if (!view.rows.some(([, , answers]) => answers.some(([, , clue]) => clue))) return null;
  return html`<p class="wq-legend"><span>${say("web-wqrdles-before")}</span> <span>${say("web-wqrdles-after")}</span></p>`;
}

/** Return the rows about the word of `seat`, the latest last. */
export function rowsAbout(view, seat) {
  return view.rows.flatMap(([, word, answers]) => answers
    .filter(([owner]) => owner === seat)
    .map(([, marks, clue]) => ({ word, marks, clue })));
}

/** The paths of the signs: a tick, an arrow to both sides, and the two sequence clues. */
const SIGNS = { here: "M4 13 10 19 20 6", elsewhere: "M2 12H22M7 6 1 12 7 18M17 6 23 12 17 18", ">": "M3 12H20M13 5 20 12 13 19", "<": "M21 12H4M11 5 4 12 11 19" };

/** A sign of `SIGNS`. */
export const Drawn = ({ name }) => html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=${SIGNS[name]} /></svg>`;

/** A letter with its mark: green with a tick, yellow with an arrow to both sides, or sunken. */
export function Letter({ letter, sign }) {
  const mark = MARKS[sign];
  return html`<span class=${`wq-letter ${mark}`}>${letter}<span class="unseen">${mark === "none" ? " " : ` ${say(`web-mark-${mark}`)} `}</span>${mark !== "none" && html`<${Drawn} name=${mark} />`}</span>`;
}

/** The sequence clue of a row: an arrow towards the hidden word in the alphabet. */
export const Clue = ({ clue }) => html`<b class="clue"><${Drawn} name=${clue} /><span class="unseen">${say(clue === ">" ? "web-wqrdles-later" : "web-wqrdles-earlier")}</span></b>`;

/** A query word with its marks, and the clue if there is one. */
export function Row({ row, first }) {
  return html`<li class=${first ? "latest" : ""}>${[...row.word].map((letter, at) => html`<${Letter} letter=${letter} sign=${row.marks[at]} />`)}
    ${row.clue && html`<${Clue} clue=${row.clue} />`}</li>`;
}

/** Return a row in words: marked letters, then absent ones. */
export function inWords(word, marks) {
  const letters = [...word].map((letter, at) => [letter, MARKS[marks[at]]]);
  const here = letters.filter(([, mark]) => mark !== "none").map(([letter, mark]) => `${letter} ${say(`web-mark-${mark}`)}`);
  const none = letters.filter(([, mark]) => mark === "none").map(([letter]) => letter);
  return [...here, ...(none.length ? [`${say("web-wqrdles-absent")} ${none.join(", ")}`] : [])].join("; ");
}

/** The newest row as text for screen readers. */
export function Told({ state: { view, players } }) {
  const [, word, answers] = view.rows.at(-1) ?? [0, "", []];
  return html`<p class="unseen" role="status">${answers.map(([owner, marks, clue]) => html`<span key=${owner}>${word} → ${nameOf(players, owner)}: ${inWords(word, marks)}${clue && `; ${say(clue === ">" ? "web-wqrdles-later" : "web-wqrdles-earlier")}`}. </span>`)}</p>`;
}

/**
 * Everything known about one hidden word.
 *
 * @param {object} given
 * @param {object} given.state The document.
 * @param {number} given.seat The owner of the word.
 * @param {number} given.most The most rows.
 * @param {boolean} given.legend True to explain the clues beside the rows.
 * @param {string} given.digits "whole" or "short" for the digits of the commitment; "" for none.
 */
export function Hidden({ state: { view, players }, seat, most = ROWS, heading = "h2", digits = "", legend = false }) {
  const rows = rowsAbout(view, seat).slice(-most), word = foundWord(view, seat);
  const one = players.find((sitter) => sitter.seat === seat);
  return html`<section class=${`wq-hidden ${word ? "found" : ""}`}>
    <${heading} class="wq-name">${one?.symbol && html`<${Sign} name=${one.symbol} />`}${one?.name}${word && html` <b>★ ${word}</b>`}</${heading}>
    ${view.sequence === "each" && view.clueless.includes(seat) && html`<p class="wq-absent"><span>${say("web-wqrdles-clueless")}</span></p>`}
    <ol>${rows.map((row, at) => html`<${Row} key=${at} row=${row} first=${at === rows.length - 1} />`)}</ol>
    ${legend && html`<${Legend} view=${view} />`}
    ${view.absent[seat] && html`<p class="wq-absent"><span>${say("web-wqrdles-absent")}</span> <b>${view.absent[seat]}</b></p>`}
    ${digits && html`<${Promised} view=${view} seat=${seat} whole=${digits === "whole"} />`}
  </section>`;
}

/** The words and points of the last round; nothing before. */
export function Last({ state: { view, players } }) {
  const { words, points } = view.results.at(-1) ?? { words: [] };
  return words.some(Boolean) && html`<section class="wq-last"><p>${say("web-wqrdles-last")}</p>
    <ul>${words.map((word, seat) => word && html`<li key=${seat}><span>${nameOf(players, seat)}</span> <b>${word}</b> <span>+${points[seat]}</span></li>`)}</ul></section>`;
}

/** The attempts that were opened last: player, owner, word and points. */
export function Opened({ state }) {
  const { view, players } = state;
  return html`${view.opened.map(([by, of, word, earned]) => html`<li key=${by}>
    <span>${nameOf(players, by)} → ${nameOf(players, of)}</span> <b>${guessed(state, word)}</b>
    ${earned ? html` <b>+${earned}</b>` : html` <i aria-hidden="true">✗</i><span class="unseen">${say("told-wrong")}</span>`}</li>`)}`;
}
