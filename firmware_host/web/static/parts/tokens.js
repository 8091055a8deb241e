/**
 * Drawings of coins, and of the guess tokens of players.
 *
 * Drawings are hidden from screen readers, because a word stands beside them. All are as high as a
 * line of text (`1em`).
 */
import { still } from "./still.js";
import { html } from "../vendor/preact.js";

/**
 * A coin with its value.
 *
 * @param {object} given
 * @param {number} given.value Its number, at most two digits.
 * @param {boolean} given.pale True for a bonus beside the prize.
 */
export const Coin = still(({ value, pale = false }) => {
  return html`<svg class=${`coin ${pale ? "pale" : ""}`} viewBox="0 0 48 50" aria-hidden="true" focusable="false">
    <circle class="edge" cx="24" cy="27" r="22" /><circle class="face" cx="24" cy="23" r="21.5" />
    <circle class="ring" cx="24" cy="23" r="17" /><path class="shine" d="M8.5 18A16.5 16.5 0 0 1 19 7.5" />
    <text x="24" y="31.5" text-anchor="middle">${value}</text></svg>`;
});

/**
 * A guess token in its player's colour; once it is spent, an empty dashed ring.
 *
 * @param {object} given
 * @param {string} given.player The player's animal, as in animals.js; "" for none.
 * @param {boolean} given.spent True if it was used.
 */
export const GuessToken = still(({ player = "", spent = false }) => {
  return html`<svg class=${`token ${player && `who-${player}`} ${spent ? "spent" : ""}`} viewBox="0 0 48 50" aria-hidden="true" focusable="false">
    ${spent ? html`<circle class="gone" cx="24" cy="24" r="20" />` : html`
      <circle class="edge" cx="24" cy="27" r="22" /><circle class="face" cx="24" cy="23" r="20.5" />
      <path class="shine" d="M9.5 18A15.5 15.5 0 0 1 19 8.5" /><text x="24" y="32.5" text-anchor="middle">?</text>`}</svg>`;
});
