/**
 * The letters as they are built from pieces: drawn, or as a row of pieces where the
 * owner's box builds one differently.
 */
import { KINDS, Laid, Piece } from "../pieces.js";
import { readJson } from "../read.js";
import { still } from "../still.js";
import { html, useMemo } from "../../vendor/preact.js";

/** The poses of the pieces of each letter, fetched by `loadLetters`. */
let poses = {};

/**
 * Fetch the letters from the board; from then on they are drawn with their poses.
 *
 * @returns {Promise<object>} Each letter's pieces, in the order of `KINDS`.
 */
export async function loadLetters() {
  const { json } = await readJson("/api/alphabet");
  poses = json.poses;
  return json.letters;
}

/**
 * Return the poses of a letter's pieces in a box 32 wide and 48 high: kind, middle of the chord,
 * and turn of each; undefined if they are unknown.
 */
export const posesOf = (letter) => poses[letter]?.map(([place, x, y, turn]) => ({ kind: KINDS[place], x, y, turn }));

/** Return true if poses have the same pieces as a build. */
const match = (lie, build) => build.every((count, place) =>
  count === lie.filter(({ kind }) => kind === KINDS[place]).length);

/**
 * A letter built from its pieces.
 *
 * @param {object} given
 * @param {string} given.letter The letter.
 * @param {number[]} given.build Its pieces, in the order of `KINDS`.
 * @param {boolean} given.small True if many stand side by side.
 */
export const Letter = still(({ letter, build, small = false }) => {
  const lie = posesOf(letter);
  if (!lie || !match(lie, build)) return html`<${Pieces} counts=${build} />`;
  return html`<svg class="letter" viewBox="-5 -6 42 60" aria-hidden="true" focusable="false">
    ${lie.map((pose) => html`<${Laid} ...${pose} small=${small} />`)}</svg>`;
});

/** Pieces side by side, such as all in a zone. */
export function Pieces({ counts }) {
  return html`<span class="pieces" aria-hidden="true">${counts.flatMap((count, place) =>
    Array.from({ length: count }, () => html`<${Piece} kind=${KINDS[place]} />`))}</span>`;
}

/** Return counts of pieces in words, such as "2 × red long stick, 1 × …". */
export function inWords(counts, say) {
  return counts.flatMap((count, place) => (count ? [`${count} × ${say(`kind-${KINDS[place]}`)}`] : []))
    .join(", ");
}

/** Every letter with its pieces; its label lists them for screen readers. */
export function Alphabet({ letters, say }) {
  // A large part of the page that never changes: it is drawn once.
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

/** The order of letters: A to Z, then hyphen and apostrophe. */
const rank = (letter) => letter.charCodeAt(0) + (/[A-Z]/.test(letter) ? 0 : 100);
