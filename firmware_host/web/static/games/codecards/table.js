/** Code cards as they lie: hidden cards, the piles before them, and a card to choose. */
import { Card, Suit, rankOf } from "../../parts/cards.js";
import { useHeld } from "../../parts/held.js";
import { Mark } from "../../parts/pieces.js";
import { html, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

export const COLUMNS = [1, 2, 3];

const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

export const other = (seat) => 1 - seat;

/** Return a card as `Card` draws it: "QH" is a queen of hearts. */
export const drawn = (card) => ({ text: card.slice(0, -1), suit: SUITS[card.at(-1)] });

/** Return a card in words. */
export function called(card) {
  const { text, suit } = drawn(card);
  return say("card-name", { rank: say(`rank-${RANKS.indexOf(text) + 1}`), suit: say(`suit-${suit}`) });
}

/** Return a card as its tag is called: "hearts-12". */
export const tagged = (card) => `${drawn(card).suit}-${RANKS.indexOf(drawn(card).text) + 1}`;

/** Return what is asked of whoever is on turn; it ends a code: `web-codecards-you-…`. */
export function asked({ may, first_turn: first }) {
  if (may.includes("name")) return "name";
  if (may.includes("break")) return first ? "first" : "turn";
  return may.includes("skip") ? "play" : "card";
}

export const nameOf = (players, seat) => players.find((one) => one.seat === seat)?.name ?? "";

/** Return the six hidden cards once they are open, a row for each seat; else nothing. */
export function opened({ results, voided }) {
  const cards = (results?.at(-1)?.word || voided || "").split(" ");
  return cards.length === 6 ? [cards.slice(0, 3), cards.slice(3)] : null;
}

/**
 * Return a row of hidden cards with the piles before them.
 *
 * @param {object} view The public view.
 * @param {number} owner Whose hidden cards they are.
 */
export function row(view, owner) {
  const actor = other(owner), open = opened(view);
  return [0, 1, 2].map((at) => ({
    place: at + 1,
    column: 3 - at,
    zone: owner === 0 ? at + 1 : 6 - at,
    lies: view.lying[owner][at],
    card: open?.[owner][at] ?? null,
    top: view.tops[actor][2 - at],
    height: view.heights[actor][2 - at],
    penny: view.pennies[actor][2 - at],
    fresh: view.fresh === actor,
    named: view.named[actor][2 - at] ?? null,
  }));
}

/** A hidden card: its back, an empty place, or itself once all are open. */
function Hidden({ cell }) {
  if (cell.card) return html`<${Card} ...${drawn(cell.card)} />`;
  if (cell.lies) return html`<${Card} back />`;
  return html`<span class="cc-none">?<span class="unseen">${say("card-waits")}</span></span>`;
}

/** What the pile's card was worth: a penny that stays, or none just now. */
function Penny({ cell }) {
  if (cell.penny) return html`<span class="cc-penny yes"><${Mark} name="tick" /> ${say("web-codecards-hit")}</span>`;
  if (cell.fresh && cell.top) return html`<span class="cc-penny no"><${Mark} name="cross" /> ${say("web-codecards-no-hit")}</span>`;
  return html`<span class="cc-penny"></span>`;
}

/** Return the numbers of the pads of the columns still to come, the next one first. */
export const pads = (view) => row(view, other(view.turn)).filter((cell) => cell.column >= view.column)
  .sort((one, two) => one.column - two.column).map((cell) => cell.zone);

/**
 * Hidden cards in a row, each with its penny and its pile.
 *
 * @param {object} given
 * @param {object} given.view The public view.
 * @param {number} given.owner Whose hidden cards they are.
 * @param {string} given.title
 */
export function Row({ view, owner, title }) {
  const shown = row(view, owner).sort((one, two) => one.zone - two.zone);
  const next = view.turn === other(owner) && !view.over ? view.column : 0;
  return html`<section class="cc-row"><h2>${title}</h2><ol>${shown.map((cell) => html`
    <li key=${cell.zone} class=${`${cell.penny ? "yes" : cell.fresh && cell.top ? "no" : ""} ${cell.column === next ? "next" : ""} ${cell.card ? "open" : ""}`}>
      <span class="cc-number">${cell.zone}</span>
      <div class="cc-hidden"><${Hidden} cell=${cell} /></div>
      <${Penny} cell=${cell} />
      <div class="cc-pile">${cell.top && html`<${Card} ...${drawn(cell.top)} />`}
        ${cell.height > 1 && html`<span class="cc-height">× ${cell.height}</span>`}</div>
      ${cell.named && html`<p class="cc-named">${say("web-codecards-named")} <${Small} card=${cell.named} /></p>`}
    </li>`)}</ol></section>`;
}

/** A card in a line of text. */
export function Small({ card }) {
  const { text, suit } = drawn(card);
  return html`<span class="cc-small"><b>${rankOf(text)}</b><${Suit} suit=${suit} /><span class="unseen"> ${say(`suit-${suit}`)}</span></span>`;
}

/**
 * A card to choose: its suit, then its rank.
 *
 * @param {object} given
 * @param {string} given.card The card that is chosen; empty for none.
 * @param {function} given.choose Told which card was chosen.
 */
export function Choose({ card, choose }) {
  const [suit, setSuit] = useState(card.at(-1) ?? "");
  return html`<div class="cc-choose">
    <div class="cc-suits" role="group" aria-label=${say("web-codecards-suit")}>${Object.entries(SUITS).map(([key, name]) => html`
      <button type="button" key=${key} aria-pressed=${suit === key} aria-label=${say(`suit-${name}`)} onClick=${() => setSuit(key)}>
        <${Suit} suit=${name} /></button>`)}</div>
    <div class="cc-ranks" role="group" aria-label=${say("web-codecards-rank")}>${RANKS.map((rank, at) => html`
      <button type="button" key=${rank} disabled=${!suit} aria-pressed=${card === rank + suit}
        aria-label=${say(`rank-${at + 1}`)} onClick=${() => choose(rank + suit)}>${rankOf(rank)}</button>`)}</div>
  </div>`;
}

/**
 * Something for one pair of eyes: it shows only while its button is held.
 *
 * @param {object} given
 * @param {string} given.label What stands on the button.
 */
export function Held({ label, children }) {
  const [held, holding] = useHeld();
  return html`<div class="secret cc-held">
    <button type="button" ...${holding}>${label}</button>
    <div class="cc-shown" aria-live="polite">${held && children}</div>
  </div>`;
}
