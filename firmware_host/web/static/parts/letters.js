/**
 * The letters as they are built from pieces: drawn, or as a row of pieces where the
 * owner's box builds one differently.
 */
import { KINDS, Piece } from "./pieces.js";
import { html, useMemo } from "../vendor/preact.js";

/**
 * Each letter's strokes in a box 32 wide and 48 high, y downwards: the kind's place,
 * then either two points, or a centre and two angles in degrees, clockwise from the
 * right. The board's own screens draw the same; tests/web/test_letters.py compares.
 */
export const STROKES = {
  "A": [[0, 0, 48, 16, 0], [0, 16, 0, 32, 48], [1, 5, 32, 27, 32]],
  "B": [[0, 3, 0, 3, 48], [3, 3, 12, -90, 90], [3, 3, 36, -90, 90]],
  "C": [[2, 27, 24, 90, 270]],
  "D": [[0, 3, 0, 3, 48], [2, 3, 24, -90, 90]],
  "E": [[0, 3, 0, 3, 48], [1, 3, 0, 27, 0], [1, 3, 24, 27, 24], [1, 3, 48, 27, 48]],
  "F": [[0, 3, 0, 3, 48], [1, 3, 0, 27, 0], [1, 3, 24, 27, 24]],
  "G": [[2, 27, 24, 90, 270], [1, 27, 26, 27, 48]],
  "H": [[0, 2, 0, 2, 48], [0, 29, 0, 29, 48], [1, 4, 24, 27, 24]],
  "I": [[0, 16, 0, 16, 48]],
  "J": [[1, 26, 10, 26, 36], [3, 14, 36, 0, 180]],
  "K": [[0, 3, 0, 3, 48], [1, 5, 24, 25, 3], [1, 5, 24, 25, 46]],
  "L": [[0, 3, 0, 3, 48], [1, 3, 48, 28, 48]],
  "M": [[0, 0, 0, 0, 48], [0, 32, 0, 32, 48], [1, 1, 0, 16, 20], [1, 31, 0, 16, 20]],
  "N": [[0, 2, 0, 2, 48], [0, 3, 0, 29, 48], [0, 30, 0, 30, 48]],
  "O": [[2, 16, 24, 95, 265], [2, 16, 24, -85, 85]],
  "P": [[0, 3, 0, 3, 48], [3, 3, 12, -90, 90]],
  "Q": [[2, 16, 24, 95, 265], [2, 16, 24, -85, 85], [1, 22, 34, 36, 50]],
  "R": [[0, 3, 0, 3, 48], [3, 3, 12, -90, 90], [1, 8, 25, 24, 48]],
  "S": [[3, 16, 12, 85, 320], [3, 16, 36, -95, 140]],
  "T": [[0, 16, 0, 16, 48], [1, 3, 0, 29, 0]],
  "U": [[1, 4, 8, 4, 34], [1, 28, 8, 28, 34], [3, 16, 36, 0, 180]],
  "V": [[0, 1, 0, 16, 48], [0, 31, 0, 16, 48]],
  "W": [[0, 0, 0, 0, 48], [0, 32, 0, 32, 48], [1, 1, 48, 16, 28], [1, 31, 48, 16, 28]],
  "X": [[0, 1, 0, 31, 48], [0, 31, 0, 1, 48]],
  "Y": [[1, 2, 0, 16, 22], [1, 30, 0, 16, 22], [1, 16, 24, 16, 48]],
  "Z": [[1, 3, 0, 29, 0], [0, 29, 1, 3, 47], [1, 3, 48, 29, 48]],
  "-": [[1, 4, 24, 28, 24]],
  "'": [[1, 16, 0, 16, 20]]
};

/** How far each curve reaches from its centre, by the kind's place. */
const REACH = { 2: [16, 24], 3: [12, 12] };

/** Return the SVG path of a stroke. */
function path([kind, x, y, to, on]) {
  if (!REACH[kind]) return `M${x} ${y}L${to} ${on}`;
  const [wide, high] = REACH[kind];
  const at = (degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return `${(x + wide * Math.cos(angle)).toFixed(1)} ${(y + high * Math.sin(angle)).toFixed(1)}`;
  };
  return `M${at(to)}A${wide} ${high} 0 ${on - to > 180 ? 1 : 0} 1 ${at(on)}`;
}

/** Tell whether the picture of a letter has just the pieces that this box has. */
function drawn(letter, build) {
  const strokes = STROKES[letter];
  return strokes && build.every((count, place) =>
    count === strokes.filter(([kind]) => kind === place).length);
}

/** A letter built from its pieces. */
export function Letter({ letter, build }) {
  if (!drawn(letter, build)) return html`<${Pieces} counts=${build} />`;
  return html`<svg class="letter" viewBox="-6 -6 44 60" aria-hidden="true" focusable="false">
    ${STROKES[letter].map((stroke) => html`
      <g class=${KINDS[stroke[0]]}><path class="rim" d=${path(stroke)} /><path class="wood" d=${path(stroke)} /></g>`)}
  </svg>`;
}

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
        <${Letter} letter=${letter} build=${letters[letter]} />
        <span class="unseen">${inWords(letters[letter], say)}</span>
      </li>`)}</ul>`;
  }, [letters, say]);
}

/** Letters first; hyphen and apostrophe after them. */
const rank = (letter) => letter.charCodeAt(0) + (/[A-Z]/.test(letter) ? 0 : 100);

/**
 * Return a listener for state documents that draws each with the letters of the board.
 *
 * Another language has other letters; whatever is newest when they arrive is drawn.
 *
 * @param {function} draw Told of a document and of each letter's pieces.
 */
export function lettered(draw) {
  let language = "", letters = {}, newest = null;
  return async (state) => {
    newest = state;
    if (state.language !== language) {
      language = state.language;
      letters = (await (await fetch("/api/alphabet")).json()).letters;
    }
    draw(newest, letters);
  };
}
