// All that the pages use of Preact and htm, from one place.
import { h } from "./preact-core.js";
import htm from "./htm.js";

export * from "./preact-core.js";
export * from "./preact-hooks.js";

/** A tagged template that makes what `render` draws: html`<p>${text}</p>`. */
export const html = htm.bind(h);
