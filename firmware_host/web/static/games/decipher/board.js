/** Decipher at the virtual board: heaps of pieces, tokens, and what a voice says. */
import { Dialog } from "../../parts/dialog.js";
import { Alphabet } from "../../parts/letters.js";
import { GuessToken } from "../../parts/tokens.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Heaps } from "../plain/board.js";
import { stays } from "./turn.js";
import { Guess, Rack } from "./words.js";

/** The four heaps beside the board. */
const Tray = (given) => html`<div class="tray" role="group" aria-label=${say("web-board-tray")}><${Heaps} ...${given} /></div>`;

/** The guess tokens beside a player's button. */
function Player({ one, state: { view } }) {
  const tokens = view.waiting ? 0 : view.tokens[one.seat] ?? 0;
  return html`<span class="unseen">${say("web-tokens", { n: tokens })}.</span>
    <span aria-hidden="true">${Array.from({ length: tokens }, () => html`<${GuessToken} />`)}</span>`;
}

/** Tokens that nobody has yet. */
function Supply({ state: { view } }) {
  if (!view || view.waiting || view.over) return html`<p class="supply"></p>`;
  return html`<ul class="supply" aria-label=${say("web-board-supply")}>
    <li class="decipher"><b>5</b><span>${say("web-board-decipher")}</span></li>
    <li class="bonus"><b>${view.bonus_left}</b><span>${say("web-board-bonus")}</span></li>
    <li class="no"><b>${view.noes}</b><span>${say("web-board-noes")}</span></li>
  </ul>`;
}

/** A guess, the maker's word, and the letters. */
function Doings({ state, open }) {
  const { view } = state;
  const button = (code, name, main = "") => html`<button type="button" class=${main} onClick=${() => open(name)}>${say(code)}</button>`;
  const sets = view?.waiting && !view.over && view.maker >= 0;
  return html`
    ${sets && button("web-board-rack", "rack", "main")}
    ${view?.seekers.length > 0 && !view.over && button("web-board-guess", "guess", "main")}
    ${button("web-alphabet", "letters")}`;
}

/** The letters with their pieces. */
function Letters({ letters, close }) {
  return html`<${Dialog} title=${say("web-alphabet")} closeWord=${say("web-close")} close=${close}>
    <${Alphabet} letters=${letters} say=${say} /></${Dialog}>`;
}

/**
 * Return what came of the last guess, as long as nothing was tapped since: that it
 * was wrong, or, while the board still shows it, how the last word ended; else "".
 *
 * @param {object} state How things stand.
 */
function hint(state) {
  const { view, players } = state;
  if (!view || view.last || view.waiting || view.over) return "";
  const named = (seat) => players.find((one) => one.seat === seat)?.name ?? "";
  const guess = view.guesses.at(-1);
  return guess ? say("guess-wrong", { name: named(guess[0]), word: guess[1] }) : stays(state);
}

export const board = { Tray, Player, Supply, Doings, hint, sheets: { guess: Guess, rack: Rack, letters: Letters } };
