/** KEYWORD on the pages. */
export { board } from "./keyword-board.js";
export { history } from "./keyword-history.js";
export { quick } from "./keyword-quick.js";
export { seat } from "./keyword-seat.js";
export { wall } from "./keyword-wall.js";

export const css = ["keyword.css"];
