/** Code cards on the pages. */
export { board } from "./codecards-board.js";
export { heard } from "./codecards-heard.js";
export { history } from "./codecards-history.js";
export { quick } from "./codecards-quick.js";
export { seat } from "./codecards-seat.js";
export { wall } from "./codecards-wall.js";

export const css = ["codecards.css"];
