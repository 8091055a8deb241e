// All that the pages use of Preact and htm, from one place.
import { h } from "./preact-core.js";
import htm from "./htm.js";

export * from "./preact-core.js";
export * from "./preact-hooks.js";

/**
 * A tagged template that makes what `render` draws: html`<p>${text}</p>`.
 *
 * htm would keep the parts without values, and with each the whole page of its first
 * drawing: also a word that was hidden there. `this[0] = 3` keeps none (htm's README).
 */
export const html = htm.bind(function made(...given) {
  this[0] = 3;
  return h(...given);
});
