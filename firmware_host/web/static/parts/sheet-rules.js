/** The house rule sheet: every rule of the game that a table may settle for itself. */
import { html } from "../vendor/preact.js";
import { say } from "./words.js";

/**
 * Tell whether a game has just begun: nothing lies or shines yet, so its rules are shown.
 *
 * @param {object} state The state document.
 * @param {function} [wanted] The game's own word on whether it has a sheet to read first.
 */
export function fresh(state, wanted = () => true) {
  const { view, phase, rules, zones } = state;
  if (phase !== "playing" || !view || !rules.length || view.results.length) return false;
  return !zones.some(touched) && wanted(state);
}

/** Tell whether anything lies, shines or stands in a zone. */
const touched = ({ lamp, placed, covered, letter, spelled, card }) =>
  lamp !== "dark" || Boolean(letter || spelled || card) || [...placed, ...covered].some(Boolean);

/** Tell whether a rule is not as the book has it. */
export const settled = ({ rules }) => rules.some((one) => !one.usual);

/** The sheet: what was settled otherwise comes first, and says so. */
export function Rules({ rules, titled = true }) {
  const own = rules.filter((one) => !one.usual), usual = rules.filter((one) => one.usual);
  return html`<section class="rules" aria-label=${say("web-rules-title")}>
    ${titled && html`<h2>${say("web-rules-title")}</h2>`}
    <dl>${[...own, ...usual].map((one) => html`<div key=${one.name} class=${one.usual ? "usual" : "own"}>
      <dt>${one.text}</dt><dd>${!one.usual && html`<i aria-hidden="true">★ </i>`}<b>${one.value}</b>
        <span class="small">${say(one.usual ? "web-rule-usual" : "web-rule-own")}</span></dd></div>`)}</dl>
  </section>`;
}
