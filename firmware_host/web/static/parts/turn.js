/** Seats that are nobody's. */

/** The seat of the board, where it makes the word. */
export const BOARD = -1;
