/** Decipher's part of the pages. */
export { board } from "./decipher-board.js";
export { heard } from "./decipher-heard.js";
export { history } from "./decipher-history.js";
export { quick } from "./decipher-quick.js";
export { seat } from "./decipher-seat.js";
export { wall } from "./decipher-wall.js";

export const css = ["decipher.css"];
