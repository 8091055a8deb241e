/** Code cards on the pages. */
export const board = () => import("./board.js");
export const history = () => import("./history.js");
export const quick = () => import("./quick.js");
export const seat = () => import("./seat.js");
export const tablet = () => import("./tablet.js");
export const wall = () => import("./wall.js");

export const css = ["../../parts/hand.css", "game.css"];
