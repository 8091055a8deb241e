/** The things of the box, drawn: each kind by its own shape, colour and name. */
import { html } from "./vendor/preact.js";
import { say } from "./words.js";

/** The four kinds, in the order of every count. */
export const KINDS = ["red", "yellow", "blue", "green"];

/** Long stick, short stick, wide curve, tight curve. */
const SHAPES = {
  red: "M12 3V45",
  yellow: "M12 14V34",
  blue: "M19 4A20 20 0 0 0 19 44",
  green: "M17 14A10 10 0 0 0 17 34",
};

const SIGNS = {
  circle: html`<circle cx="12" cy="12" r="9" />`,
  square: html`<rect x="3.5" y="3.5" width="17" height="17" />`,
  triangle: html`<path d="M12 3L22 21H2Z" />`,
  star: html`<path d="M12 2l2.9 6.6 7.1.7-5.4 4.7 1.6 7L12 17.3 5.8 21l1.6-7L2 9.3l7.1-.7Z" />`,
};

/** A letter piece. Without `label` the text beside it says what it is. */
export function Piece({ kind, label }) {
  const named = label ? { role: "img", "aria-label": say(`kind-${kind}`) } : { "aria-hidden": "true" };
  return html`<svg class=${`piece ${kind}`} viewBox="0 0 24 48" ...${named}>
    <path class="edge" d=${SHAPES[kind]} /><path class="body" d=${SHAPES[kind]} />
  </svg>`;
}

/** A NO token that covers a kind. */
export function NoToken({ kind, label }) {
  const name = say("web-covered", { kind: say(`kind-${kind}`) });
  const named = label ? { role: "img", "aria-label": name } : { "aria-hidden": "true" };
  return html`<svg class=${`no-token ${kind}`} viewBox="0 0 48 48" ...${named}>
    <circle class="disc" cx="24" cy="24" r="22" />
    <g transform="translate(12 0)"><path class="edge" d=${SHAPES[kind]} /><path class="body" d=${SHAPES[kind]} /></g>
    <path class="cross" d="M10 10L38 38M38 10L10 38" />
  </svg>`;
}

/** A pair of lamps: the cross left, the tick right. */
export function Lamp({ lamp }) {
  return html`<svg class=${`lamp ${lamp}`} viewBox="0 0 64 32" aria-hidden="true">
    <g class="lamp-cross"><circle cx="16" cy="16" r="14" /><path d="M10 10L22 22M22 10L10 22" /></g>
    <g class="lamp-tick"><circle cx="48" cy="16" r="14" /><path d="M41 17L46 22L55 11" /></g>
  </svg>`;
}

/** The symbol of a player. */
export function Symbol({ name, label }) {
  if (!SIGNS[name]) return null;
  const named = label ? { role: "img", "aria-label": say(`player-${name}`) } : { "aria-hidden": "true" };
  return html`<svg class="symbol" viewBox="0 0 24 24" ...${named}>${SIGNS[name]}</svg>`;
}
