/**
 * Links from pages beside a game back to the page that the reader came from.
 *
 * A link to such a page names its origin in the address, `?from=seat`, and pages pass it on.
 */
import { html } from "../../vendor/preact.js";
import { say } from "../words.js";

/** The possible origins, and their addresses. */
const PLACES = { board: "/", seat: "/seat", teacher: "/teacher", wall: "/wall" };

const asked = new URLSearchParams(location.search).get("from");
const from = Object.hasOwn(PLACES, asked) ? asked : "";

/** Return an address with the language and the origin. */
export function led(path, values = {}) {
  const { lang } = document.documentElement;
  return `${path}?${new URLSearchParams({ ...values, ...(from && { from }), lang })}`;
}

/** Links to a page above this one, if there is one, and to the game. */
export function Back({ above }) {
  const place = from || "wall";
  const { lang } = document.documentElement;
  return html`<nav class="back screen-only" aria-label=${say("web-back")}>
    <a href=${`${PLACES[place]}?lang=${lang}`}>← ${say(`web-back-${place}`)}</a>
    ${above && html`<a href=${above.href}>${above.text}</a>`}</nav>`;
}
