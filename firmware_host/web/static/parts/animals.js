/**
 * The players' animals: a head on a disc of the player's colour, and hats.
 *
 * The colours are base.css's (`--fox` and so on). Each animal can be recognised by its outline
 * alone, even as small as a line of text. Drawings are hidden from screen readers, because a name
 * stands beside them. All are as high as a line of text (`1em`).
 */
import { still } from "./still.js";
import { html } from "../vendor/preact.js";

/** The animals, in the order of the choice. */
export const ANIMALS = ["fox", "owl", "frog", "rabbit", "penguin", "bear", "cat", "panda"];

const DARK = "#22140a", CREAM = "#fff3df", WHITE = "#fffdf7", BLUSH = "#f58e97";

/** A shape and its mirror image on the right. */
const both = (left) => html`<g>${left()}</g><g transform="scale(-1 1)">${left()}</g>`;

/** Eyes with highlights at the upper left. */
const eyes = (x, y, r = 3.6, fill = DARK) => [-x, x].map((at) => html`
  <circle cx=${at} cy=${y} r=${r} fill=${fill} /><circle cx=${at - r * 0.34} cy=${y - r * 0.38} r=${r * 0.36} fill="#fff" />`);

/** A line, such as a mouth. */
const line = (d, stroke = DARK, width = 2.2) => html`<path d=${d} fill="none" stroke=${stroke} stroke-width=${width} stroke-linecap="round" stroke-linejoin="round" />`;

/** A shape with rounded corners. */
const soft = (d, fill, width = 3) => html`<path d=${d} fill=${fill} stroke=${fill} stroke-width=${width} stroke-linejoin="round" />`;

/** Red cheeks. */
const cheeks = (x, y, r = 3.2) => [-x, x].map((at) => html`<circle cx=${at} cy=${y} r=${r} fill=${BLUSH} fill-opacity="0.9" />`);

/** The heads, each centred at 0, 0 in a circle of radius 27. */
const HEADS = {
  fox: () => html`
    ${both(() => html`${soft("M-21.5-22-7-13-19 2Z", "#ff9a3d", 4)}${soft("M-18.5-16.5-13-12.5-17.5-6Z", "#6b2f0c", 2)}`)}
    <path d="M0-15C14-15 23-7 25 5 17 9 10 24 0 24S-17 9-25 5C-23-7-14-15 0-15Z" fill="#ff9a3d" />
    <path d="M-25 5C-14 1.5-4 5 0 15 4 5 14 1.5 25 5 17 9 10 24 0 24S-17 9-25 5Z" fill=${CREAM} />
    ${eyes(9.5, 1)}<ellipse cx="0" cy="20.5" rx="4.6" ry="3.6" fill=${DARK} /><circle cx="-1.4" cy="19.3" r="1.1" fill="#fff" fill-opacity="0.8" />`,
  owl: () => html`
    ${soft("M-19-21-9-14H9L19-21 18.5 0H-18.5Z", "#a98ae8", 4)}<ellipse cx="0" cy="3" rx="22.5" ry="21.5" fill="#a98ae8" />
    ${both(() => html`<circle cx="-9.5" cy="-2" r="10.5" fill="#fff6e3" />`)}
    ${line("M-19-13C-13-15-6-13 0-7 6-13 13-15 19-13", "#6b4cc0", 3.2)}
    ${eyes(8.6, -1.5, 5.4)}${soft("M0 3.5 4 8 0 14-4 8Z", "#ffb81f", 2)}
    ${line("M-11 15q2.8 3.2 5.5 0M-2.7 18.5q2.7 3.2 5.4 0M5.5 15q2.8 3.2 5.5 0", "#6b4cc0", 2.4)}`,
  frog: () => html`
    ${both(() => html`<circle cx="-13" cy="-13" r="10.5" fill="#74d146" />`)}
    <path d="M-25 5C-25-8-13-15 0-15S25-8 25 5 14 22.5 0 22.5-25 18-25 5Z" fill="#74d146" />
    <path d="M-20 13C-12 25 12 25 20 13 14 18 7 19.5 0 19.5S-14 18-20 13Z" fill="#b6ee8c" />
    ${both(() => html`<circle cx="-13" cy="-13" r="7" fill="#fff" />`)}${eyes(12.5, -12.5, 4)}
    ${line("M-16.5 6Q0 19 16.5 6", "#1f5a1c", 3)}<circle cx="-3" cy="-2.5" r="1.2" fill="#1f5a1c" /><circle cx="3" cy="-2.5" r="1.2" fill="#1f5a1c" />
    ${cheeks(19, 2.5, 3.4)}`,
  rabbit: () => html`
    ${both(() => html`<path d="M-4-5C-8-26-17-31-18.5-23S-17-8-12 2Z" fill="#fff1f5" /><path d="M-8-7C-10-19-14.5-26-15.5-21S-14.5-10-12-4Z" fill="#ff9dbb" />`)}
    <ellipse cx="0" cy="8" rx="20.5" ry="17" fill="#fff1f5" />${cheeks(13.5, 12.5, 3.8)}
    ${eyes(8.5, 4.5)}${soft("M-2.6 10H2.6L0 12.8Z", "#e85e8c", 1.6)}
    <path d="M-3 17.5H3V22A1.5 1.5 0 0 1 1.5 23.5H-1.5A1.5 1.5 0 0 1-3 22Z" fill="#fff" stroke="#cfa5b6" stroke-width="1" />
    ${line("M0 13.5V16M-7 15.5Q-4 19.5 0 16 4 19.5 7 15.5", "#7a1f49")}`,
  penguin: () => html`
    ${line("M-3-21Q-2-29 5-27.5M1-21Q3-25 8-24.5", "#15263d", 3.4)}<ellipse cx="0" cy="1" rx="23" ry="23.5" fill="#15263d" />
    <path d="M0-8C4-17 18.5-14 18.5 3 18.5 16 11 23 0 23S-18.5 16-18.5 3C-18.5-14-4-17 0-8Z" fill="#f5faff" />
    ${eyes(8, -1)}${cheeks(13.5, 7.5)}<path d="M-7 7.5Q0 2.5 7 7.5 4 15 0 15T-7 7.5Z" fill="#ffb01f" />${line("M-5.5 8.6Q0 10.6 5.5 8.6", "#b56a00", 1.6)}`,
  bear: () => html`
    ${both(() => html`<circle cx="-16" cy="-14" r="8.8" fill="#cf9059" /><circle cx="-16" cy="-13.5" r="4.6" fill="#8a5226" />`)}
    <ellipse cx="0" cy="2.5" rx="23" ry="21.5" fill="#cf9059" /><ellipse cx="0" cy="11" rx="11" ry="9" fill="#fce6cb" />
    ${eyes(9, -2)}<ellipse cx="0" cy="7" rx="4.6" ry="3.4" fill=${DARK} /><circle cx="-1.5" cy="5.9" r="1.1" fill="#fff" fill-opacity="0.8" />
    ${line("M0 10V13.5M-5.5 13.5Q-2.5 17 0 13.5 2.5 17 5.5 13.5")}${cheeks(15.5, 6.5)}`,
  cat: () => html`
    ${both(() => html`${soft("M-21-21-6-12-20 4Z", "#dfe4ee", 4)}${soft("M-18-15-11.5-11-17.5-4Z", "#f2a0ae", 2)}`)}
    <path d="M0-14C14-14 24-7 24 5 24 16 13 22.5 0 22.5S-24 16-24 5C-24-7-14-14 0-14Z" fill="#dfe4ee" />
    ${line("M0-13V-6.5M-6-12.5-4.5-7.5M6-12.5 4.5-7.5", "#7d8596", 3)}
    ${line("M-23 3-17.5 4M-22 9-17 8.5M23 3 17.5 4M22 9 17 8.5", "#7d8596", 2.6)}
    ${both(() => html`<ellipse cx="-9.5" cy="2" rx="4.8" ry="5.2" fill="#ffd84a" />`)}
    ${both(() => html`<ellipse cx="-9.5" cy="2" rx="2.3" ry="4.6" fill=${DARK} />`)}<circle cx="-10.7" cy="0" r="1.3" fill="#fff" /><circle cx="8.3" cy="0" r="1.3" fill="#fff" />
    ${soft("M-2.4 9.5H2.4L0 12Z", "#e86a80", 1.8)}${line("M0 13Q-3.5 17.5-7 14.5M0 13Q3.5 17.5 7 14.5", "#4a4f5c")}`,
  panda: () => html`
    ${both(() => html`<circle cx="-16.5" cy="-14.5" r="8.8" fill="#232323" />`)}
    <ellipse cx="0" cy="2.5" rx="23" ry="21.5" fill=${WHITE} />
    ${both(() => html`<ellipse cx="-9.5" cy="0" rx="6.6" ry="8" transform="rotate(24 -9.5 0)" fill="#232323" />`)}
    ${[-8.8, 8.8].map((x) => html`<circle cx=${x} cy="-0.5" r="3.4" fill="#fff" /><circle cx=${x} cy="-0.2" r="2.2" fill="#232323" /><circle cx=${x - 0.8} cy="-1.2" r="0.9" fill="#fff" />`)}
    <ellipse cx="0" cy="9.5" rx="4" ry="2.9" fill="#232323" />${line("M0 12V14M-5 14Q-2.5 17.5 0 14 2.5 17.5 5 14", "#232323")}${cheeks(15, 9.5)}`,
  board: () => html`
    <rect x="-24" y="-17" width="48" height="40" rx="7" fill="#5e3a18" /><rect x="-24" y="-20" width="48" height="40" rx="7" fill="#eac690" />
    ${line("M-18-14.5H-6M1-15.5H18", "#c99c60", 2)}
    ${[-20, -6, 8].map((x) => html`<rect x=${x} y="-10" width="12" height="24" rx="3.5" fill="#fff6e3" />`)}
    ${eyes(14, -1)}${line("M-4 4Q0 9 4 4", DARK, 2.4)}${cheeks(14, 7.5, 2.6)}`,
};

/** The colours of hats; the lighter half of each is white. */
const HAT_COLOURS = ["#ffcb1f", "#ff7a6b", "#5ec8ff", "#7be0a6", "#f49ae0"];

/** The hats, each standing on 0, 0. */
const HATS = [
  (fill) => html`<path d="M-13 1V-13L-6.5-5 0-16 6.5-5 13-13V1Q0 5-13 1Z" fill=${fill} stroke="#fff" stroke-width="2.2" stroke-linejoin="round" />
    <circle cx="0" cy="-2.5" r="2.2" fill="#fff" /><circle cx="-7.5" cy="-2.5" r="1.6" fill="#fff" /><circle cx="7.5" cy="-2.5" r="1.6" fill="#fff" />`,
  (fill) => html`<path d="M-14 3C-14-15 13-15 13 1L22 3.5Q22 6.5 18 6.5L-14 5Z" fill=${fill} stroke="#fff" stroke-width="2.2" stroke-linejoin="round" />
    <path d="M-13 1Q0-2.5 13 1" fill="none" stroke="#fff" stroke-width="1.8" /><circle cx="0" cy="-11.5" r="2" fill="#fff" />`,
  (fill) => html`<path d="M0-3-15-11Q-18-3-15 5ZM0-3 15-11Q18-3 15 5Z" fill=${fill} stroke="#fff" stroke-width="2.2" stroke-linejoin="round" />
    <rect x="-4.5" y="-7.5" width="9" height="9" rx="3.5" fill=${fill} stroke="#fff" stroke-width="2.2" />`,
  (fill) => html`<path d="M-11 3 0-20 11 3Q0 7-11 3Z" fill=${fill} stroke="#fff" stroke-width="2.2" stroke-linejoin="round" />
    <path d="M-7-4Q0-1 7-4M-4-11Q0-9 4-11" fill="none" stroke="#fff" stroke-width="2.4" /><circle cx="0" cy="-20" r="4" fill="#fff" />`,
  (fill) => html`${[0, 72, 144, 216, 288].map((turn) => html`<ellipse cx="0" cy="-12.5" rx="5.4" ry="6.4" transform=${`rotate(${turn} 0 -5)`} fill=${fill} stroke="#fff" stroke-width="1.8" />`)}
    <circle cx="0" cy="-5" r="4.4" fill="#fff" /><circle cx="0" cy="-5" r="2.6" fill="#d98200" />`,
];

/** The number of different hats for players of one team. */
export const MOST_HATS = HATS.length * HAT_COLOURS.length;

/** An animal on its disc; hats tell the players of one team apart. */
export const Animal = still(({ name, hat = 0 }) => {
  const shape = (hat - 1) % HATS.length, more = Math.floor((hat - 1) / HATS.length);
  return html`<svg class=${`animal who-${name}`} viewBox="-35 -35 70 70" aria-hidden="true" focusable="false">
    <circle class="ring" r="34.5" /><circle class="disc" r="31.5" /><g transform="scale(1.04)">${HEADS[name]()}</g>
    ${hat > 0 && html`<g transform="rotate(20) translate(0 -27) scale(1.05)">${HATS[shape](HAT_COLOURS[(shape + more) % HAT_COLOURS.length])}</g>`}
  </svg>`;
});
