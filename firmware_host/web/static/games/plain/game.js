/** The default for any game, drawn from its declarations if it has no part of its own. */
export const board = () => import("./board.js");
export const seat = () => import("./seat.js");
