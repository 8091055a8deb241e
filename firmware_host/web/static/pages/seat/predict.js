/** A phone's prediction of the next answer, and the result of the last prediction. */
import { Mark, Piece } from "../../parts/pieces.js";
import { html } from "../../vendor/preact.js";
import { asked, called, say } from "../../parts/words.js";

/** The result of the last prediction, until the next one is chosen. */
function Outcome({ last, asks }) {
  return html`<p class=${`outcome ${last.right ? "yes" : "no"}`} role="status"><${Mark} name=${last.right ? "tick" : "cross"} />
    <b>${say(last.right ? "web-predict-yes" : "web-predict-no", { what: called(asks, last.answer) })}</b></p>`;
}

/** The same in one small line, while this player has something else to do. */
export function Predicted({ you }) {
  const { last, asks } = you.prediction;
  return last && html`<p class=${`facts outcome ${last.right ? "yes" : "no"}`} role="status"><${Mark} name=${last.right ? "tick" : "cross"} />
    ${say(last.right ? "web-predict-yes" : "web-predict-no", { what: called(asks, last.answer) })}</p>`;
}

/** Return the state of the choice: it can still be changed, or the board is answering. */
const stands = ({ may, chosen, asks }) => (chosen === null ? "" : `${say("web-predict-chose", { what: called(asks, chosen) })} ${say(may ? "web-predict-change" : "web-predict-waits")}`);

/**
 * A big button for each answer that can be predicted now; nothing at other times.
 *
 * @param {object} given
 * @param {object} given.state The state document of a phone.
 * @param {object} given.you The private fields of this phone.
 * @param {function} given.send Sends a path with a body.
 * @param {boolean} given.small True if the page has much other content.
 */
export function Predict({ state, you, send, small }) {
  const { may, chosen, asks, answers, last, points } = you.prediction;
  if (!may && chosen === null && !last) return null;
  const choose = (one) => () => send("/api/predict", { answer: one });
  const places = state.zones.filter((face) => face.in_word).map((face) => face.zone);
  const offered = asks === "zone" ? places : answers.length ? answers : [chosen];
  return html`<section class=${`predict ${small ? "small" : ""}`} aria-label=${asked(asks)}>
    ${may && html`<h2>${state.view.holding && html`<${Piece} kind=${state.view.holding} />`} ${asked(asks)}</h2>`}
    ${(may || chosen !== null) && html`<div class=${`to-choose ${offered.length > 6 ? "many" : ""}`}>${offered.map((one) => html`
      <button type="button" key=${one} aria-pressed=${one === chosen} disabled=${!may || !answers.includes(one)}
        aria-label=${called(asks, one)} onClick=${choose(one)}>${one}</button>`)}</div>`}
    <p role="status">${small && chosen !== null ? say("web-predict-chose", { what: called(asks, chosen) }) : stands(you.prediction)}</p>
    ${last && chosen === null && html`<${Outcome} last=${last} asks=${asks} />`}
    ${points > 0 && html`<p class="small">${say("web-predict-points", { n: points })}</p>`}
  </section>`;
}
