/**
 * The way back from what is read beside a game: to where somebody has come from.
 *
 * Whoever links here says so in the address, `?from=seat`; each page hands it on.
 */
import { html } from "../../vendor/preact.js";
import { say } from "../words.js";

/** Each page that one may come from, and its address. */
const PLACES = { board: "/", seat: "/seat", teacher: "/teacher", wall: "/wall" };

const asked = new URLSearchParams(location.search).get("from");
const from = Object.hasOwn(PLACES, asked) ? asked : "";

/** Return an address with the language, and where somebody has come from. */
export function led(path, values = {}) {
  const { lang } = document.documentElement;
  return `${path}?${new URLSearchParams({ ...values, ...(from && { from }), lang })}`;
}

/** The links up: to a page above this one, if there is one, and to the game. */
export function Back({ above }) {
  const place = from || "wall";
  const { lang } = document.documentElement;
  return html`<nav class="back screen-only" aria-label=${say("web-back")}>
    <a href=${`${PLACES[place]}?lang=${lang}`}>← ${say(`web-back-${place}`)}</a>
    ${above && html`<a href=${above.href}>${above.text}</a>`}</nav>`;
}
