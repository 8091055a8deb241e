/** The points of the players of a round or a game, sorted. */
import { Symbol as Sign } from "./pieces.js";
import { Animal } from "./animals.js";
import { html } from "../vendor/preact.js";
import { say } from "./words.js";

/** The seat of the board, if it makes the word. */
export const BOARD = -1;

/** Return all players with points, the most first; the board last if it does not compete. */
function ranked(points, players) {
  return points.map((count, seat) => {
    // A player who joined after the game has no points, and not those of the board.
    const one = players.find((player) => player.seat === seat && player.points !== null) ?? { seat: BOARD, name: say("web-the-board"), animal: "board" };
    return { ...one, count };
  }).filter((one) => !one.left && one.count !== null).sort((one, other) => aside(one, players) - aside(other, players) || other.count - one.count);
}

/** Return true for the board's points against several players, which win nothing. */
const aside = ({ seat }, players) => seat === BOARD && players.length > 1;

/**
 * The ranking.
 *
 * @param {object} given
 * @param {number[]} given.points The points by seat.
 * @param {object[]} given.players The players of the state document.
 * @param {number[]} given.first The highlighted seats.
 * @param {string} [given.sign] A sign before each number.
 * @param {number[]} [given.without] Seats that are shown elsewhere.
 */
export const Ranks = ({ points, players, first, sign = "", without = [] }) => html`<ol class="ranks">${ranked(points, players).filter((one) => !without.includes(one.seat)).map((one) => html`<li key=${one.seat} class=${first.includes(one.seat) ? "leads" : ""}>
  <${Animal} name=${one.animal || "board"} /><span>${one.bot && html`<${Sign} name="bot" />`}${one.name}${aside(one, players) && html` <small>${say("web-board-aside")}</small>`}</span><b>${sign}${one.count}</b></li>`)}</ol>`;
