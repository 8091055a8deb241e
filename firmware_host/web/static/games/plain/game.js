/** Any game on the pages, from what it declares: what a game's own file does not draw. */
export const board = () => import("./board.js");
export const seat = () => import("./seat.js");
