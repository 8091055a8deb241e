/** A phone's prediction: which zone wants the piece in hand, and what came of the last one. */
import { Mark, Piece } from "../../parts/pieces.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** What came of the last prediction; nothing once the next one is chosen. */
function Outcome({ last }) {
  return html`<p class=${`outcome ${last.right ? "yes" : "no"}`} role="status"><${Mark} name=${last.right ? "tick" : "cross"} />
    <b>${say(last.right ? "web-predict-yes" : "web-predict-no", { n: last.zone })}</b></p>`;
}

/** What holds of the choice now: it may be changed, or the board decides. */
const stands = ({ may, zone }) => (zone === null ? "" : `${say("web-predict-chose", { n: zone })} ${say(may ? "web-predict-change" : "web-predict-waits")}`);

/**
 * Big buttons, a zone on each, while somebody else holds a piece; nothing at other times.
 *
 * @param {object} given
 * @param {object} given.state The state document of a phone.
 * @param {object} given.you What only this phone may know.
 * @param {function} given.send Sends a path with a body.
 */
export function Predict({ state, you, send }) {
  const { may, zone, zones, last, points } = you.prediction;
  if (!may && zone === null && !last) return null;
  const choose = (one) => () => send("/api/predict", { zone: one });
  const faces = state.zones.filter((face) => face.in_word);
  return html`<section class="predict" aria-label=${say("web-predict-title")}>
    ${may && html`<h2>${state.view.holding && html`<${Piece} kind=${state.view.holding} />`} ${say("web-predict-title")}</h2>`}
    ${(may || zone !== null) && html`<div class="zones-to-choose">${faces.map((face) => html`
      <button type="button" key=${face.zone} aria-pressed=${face.zone === zone} disabled=${!may || !zones.includes(face.zone)}
        aria-label=${say("web-predict-zone", { n: face.zone })} onClick=${choose(face.zone)}>${face.zone}</button>`)}</div>`}
    <p role="status">${stands(you.prediction)}</p>
    ${last && zone === null && html`<${Outcome} last=${last} />`}
    ${points > 0 && html`<p class="small">${say("web-predict-points", { n: points })}</p>`}
  </section>`;
}
