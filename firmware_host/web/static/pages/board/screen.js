/** A screen of the board, drawn pixel by pixel. */
import { html, useEffect, useRef } from "../../vendor/preact.js";

const WIDE = 128, HIGH = 64;

/** The colours of a lit and a dark pixel: red, green, blue, opacity. */
const LIT = [214, 238, 255, 255], DARK = [6, 9, 13, 255];

/**
 * @param {object} given
 * @param {string} given.name "table", "maker", or a zone's number.
 * @param {string} given.picture Base64 of 1024 bytes: pages of eight rows, lowest bit on top; empty if the board has no such screen.
 */
export const Screen = (given) => given.picture && html`<${Glass} ...${given} />`;

function Glass({ name, picture }) {
  const canvas = useRef(null);
  useEffect(() => draw(canvas.current, picture), [picture]);
  return html`<canvas ref=${canvas} class=${`screen screen-${name}`} width=${WIDE} height=${HIGH} aria-hidden="true"></canvas>`;
}

function draw(canvas, picture) {
  const bytes = atob(picture);
  const brush = canvas.getContext("2d");
  const image = brush.createImageData(WIDE, HIGH);
  for (let at = 0; at < bytes.length; at += 1) {
    const column = bytes.charCodeAt(at);
    for (let bit = 0; bit < 8; bit += 1) {
      const dot = ((at >> 7) * 8 + bit) * WIDE + (at & 127);
      image.data.set(column >> bit & 1 ? LIT : DARK, dot * 4);
    }
  }
  brush.putImageData(image, 0, 0);
}
