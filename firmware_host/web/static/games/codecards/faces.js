/** Drawings of playing cards, of the penny of a hit, and of a card in a line of text. */
import { Suit, rankOf } from "../../parts/cards.js";
import { still } from "../../parts/still.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

export const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/** Return a card as a zone's face has it: "QH" is the queen of hearts. */
export const drawn = (card) => ({ text: card.slice(0, -1), suit: SUITS[card.at(-1)] });

/** Return the name of a card. */
export function called(card) {
  const { text, suit } = drawn(card);
  return say("card-name", { rank: say(`rank-${RANKS.indexOf(text) + 1}`), suit: say(`suit-${suit}`) });
}

/** A cap for the jack, pearls for the queen, a crown for the king, so that court cards differ in outline. */
const HATS = {
  J: html`<path d="M-22 11C-22-8 6-16 22 3L27 11Z" fill="#23b28a" stroke="#0c5b45" /><path d="M9-5C10-18 20-25 28-24 29-14 22-5 14-1Z" fill="#ffb81f" stroke="#7a4a00" />`,
  Q: html`<path d="M-19 11-24-8-9 3 0-12 9 3 24-8 19 11Z" fill="#fff0b8" stroke="#7a4a00" />${[-24, 0, 24].map((x) => html`<circle cx=${x} cy=${x ? -11 : -15} r="5" fill="#fffdf6" stroke="#7a4a00" />`)}`,
  K: html`<path d="M-23 11V-13L-11 0 0-18 11 0 23-13V11Z" fill="#ffcb1f" stroke="#7a4a00" /><path d="M-23 4H23" stroke="#7a4a00" />`,
};

/**
 * A playing card; without `card` its back, in its owner's colour. It is hidden from screen readers.
 *
 * @param {object} given
 * @param {string} [given.card] Such as "QH".
 * @param {string} [given.kind] More classes.
 */
export const PlayingCard = still(({ card = "", kind = "" }) => {
  if (!card) return html`<svg class=${`pc back ${kind}`} viewBox="0 0 100 140" aria-hidden="true" focusable="false"><rect class="rim" x="1" y="1" width="98" height="138" rx="12" /><rect class="field" x="7" y="7" width="86" height="126" rx="8" />
    <path class="lattice" d="M7 40 70 133M7 100 40 133M93 40 30 133M93 100 60 133M7 40 30 7M93 40 70 7M7 100 70 7M93 100 30 7" /><circle class="plate" cx="50" cy="70" r="25" /><path class="hole" d="M50 55a9 9 0 0 1 5.500 16.200L59 86H41l3.500-14.800A9 9 0 0 1 50 55Z" /></svg>`;
  const { text, suit } = drawn(card), hat = HATS[text];
  return html`<svg class=${`pc ${suit} ${kind}`} viewBox="0 0 100 140" aria-hidden="true" focusable="false"><rect class="rim" x="1" y="1" width="98" height="138" rx="12" />
    <text x=${text === "10" ? 5 : 9} y="58" textLength=${text === "10" ? 56 : null} lengthAdjust="spacingAndGlyphs">${rankOf(text)}</text>
    <${Suit} suit=${suit} x=${hat ? 36 : 28} y=${hat ? 79 : 68} width=${hat ? 56 : 66} height=${hat ? 56 : 66} />
    ${hat && html`<g class="hat" transform="translate(66 68) scale(0.8)">${hat}</g>`}</svg>`;
});

/** The penny of a hit, or its empty place. `what` is "hit", "miss", "asks" or "". */
export const Penny = still(({ what }) => html`<svg class=${`cc-coin ${what}`} viewBox="0 0 60 62" aria-hidden="true" focusable="false">${what === "hit"
  ? html`<circle class="edge" cx="30" cy="33" r="27" /><circle class="face" cx="30" cy="28" r="27" /><circle class="ring" cx="30" cy="28" r="20.5" /><path class="tick" d="M19 29 27 37 42 20" />`
  : html`<circle class="place" cx="30" cy="30" r="25" />${what === "miss" && html`<path class="cross" d="M21 21 39 39M39 21 21 39" />`}${what === "asks" && html`<text x="30" y="42">?</text>`}`}</svg>`);

/** A card in a line of text. */
export const Small = ({ card }) => html`<span class="cc-small"><b>${rankOf(drawn(card).text)}</b><${Suit} suit=${drawn(card).suit} /><span class="unseen"> ${say(`suit-${drawn(card).suit}`)}</span></span>`;

/** What a penny reveals about the hidden card: this suit, or this rank. */
export const Tells = ({ card }) => html`<span class="cc-tells" aria-hidden="true"><${Suit} suit=${drawn(card).suit} /> ${say("web-codecards-or")} <b>${rankOf(drawn(card).text)}</b></span>`;
