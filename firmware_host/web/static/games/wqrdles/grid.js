/** Rows of marked letters: what has been answered about each hidden word. */
import { Symbol as Sign } from "../../parts/pieces.js";
import { html } from "../../vendor/preact.js";
import { guessed, say } from "../../parts/words.js";

/** What the signs of a row's marks are called. */
export const MARKS = { g: "here", y: "elsewhere", "-": "none" };

/** As many rows as a round of three and more has. */
const ROWS = 6;

/** Return what a player is called. */
export const nameOf = (players, seat) => players.find((one) => one.seat === seat)?.name ?? "";

/** Return the word of *seat* once it is found; nothing before. */
export const foundWord = (view, seat) => view.found.find(([owner]) => owner === seat)?.[1] ?? "";

/** As many digits of a promise as are read from afar; the history has all of them. */
const DIGITS = 16;

/** What the board has promised of a word; once it is found, what opens that. */
export function Promised({ view, seat, whole = false }) {
  const [, , nonce] = view.found.find(([owner]) => owner === seat) ?? [];
  const digits = nonce ?? view.commitments[seat];
  if (!digits) return null;
  return html`<p class="wq-promise"><span>${say(nonce ? "web-wqrdles-opens" : "web-promise")}</span>${" "}
    <code title=${digits}>${whole ? digits : `${digits.slice(0, DIGITS)}…`}</code></p>`;
}

/** What the signs beside a row mean; nothing where there are none. */
export function Legend({ view }) {
  if (!view.rows.some(([, , answers]) => answers.some(([, , clue]) => clue))) return null;
  return html`<p class="wq-legend"><span>${say("web-wqrdles-before")}</span> <span>${say("web-wqrdles-after")}</span></p>`;
}

/** Return the rows that say something about the word of *seat*, the latest last. */
export function rowsAbout(view, seat) {
  return view.rows.flatMap(([, word, answers]) => answers
    .filter(([owner]) => owner === seat)
    .map(([, marks, clue]) => ({ word, marks, clue })));
}

/** A letter and what it is worth: filled, crossed out, or bare. */
export function Letter({ letter, sign }) {
  const mark = MARKS[sign];
  return html`<span class=${`wq-letter ${mark}`}>${letter}<span class="unseen">${mark === "none" ? " " : ` ${say(`web-mark-${mark}`)} `}</span></span>`;
}

/** A query word with its marks, and the clue where there is one. */
export function Row({ row, first }) {
  return html`<li class=${first ? "latest" : ""}>${[...row.word].map((letter, at) => html`<${Letter} letter=${letter} sign=${row.marks[at]} />`)}
    ${row.clue && html`<b class="clue" aria-hidden="true">${row.clue}</b>
      <span class="unseen">${say(row.clue === ">" ? "web-wqrdles-later" : "web-wqrdles-earlier")}</span>`}</li>`;
}

/** Return in words what one row says: letters with a mark, and those that are not in it. */
function inWords(word, marks) {
  const letters = [...word].map((letter, at) => [letter, MARKS[marks[at]]]);
  const here = letters.filter(([, mark]) => mark !== "none").map(([letter, mark]) => `${letter} ${say(`web-mark-${mark}`)}`);
  const none = letters.filter(([, mark]) => mark === "none").map(([letter]) => letter);
  return [...here, ...(none.length ? [`${say("web-wqrdles-absent")} ${none.join(", ")}`] : [])].join("; ");
}

/** The newest row, told to whoever cannot see it. */
export function Told({ state: { view, players } }) {
  const [, word, answers] = view.rows.at(-1) ?? [0, "", []];
  return html`<p class="unseen" role="status">${answers.map(([owner, marks, clue]) => html`<span key=${owner}>${word} → ${nameOf(players, owner)}: ${inWords(word, marks)}${clue && `; ${say(clue === ">" ? "web-wqrdles-later" : "web-wqrdles-earlier")}`}. </span>`)}</p>`;
}

/**
 * Everything about one hidden word.
 *
 * @param {object} given
 * @param {object} given.state The document.
 * @param {number} given.seat Whose word it is.
 * @param {number} given.most How many rows there is room for.
 * @param {boolean} given.legend Whether the signs are explained beside the rows.
 * @param {string} given.digits How much is shown of what the board has promised.
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

/** The words of the last round, and what it has brought each; nothing before. */
export function Last({ state: { view, players } }) {
  const { words, points } = view.results.at(-1) ?? { words: [] };
  return words.some(Boolean) && html`<section class="wq-last"><p>${say("web-wqrdles-last")}</p>
    <ul>${words.map((word, seat) => word && html`<li key=${seat}><span>${nameOf(players, seat)}</span> <b>${word}</b> <span>+${points[seat]}</span></li>`)}</ul></section>`;
}

/** The attempts that were opened last: whose, at which word, and what they earned. */
export function Opened({ state }) {
  const { view, players } = state;
  return html`${view.opened.map(([by, of, word, earned]) => html`<li key=${by}>
    <span>${nameOf(players, by)} → ${nameOf(players, of)}</span> <b>${guessed(state, word)}</b>
    ${earned ? html` <b>+${earned}</b>` : html` <i aria-hidden="true">✗</i><span class="unseen">${say("told-wrong")}</span>`}</li>`)}`;
}
