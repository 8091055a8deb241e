/** The naming of a hidden card by suit and rank, with the cards named before. */
import { Suit, rankOf } from "../../parts/cards.js";
import { html, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { PlayingCard, RANKS, SUITS, Tells, called } from "./faces.js";
import { COLUMNS } from "./table.js";

/**
 * The choice of a card: suit and rank, in any order.
 *
 * @param {object} given
 * @param {string} given.card The choice so far: a suit, a rank, both, or "".
 * @param {function} given.choose Called with the new choice.
 */
export function Choose({ card, choose }) {
  const suit = SUITS[card.at(-1)] ? card.at(-1) : "", rank = suit ? card.slice(0, -1) : card;
  return html`<div class="cc-choose">
    <div class="cc-suits" role="group" aria-label=${say("web-codecards-suit")}>${Object.entries(SUITS).map(([key, name]) => html`
      <button type="button" key=${key} aria-pressed=${suit === key} aria-label=${say(`suit-${name}`)} onClick=${() => choose(rank + key)}><${Suit} suit=${name} /></button>`)}</div>
    <div class="cc-ranks" role="group" aria-label=${say("web-codecards-rank")}>${RANKS.map((one, at) => html`
      <button type="button" key=${one} aria-pressed=${rank === one} aria-label=${say(`rank-${at + 1}`)} onClick=${() => choose(one + suit)}>${rankOf(one)}</button>`)}</div>
  </div>`;
}

/** Return true if suit and rank are chosen. */
export const isCard = (card) => card.length > 1 && Boolean(SUITS[card.at(-1)]);

/** The naming of a column's hidden card; only the player's own pile before it can be looked through. */
export function Naming({ state, send, head }) {
  const { view, you } = state, { pile = [] } = you.secret ?? {}, hit = view.pennies[view.turn][view.column - 1];
  const [card, choose] = useState("");
  return html`<div class="cc-own cc-names">${head}
    <div class="cc-before"><${Names} state=${state} card=${isCard(card) ? card : ""} />
      ${pile.length > 0 && html`<div class="cc-spread" role="group" aria-label=${say("web-codecards-pile", { n: view.column })}><b aria-hidden="true">${say("web-codecards-pile", { n: view.column })}</b><p>${pile.map((one) => html`<span key=${one}><${PlayingCard} card=${one} /><span class="unseen">${called(one)} </span></span>`)}</p> <b>${say(hit ? "web-codecards-hit" : "web-codecards-no-hit")}</b>${hit && html`<${Tells} card=${view.tops[view.turn][view.column - 1]} />`}</div>`}</div>
    <${Choose} card=${card} choose=${choose} />
    <p class="cc-doings"><button type="button" class="main" disabled=${!isCard(card)} onClick=${() => send({ do: "name", card })}>${say(isCard(card) ? "web-codecards-name-it" : "web-codecards-choose", { n: view.column })}</button></p></div>`;
}

/** The three columns of the player who names: named cards, the present choice, and open places. */
export const Names = ({ state: { view, players }, card = "" }) => html`<ol class=${`cc-naming who-${players.find((one) => one.seat === 1 - view.turn)?.animal || "board"}`}>${COLUMNS.map((column) => {
  const named = view.named[view.turn]?.[column - 1] ?? (column === view.column ? card : "");
  return html`<li key=${column} class=${column === view.column ? "now" : ""}><${PlayingCard} card=${named} /><span class="unseen">${named && called(named)}</span><small>${say("web-codecards-column-n", { n: column })}</small></li>`;
})}</ol>`;
