/**
 * Drawings of the items on the table: the four pieces, NO tokens, lamps, and players' symbols.
 *
 * A piece is rigid: each kind has one shape, which is turned and moved, never stretched
 * (`words/poses.py` has the same measures). Light comes from the upper left, however a piece is
 * turned. Drawings are hidden from screen readers, because a word stands beside them. All are as
 * high as a line of text (`1em`).
 */
import { still } from "./still.js";
import { html } from "../vendor/preact.js";

/** The kinds, in the order of all counts. */
export const KINDS = ["red", "yellow", "blue", "green"];

/** The players' symbols, in the order of seats. */
export const SYMBOLS = ["circle", "square", "triangle", "star"];

/** Each piece's centre line, not turned: the middle of its chord is 0, 0. */
export const LINES = {
  red: "M0-24V24",
  yellow: "M0-12V12",
  blue: "M0-24A16 24 0 0 0 0 24",
  green: "M0-12A12 12 0 0 0 0 12",
};

/** How far a curve is moved aside to be in the middle of its picture. */
export const ASIDE = { blue: 8, green: 6 };

/** The dashes of light along a piece, in hundredths of its length. */
const SPARKLE = { red: "66 6 8 100", yellow: "52 9 9 100", blue: "66 6 8 100", green: "56 8 9 100" };

const OUTLINES = {
  circle: html`<circle cx="12" cy="12" r="9" />`,
  square: html`<rect x="3.5" y="3.5" width="17" height="17" rx="2.5" />`,
  triangle: html`<path d="M12 3 22 20.5H2Z" />`,
  star: html`<path d="m12 1.5 3.1 7 7.4.8-5.5 5 1.6 7.4L12 17.9l-6.6 3.8L7 14.3l-5.5-5 7.4-.8Z" />`,
  bot: html`<path fill-rule="evenodd" d="M11 5.5V4a1.8 1.8 0 1 1 2 0v1.5h4.5A3 3 0 0 1 20.5 8.5V11H22v5h-1.5v2a3 3 0 0 1-3 3h-11a3 3 0 0 1-3-3v-2H2v-5h1.5V8.5a3 3 0 0 1 3-3ZM8.5 10a1.9 1.9 0 1 0 .01 0ZM15.5 10a1.9 1.9 0 1 0 .01 0ZM8 16.5h8V18H8Z" />`,
};

const CROSS = "M6 6 18 18M18 6 6 18";
const TICK = "M4 13 10 19 20 6";

/** Return the transform that moves something on the screen inside what is turned. */
function moved(turn, x, y) {
  const angle = (-turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return `translate(${(x * cos - y * sin).toFixed(2)} ${(x * sin + y * cos).toFixed(2)})`;
}

/**
 * A piece inside a drawing in the coordinates of a letter's box: shadow, rim, body, gloss.
 *
 * @param {object} given
 * @param {string} given.kind Its kind.
 * @param {number} given.x The middle of its chord; `y` likewise.
 * @param {number} given.turn In degrees, clockwise.
 * @param {boolean} given.small True to draw it without shadow and sparkle.
 */
export const Laid = still(({ kind, x = 0, y = 0, turn = 0, small = false }) => {
  const d = LINES[kind];
  return html`<g class=${kind} transform=${`translate(${x} ${y}) rotate(${turn})`}>
    ${!small && html`<path class="shade far" d=${d} transform=${moved(turn, 1.3, 2.4)} /><path class="shade" d=${d} transform=${moved(turn, 0.8, 1.5)} />`}
    <path class="rim" d=${d} /><path class="body" d=${d} /><path class="gloss" d=${d} transform=${moved(turn, 0.7, 0.75)} />
    ${!small && html`<path class="sparkle" d=${d} pathLength="100" stroke-dasharray=${SPARKLE[kind]} stroke-dashoffset="-9" transform=${moved(turn, -0.95, -0.95)} />`}
  </g>`;
});

/** A missing piece: its shape, pale and dashed. */
export const Missing = still(({ kind, x = 0, y = 0, turn = 0 }) => {
  return html`<g class="missing" transform=${`translate(${x} ${y}) rotate(${turn})`}>
    <path class="hollow" d=${LINES[kind]} /><path class="dashes" d=${LINES[kind]} /></g>`;
});

/** A letter piece by itself; small, it is drawn without shadow and sparkle. */
export const Piece = still(({ kind, turn = 0, small = false }) => {
  return html`<svg class=${`piece ${kind}`} viewBox="-14 -28 28 56" aria-hidden="true" focusable="false">
    <${Laid} kind=${kind} x=${turn ? 0 : ASIDE[kind] ?? 0} turn=${turn} small=${small} /></svg>`;
});

/** A kind as printed on the wood: its shape in the colour of the text. */
export const Printed = still(({ kind }) => {
  return html`<svg class="printed" viewBox="-14 -28 28 56" aria-hidden="true" focusable="false">
    <path d=${LINES[kind]} transform=${`translate(${ASIDE[kind] ?? 0})`} /></svg>`;
});

/** A NO token: a white tile with the excluded piece, a cross on red below. */
export const NoToken = still(({ kind }) => {
  const size = kind === "red" || kind === "blue" ? 0.52 : 0.78;
  return html`<svg class=${`no-token ${kind}`} viewBox="0 0 44 56" aria-hidden="true" focusable="false">
    <rect class="edge" x="1" y="5" width="42" height="50" rx="10" /><rect class="tile" x="1" y="1" width="42" height="50" rx="10" />
    <g transform=${`translate(22 17.5) scale(${size})`}><${Laid} kind=${kind} x=${ASIDE[kind] ?? 0} small /></g>
    <path class="half" d="M1 33H43V41A10 10 0 0 1 33 51H11A10 10 0 0 1 1 41Z" /><rect class="frame" x="2" y="2" width="40" height="48" rx="9" />
    <path class="strike" d="M17 37 27 47M27 37 17 47" />
  </svg>`;
});

/**
 * A zone's pair of lamps: the cross (red, left) and the tick (green, right).
 *
 * @param {object} given
 * @param {string} given.lamp "dark", "yes", "no", "refused" or "fault"; or instead of it:
 * @param {boolean[]} given.lit Whether cross and tick are lit now.
 */
export function Lamp({ lamp, lit }) {
  const [cross, tick] = lit ?? [lamp === "no" || lamp === "refused", lamp === "yes" || lamp === "refused"];
  const bulb = (name, on, d) => html`<g class=${`${name} ${on ? "lit" : ""}`} transform=${name === "tick" ? "translate(32 0)" : undefined}>
    <circle class="glow" cx="12" cy="12" r="15" /><circle class="bulb" cx="12" cy="12" r="10.5" /><path class="shine" d="M6.2 9.6A7 7 0 0 1 10.4 5.2" /><path d=${d} /></g>`;
  return html`<svg class=${`lamp ${lamp ?? ""}`} viewBox="0 0 56 24" aria-hidden="true" focusable="false">
    ${bulb("cross", cross, CROSS)}${bulb("tick", tick, TICK)}</svg>`;
}

/** A player's symbol, or a bot's. */
export const Symbol = still(({ name }) => {
  return html`<svg class=${`symbol ${name}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">${OUTLINES[name]}</svg>`;
});

/** The cross or the tick alone, as on a button. */
export const Mark = still(({ name }) => {
  return html`<svg class=${`mark ${name}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d=${name === "tick" ? TICK : CROSS} /></svg>`;
});
