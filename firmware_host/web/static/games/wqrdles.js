/** WQRDLES on the pages. */
export { board } from "./wqrdles-board.js";
export { history } from "./wqrdles-history.js";
export { quick } from "./wqrdles-quick.js";
export { seat } from "./wqrdles-seat.js";
export { wall } from "./wqrdles-wall.js";

export const css = ["wqrdles.css"];
