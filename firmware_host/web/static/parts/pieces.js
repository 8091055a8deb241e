/**
 * What lies on the table, drawn: the four pieces, tokens, lamps, and players' symbols.
 *
 * Each piece has a shape of its own beside its colour, the same as on the board's own
 * screens (`picture/shapes.py`). A drawing says nothing to a screen reader: the word
 * stands beside it. All are as high as a line of text (`1em`).
 */
import { html } from "../vendor/preact.js";

/** The kinds, in the order of every count. */
export const KINDS = ["red", "yellow", "blue", "green"];

/** The players' symbols, in the order in which seats are offered. */
export const SYMBOLS = ["circle", "square", "triangle", "star"];

/** Each piece's middle line in a box 24 wide and 48 high. */
const LINES = {
  red: "M12 5V43",
  yellow: "M12 16V32",
  blue: "M19 5A15 19 0 0 0 19 43",
  green: "M17 14A10 10 0 0 0 17 34",
};

const OUTLINES = {
  circle: html`<circle cx="12" cy="12" r="9" />`,
  square: html`<rect x="3.5" y="3.5" width="17" height="17" rx="1.5" />`,
  triangle: html`<path d="M12 3 22 20.5H2Z" />`,
  star: html`<path d="m12 1.5 3.1 7 7.4.8-5.5 5 1.6 7.4L12 17.9l-6.6 3.8L7 14.3l-5.5-5 7.4-.8Z" />`,
};

const CROSS = "M6 6 18 18M18 6 6 18";
const TICK = "M4 13 10 19 20 6";

/** A letter piece: dark rim, coloured wood, a light along it. */
export function Piece({ kind }) {
  return html`<svg class=${`piece ${kind}`} viewBox="0 0 24 48" aria-hidden="true" focusable="false">
    <path class="rim" d=${LINES[kind]} /><path class="wood" d=${LINES[kind]} />
    <path class="light" d=${LINES[kind]} />
  </svg>`;
}

/** A NO token: a white tile with the piece that is not there, struck out. */
export function NoToken({ kind }) {
  return html`<svg class=${`no-token ${kind}`} viewBox="0 0 36 48" aria-hidden="true" focusable="false">
    <rect class="tile" x="1.5" y="1.5" width="33" height="45" rx="6" />
    <g transform="translate(8.5 5) scale(.8)"><path class="rim" d=${LINES[kind]} /><path class="wood" d=${LINES[kind]} /></g>
    <path class="strike" d="M6 42 30 6" />
  </svg>`;
}

/** A small round token, such as a guess token: full, or spent. */
export function Token({ spent = false }) {
  return html`<svg class=${`token ${spent ? "spent" : ""}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <circle cx="12" cy="12" r="10" /></svg>`;
}

/**
 * A zone's pair of lamps: the cross (red, left) and the tick (green, right).
 *
 * @param {object} given
 * @param {string} given.lamp "dark", "yes", "no", "refused" or "fault"; or instead
 * @param {boolean[]} given.lit Whether the cross and the tick are lit, as eyes see them.
 */
export function Lamp({ lamp, lit }) {
  const [cross, tick] = lit ?? [lamp === "no" || lamp === "refused", lamp === "yes" || lamp === "refused"];
  return html`<svg class=${`lamp ${lamp ?? ""}`} viewBox="0 0 56 24" aria-hidden="true" focusable="false">
    <g class=${`cross ${cross ? "lit" : ""}`}><circle cx="12" cy="12" r="11" /><path d=${CROSS} /></g>
    <g class=${`tick ${tick ? "lit" : ""}`} transform="translate(32 0)"><circle cx="12" cy="12" r="11" /><path d=${TICK} /></g>
  </svg>`;
}

/** A player's symbol. */
export function Symbol({ name }) {
  return html`<svg class=${`symbol ${name}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">${OUTLINES[name]}</svg>`;
}

/** The cross or the tick alone, as on a button. */
export function Mark({ name }) {
  return html`<svg class=${`mark ${name}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d=${name === "tick" ? TICK : CROSS} /></svg>`;
}
