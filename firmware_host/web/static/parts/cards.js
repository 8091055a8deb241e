/** A card seen from above, or its back; a suit has its shape beside its colour. */
import { html } from "../vendor/preact.js";
import { say } from "./words.js";

const SUITS = {
  hearts: html`<path d="M12 21C5 15.5 2 12 2 8a5 5 0 0 1 10-1.2A5 5 0 0 1 22 8c0 4-3 7.5-10 13Z" />`,
  diamonds: html`<path d="M12 1.5 20.5 12 12 22.5 3.5 12Z" />`,
  spades: html`<path d="M12 1.5C17 6.5 21.5 10 21.5 14a4.5 4.5 0 0 1-8.200 2.5c.2 2.5 1 4.5 2.700 6H8c1.700-1.5 2.5-3.5 2.700-6A4.5 4.5 0 0 1 2.5 14C2.5 10 7 6.5 12 1.5Z" />`,
  clubs: html`<path d="M12 1.5a4.600 4.600 0 0 1 4 7 4.600 4.600 0 1 1-2.700 8c.2 2.5 1 4.5 2.700 6H8c1.700-1.5 2.5-3.5 2.700-6a4.600 4.600 0 1 1-2.700-8 4.600 4.600 0 0 1 4-7Z" />`,
};

/** A suit's shape, as high as a line of text; or placed by `x`, `y`, `width` and `height` in a drawing. */
export function Suit({ suit, ...at }) {
  return html`<svg class=${`suit ${suit}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false" ...${at}>${SUITS[suit]}</svg>`;
}

/** Return the sign of a rank in this language: D for the queen in German. */
export const rankOf = (text) => (/^[AJQK]$/.test(text) ? say(`web-rank-${text.toLowerCase()}`) : text);

/**
 * A card.
 *
 * @param {object} given
 * @param {string} given.text Its rank or letter; "?" for a blank.
 * @param {string} [given.suit] "hearts", "diamonds", "spades" or "clubs"; "unknown" while it is being named.
 * @param {string} [given.tone] "blue" or "orange" for a letter card, with a different edge too.
 * @param {boolean} [given.back] True for a card that lies face down.
 */
export function Card({ text = "", suit = "", tone = "", back = false }) {
  if (back || (!text && !suit)) return html`<span class="card back"><span class="unseen">${say("web-card-back")}</span></span>`;
  return html`<span class=${`card ${suit} ${tone}`}><b>${suit ? rankOf(text) : text}</b>${suit && html`<${Suit} suit=${suit} />
    <span class="unseen"> ${say(`web-suit-${suit}`)}</span>`}</span>`;
}
