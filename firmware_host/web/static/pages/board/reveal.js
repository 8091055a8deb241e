/** When each letter of a word is revealed: one after the other, its pieces first, then its tile. */

/** How long a piece takes, and then the tile, in milliseconds. */
const PIECE_MS = 150, TILE_MS = 300;

/** What a letter that the alphabet does not have is made of. */
const NOTHING = [];

/**
 * Return when it begins for each zone that shows a letter, and how long all of it takes.
 *
 * @param {object[]} zones As the state document has them.
 * @param {object} letters Each letter's pieces.
 * @returns {{begins: object, tiles: object, lasts: number}} By zone when its pieces come
 *   and when its tile does, in milliseconds; and the end of the last one.
 */
export function revealed(zones, letters) {
  const begins = {}, tiles = {};
  let at = 0;
  for (const { zone, letter } of zones.filter((face) => face.letter)) {
    const pieces = (letters[letter] ?? NOTHING).reduce((sum, count) => sum + count, 0);
    begins[zone] = at;
    tiles[zone] = at + PIECE_MS * pieces;
    at = tiles[zone] + TILE_MS;
  }
  return { begins, tiles, lasts: at };
}

/** Whether a word is shown now: at the end of its round, or of the game with its last one. */
export const reveals = (beat) => beat?.what === "round" || beat?.what === "game";

/** Return the style by which the piece that comes so late in its zone waits. */
export const arrives = (begins, nth) => `${begins + PIECE_MS * nth}ms`;
