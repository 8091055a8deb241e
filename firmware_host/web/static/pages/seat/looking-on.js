/** The page of a phone that came too late for a secret, until a phone that knows the secret admits it. */
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** The reason why this phone only looks on, and what the player can do. */
export function LookingOn({ you, name }) {
  return html`<section class="looks-on" aria-label=${say("web-now")}>
    <p><b>${say("web-looks-on", { name })}</b></p>
    <p>${say("web-looks-on-how", { name, n: you.phone })}</p>
  </section>`;
}

/** The phones of the same seat that look on, each with a button to admit it. */
export function LetIn({ you, send }) {
  return you.waiting.map((n) => html`<p class="pair" key=${n}>
    <span>${say("web-let-in", { n })}</span>
    <button type="button" onClick=${() => send("/api/let-in", { phone: n })}>${say("web-let-in-it", { n })}</button></p>`);
}
