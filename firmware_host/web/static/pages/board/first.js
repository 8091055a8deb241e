/** The tutorial page: one sentence and one piece at first, and everything else when it is needed. */
import { Alphabet } from "./alphabet.js";
import { Takes } from "./hand.js";
import { Languages } from "./languages.js";
import { skip } from "./shared.js";
import { slots, Zones } from "./zones.js";
import { act } from "../../parts/live.js";
import { Piece } from "../../parts/pieces.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** True after the first answer; before it only the zones are shown. */
const begun = ({ placed, covered }) => [...placed, ...covered].flat().some(Boolean);

/**
 * @param {object} given The values of `useGiven`.
 * @param {function} given.open Opens a sheet by its name.
 */
export function First(given) {
  const { state, hand, setWhy, spelling, letters, open, why, help } = given;
  const { view, line, status } = state;
  const item = view.holding ? { kind: view.holding } : null;
  const alphabet = begun(view) && !view.over;
  return html`<div class=${`first ${view.covered.flat().some(Boolean) ? "" : "no-token-yet"} ${alphabet ? "with-letters" : ""} ${slots(state) && !view.over ? "with-slots" : ""}`}>
    <div class="tip" role="status"><h1>${line}</h1><p>${why || status}</p></div>
    <div class="stage"><${Zones} ...${given} />
      ${alphabet && html`<${Alphabet} ...${{ state, letters, spelling, help }} />`}</div>
    <div class="foot">
      ${view.over && html`<button type="button" class="main" onClick=${() => open("who")}>${say("web-who-plays")}</button>`}
      ${!view.over && item && html`<div class="dish wood raised"><${Takes} item=${item} hand=${hand} setWhy=${setWhy} class="bowl linen hollow"
        label=${say("web-dish", { kind: say(`kind-${item.kind}`) })}><${Piece} kind=${item.kind} /></${Takes}>
        ${!begun(view) && html`<${Pointing} />`}</div>`}
      ${!view.over && view.bonus_mode && !view.holding && !view.asked && view.hidden > 0 && html`
        <button type="button" class="main" onClick=${() => act("/api/do", { do: "ask" })}>${say("web-ask")}</button>`}
      ${!view.over && slots(state) && html`<button type="button" class="main guess" disabled=${!spelling.whole} onClick=${spelling.done}>
        ${spelling.whole ? say("web-guess", { word: spelling.word }) : say("web-guess-empty")}</button>`}
    </div>
    <div class="corners">
      <${Languages} state=${state} />
      ${!view.over && html`<button type="button" class="skip" onClick=${() => skip(state)}>${say("web-tutorial-skip")}</button>`}
    </div>
  </div>`;
}

/** A hand that points from the dish to a zone, until a piece was moved there. */
const Pointing = () => html`<svg class="pointing" viewBox="0 0 64 72" aria-hidden="true" focusable="false">
  <path d="M25 41V12a6 6 0 0 1 12 0v19l13 4c6 2 9 6 8 12l-3 19H28L14 48c-3-6 4-11 11-7Z" /></svg>`;
