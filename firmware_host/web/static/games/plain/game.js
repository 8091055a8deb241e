/** Any game on the pages, from what it declares: what a game's own file does not draw. */
export { board } from "./board.js";
export { seat } from "./seat.js";
