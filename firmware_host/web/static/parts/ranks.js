/** Who has how many points of a round or a game. */
import { Symbol as Sign } from "./pieces.js";
import { Animal } from "./animals.js";
import { html } from "../vendor/preact.js";
import { say } from "./words.js";

/** The seat of the board, where it makes the word. */
export const BOARD = -1;

/** Everybody of a round or a game with points, the most first; the board last where it competes with nobody. */
function ranked(points, players) {
  return points.map((count, seat) => {
    // Whoever has come after the game has no points, nor those of the board.
    const one = players.find((player) => player.seat === seat && player.points !== null) ?? { seat: BOARD, name: say("web-the-board"), animal: "board" };
    return { ...one, count };
  }).filter((one) => !one.left && one.count !== null).sort((one, other) => aside(one, players) - aside(other, players) || other.count - one.count);
}

/** Whether somebody's points win nothing: the board's, against several. */
const aside = ({ seat }, players) => seat === BOARD && players.length > 1;

/**
 * @param {object} given
 * @param {number[]} given.points By seat.
 * @param {object[]} given.players As the state document has them.
 * @param {number[]} given.first The seats that stand out.
 * @param {string} [given.sign] What stands before a number.
 */
export const Ranks = ({ points, players, first, sign = "" }) => html`<ol class="ranks">${ranked(points, players).map((one) => html`<li key=${one.seat} class=${first.includes(one.seat) ? "leads" : ""}>
  <${Animal} name=${one.animal || "board"} /><span>${one.bot && html`<${Sign} name="bot" />`}${one.name}${aside(one, players) && html` <small>${say("web-board-aside")}</small>`}</span><b>${sign}${one.count}</b></li>`)}</ol>`;
