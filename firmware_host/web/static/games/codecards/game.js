/** Code cards on the pages. */
export { board } from "./board.js";
export { history } from "./history.js";
export { quick } from "./quick.js";
export { seat } from "./seat.js";
export { wall } from "./wall.js";

export const css = ["game.css"];
