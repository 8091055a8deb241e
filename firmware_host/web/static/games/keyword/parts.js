/** What several pages of KEYWORD show: the open row, a shown word, and the collected ones. */
import { Card } from "../../parts/cards.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** What a player is called. */
export const nameOf = (players, seat) => players.find((one) => one.seat === seat)?.name ?? "";

/** The blue cards that lie open, by zone; where one was taken, an empty place. */
export function Row({ view }) {
  return html`<ol class="kw-row" aria-label=${say("web-keyword-row")}>${view.row.map((card, at) => html`
    <li key=${at}><span class="place">${at + 1}</span>
      ${card ? html`<${Card} text=${card} tone="blue" />` : html`<span class="kw-gap"><span class="unseen">${say("web-keyword-gap")}</span></span>`}</li>`)}</ol>`;
}

/** A word of cards: blue ones and orange ones, blanks with the letter they stand for. */
export function Cards({ word, blue, blanks = [] }) {
  return html`<span class="kw-cards"><span class="unseen">${word}</span>${[...word].map((letter, at) => html`
    <span key=${at} aria-hidden="true" class=${`kw-card ${blue[at] ? "blue" : "orange"} ${blanks.includes(at + 1) ? "blank" : ""}`}>${letter}</span>`)}</span>`;
}

/** Return what is wrong with a word that was shown. */
export const faultsOf = ({ faults }) => faults.map((fault) => say(`keyword-fault-${fault}`)).join(", ");

/** Every word of the last round, with what is wrong with it. */
export function Opened({ view, players }) {
  if (!view.opened.length) return null;
  return html`<ul class="kw-opened">${view.opened.map((one) => html`
    <li key=${one.by} class=${one.won ? "won" : one.faults.length ? "wrong" : ""}>
      <b>${one.won && html`<i aria-hidden="true">★ </i>`}${nameOf(players, one.by)}</b>
      <${Cards} ...${one} />
      <span class="why-not">${one.won ? say("web-keyword-won") : faultsOf(one)}</span>
    </li>`)}</ul>`;
}

/** For each letter of the keyword, whether *words* have a card for it that serves no other. */
export function collected(keyword, words) {
  const left = (words ?? []).flatMap((one) => [...one.word]);
  return [...keyword].map((letter) => left.includes(letter) && left.splice(left.indexOf(letter), 1).length > 0);
}

/** So many letters have room to be larger. */
const SHORT = 8;

/** The keyword; letters that *words* have already are filled. */
export function Keyword({ view, words }) {
  const has = collected(view.keyword, words);
  return html`<span class=${`kw-keyword ${has.length <= SHORT ? "short" : ""}`}><span class="unseen">${view.keyword}: ${has.filter(Boolean).length}/${has.length}</span>${[...view.keyword].map((letter, at) => html`
    <span key=${at} aria-hidden="true" class=${has[at] ? "has" : ""}>${letter}</span>`)}</span>`;
}

/** What a player may have done, by the field of the view that lists the seats: its sign and its text. */
const DOES = [["laid", "✓", "web-keyword-laid"], ["passed", "↷", "web-keyword-passed"], ["thinking", "…", "web-keyword-thinking"]];

/** Whether a player has laid, passed, or is still thinking; and the cards in the hand. */
export function Player({ one, state: { view } }) {
  if (!view || view.over) return null;
  const what = DOES.find(([name]) => view[name].includes(one.seat));
  return html`${what && html`<i aria-hidden="true">${what[1]}</i> <span class="kw-does">${say(what[2])}</span>`}`;
}
