/** The sheet of the house rules of a game. */
import { html } from "../vendor/preact.js";
import { say } from "./words.js";

/**
 * Return true if a game has just begun: its zones are empty, so its rules are shown.
 *
 * @param {object} state The state document.
 * @param {function} [wanted] The game's own decision whether to show the sheet.
 */
export function fresh(state, wanted = () => true) {
  const { view, phase, rules, zones } = state;
  if (phase !== "playing" || !view || !rules.length || view.results.length) return false;
  return !zones.some(touched) && wanted(state);
}

/** Return true if a zone has an item or a lit lamp. */
const touched = ({ lamp, placed, covered, letter, spelled, card }) =>
  lamp !== "dark" || Boolean(letter || spelled || card) || [...placed, ...covered].some(Boolean);

/** Return true if a rule differs from the default. */
export const settled = ({ rules }) => rules.some((one) => !one.usual);

/** The sheet; changed rules come first and are marked. */
export function Rules({ rules, titled = true }) {
  const own = rules.filter((one) => !one.usual), usual = rules.filter((one) => one.usual);
  return html`<section class="rules" aria-label=${say("web-rules-title")}>
    ${titled && html`<h2>${say("web-rules-title")}</h2>`}
    <dl>${[...own, ...usual].map((one) => html`<div key=${one.name} class=${one.usual ? "usual" : "own"}>
      <dt>${one.text}</dt><dd>${!one.usual && html`<i aria-hidden="true">★ </i>`}<b>${one.value}</b>
        <span class="small">${say(one.usual ? "web-rule-usual" : "web-rule-own")}</span></dd></div>`)}</dl>
  </section>`;
}
