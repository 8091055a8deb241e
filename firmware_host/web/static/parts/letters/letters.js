/**
 * The letters as they are built from pieces: drawn, or as a row of pieces where the
 * owner's box builds one differently.
 */
import { KINDS, Laid, Piece } from "../pieces.js";
import { readJson } from "../read.js";
import { still } from "../still.js";
import { html, useMemo } from "../../vendor/preact.js";

/** How the pieces of each letter lie, as the board has said it: see `loadLetters`. */
let poses = {};

/**
 * Ask the board for its letters; from then on they are drawn as their pieces lie.
 *
 * @returns {Promise<object>} Each letter's pieces, in the order of every count.
 */
export async function loadLetters() {
  const { json } = await readJson("/api/alphabet");
  poses = json.poses;
  return json.letters;
}

/**
 * Return how the pieces of a letter lie in a box 32 wide and 48 high: of each its kind,
 * the middle of its chord, and its turn. Nothing where they are not known.
 */
export const posesOf = (letter) => poses[letter]?.map(([place, x, y, turn]) => ({ kind: KINDS[place], x, y, turn }));

/** Tell whether pieces that lie so are those of a build. */
const match = (lie, build) => build.every((count, place) =>
  count === lie.filter(({ kind }) => kind === KINDS[place]).length);

/**
 * A letter built from its pieces.
 *
 * @param {object} given
 * @param {string} given.letter Which one.
 * @param {number[]} given.build Its pieces, in the order of every count.
 * @param {boolean} given.small True where many stand side by side.
 */
export const Letter = still(({ letter, build, small = false }) => {
  const lie = posesOf(letter);
  if (!lie || !match(lie, build)) return html`<${Pieces} counts=${build} />`;
  return html`<svg class="letter" viewBox="-5 -6 42 60" aria-hidden="true" focusable="false">
    ${lie.map((pose) => html`<${Laid} ...${pose} small=${small} />`)}</svg>`;
});

/** Pieces side by side, such as all that lie in a zone. */
export function Pieces({ counts }) {
  return html`<span class="pieces" aria-hidden="true">${counts.flatMap((count, place) =>
    Array.from({ length: count }, () => html`<${Piece} kind=${KINDS[place]} />`))}</span>`;
}

/** Return counts of pieces in words, such as "2 × red long stick, 1 × …". */
export function inWords(counts, say) {
  return counts.flatMap((count, place) => (count ? [`${count} × ${say(`kind-${KINDS[place]}`)}`] : []))
    .join(", ");
}

/** Every letter with its pieces; the way to read it lies in each letter's label. */
export function Alphabet({ letters, say }) {
  // Most of a page's tree, and the same after each touch: it is drawn once.
  return useMemo(() => {
    const keys = Object.keys(letters).sort((one, other) => rank(one) - rank(other));
    return html`<ul class="alphabet">${keys.map((letter) => html`
      <li key=${letter}>
        <b>${letter}</b>
        <${Letter} letter=${letter} build=${letters[letter]} small />
        <span class="unseen">${inWords(letters[letter], say)}</span>
      </li>`)}</ul>`;
  }, [letters, say]);
}

/** Letters first; hyphen and apostrophe after them. */
const rank = (letter) => letter.charCodeAt(0) + (/[A-Z]/.test(letter) ? 0 : 100);
