/** A phone that came too late for a secret looks on, until a phone that knows it lets it in. */
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** Why this phone does not play, and what can be done about it. */
export function LookingOn({ you, name }) {
  return html`<section class="looks-on" aria-label=${say("web-now")}>
    <p><b>${say("web-looks-on", { name })}</b></p>
    <p>${say("web-looks-on-how", { name, n: you.phone })}</p>
  </section>`;
}

/** Phones of the same seat that look on, each with a button to let it in. */
export function LetIn({ you, send }) {
  return you.waiting.map((n) => html`<p class="pair" key=${n}>
    <span>${say("web-let-in", { n })}</span>
    <button type="button" onClick=${() => send("/api/let-in", { phone: n })}>${say("web-let-in-it", { n })}</button></p>`);
}
