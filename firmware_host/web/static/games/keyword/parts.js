/** Shared parts of KEYWORD's pages: the open row, shown words, and collected words. */
import { readJson } from "../../parts/read.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** Return the name of a player. */
export const nameOf = (players, seat) => players.find((one) => one.seat === seat)?.name ?? "";

/**
 * A letter card: orange cards have a frame and a dot, blue cards are filled and have a diamond.
 *
 * @param {object} given
 * @param {string} given.text Its letter; "?" for a blank.
 * @param {boolean} given.blue True for a blue card.
 * @param {string} [given.means] The letter that a blank stands for.
 */
export function Tile({ text, blue, means = "" }) {
  const blank = text === "?";
  return html`<span class=${`kw-card ${blue ? "blue" : "orange"} ${blank ? "blank" : ""}`} aria-hidden="true">${blank && html`<i>★</i>`}<b>${blank ? means : text}</b></span>`;
}

/** Three backs, the same for each word that lies face down. */
export const Backs = () => html`<span class="kw-cards backs" aria-hidden="true">${[0, 1, 2].map((at) => html`<span key=${at} class="kw-card back"></span>`)}</span>`;

/** The open blue cards by zone, with gaps for taken ones. */
export function Row({ view }) {
  return html`<ol class="kw-row" aria-label=${say("web-keyword-row")}>${view.row.map((card, at) => html`
    <li key=${at}><span class="place">${at + 1}</span>
      ${card ? html`<${Tile} text=${card} blue /><span class="unseen">${card}</span>` : html`<span class="kw-gap"><span class="unseen">${say("web-keyword-gap")}</span></span>`}</li>`)}</ol>`;
}

/** A word made of cards, with the letters that blanks stand for. */
export function Cards({ word, blue, blanks = [] }) {
  return html`<span class="kw-cards"><span class="unseen">${word}</span>${[...word].map((letter, at) => html`
    <${Tile} key=${at} text=${blanks.includes(at + 1) ? "?" : letter} means=${letter} blue=${Boolean(blue[at])} />`)}</span>`;
}

/** Return the faults of a shown word. */
export const faultsOf = ({ faults }) => faults.map((fault) => say(`keyword-fault-${fault}`)).join(", ");

/** Every word of the last round, with its faults. */
export function Opened({ view, players }) {
  if (!view.opened.length) return null;
  return html`<ul class="kw-opened">${view.opened.map((one) => html`
    <li key=${one.by} class=${one.won ? "won" : one.faults.length ? "wrong" : ""}>
      <b>${one.won && html`<i aria-hidden="true">★ </i>`}${nameOf(players, one.by)}</b>
      <${Cards} ...${one} />
      <span class="why-not">${one.won ? say("web-keyword-won") : faultsOf(one)}</span>
    </li>`)}</ul>`;
}

/** Return for each letter of the keyword the word that provides it; "" for none. Each card counts once. */
export function spelled(keyword, words) {
  const left = (words ?? []).flatMap(({ word }) => [...word].map((letter) => [letter, word]));
  return [...keyword].map((wanted) => {
    const at = left.findIndex(([letter]) => letter === wanted);
    return at < 0 ? "" : left.splice(at, 1)[0][1];
  });
}

/** A keyword up to this length is drawn larger. */
const SHORT = 8;

/** The keyword; letters that `words` provide are filled, except those in `late`. */
export function Keyword({ view, words, late = [] }) {
  const has = spelled(view.keyword, words).map((word, at) => word && !late.includes(at));
  return html`<span class=${`kw-keyword ${has.length <= SHORT ? "short" : ""}`}><span class="unseen">${view.keyword}: ${has.filter(Boolean).length}/${has.length}</span>${[...view.keyword].map((letter, at) => html`
    <span key=${at} aria-hidden="true" class=${has[at] ? "has" : ""}>${letter}</span>`)}</span>`;
}

/** The states of a player: the field of the view that lists the seats, a sign, and a text. */
const DOES = [["laid", "✓", "web-keyword-laid"], ["passed", "↷", "web-keyword-passed"], ["thinking", "…", "web-keyword-thinking"]];

/** The state of a player: laid, passed, or thinking. */
export function Player({ one, state: { view } }) {
  if (!view || view.over) return null;
  const what = DOES.find(([name]) => view[name].includes(one.seat));
  return html`${what && html`<i aria-hidden="true">${what[1]}</i> <span class="kw-does">${say(what[2])}</span>`}`;
}

/**
 * Up to three of the longest words that the player's hand had in the last round; the board sends
 * them only to the phone of this player, or while this player has the shared screen.
 */
export function Longest() {
  const [words, set] = useState([]);
  useEffect(() => void readJson("/api/longest").then(({ json }) => set(json.words?.slice(0, 3) ?? [])), []);
  return words.length > 0 && html`<p class="facts kw-longest"><span>${say("web-keyword-longest")} <b>${words.join(", ")}</b></span></p>`;
}
