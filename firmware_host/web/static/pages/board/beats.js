/** The effects of new moments on the board page, in addition to lamps and screens. */
import { Animal } from "../../parts/animals.js";
import { Mark } from "../../parts/pieces.js";
import { html } from "../../vendor/preact.js";
import { guessed, say } from "../../parts/words.js";

/** YES or NO at the foot of a zone, beside the piece and never over it. */
export function Answer({ beat, face }) {
  if (beat?.zone !== face.zone || !["yes", "no"].includes(beat.what)) return null;
  return html`<span class=${`answer ${beat.what}`} aria-hidden="true"><${Mark} name=${beat.what === "yes" ? "tick" : "cross"} />${face.word}</span>`;
}

/** A short message below the letters: a wrong guess, a hint, bonus mode, an undo, or restored power. */
export function Toast({ beat, state, reveal }) {
  const who = state.players.find((one) => one.seat === beat?.seat);
  const left = reveal?.step ? undefined : state.view?.tokens?.[beat?.seat]; // a reveal still shows those before the guess
  if (beat?.what === "wrong") {
    return html`<div class="toast" aria-hidden="true">${who && html`<${Animal} name=${who.animal || "board"} />`}<span>${say("web-beat-wrong", { name: who?.name ?? "" })} <s>${guessed(state, beat.word)}</s>
      <small>${say("web-beat-not")} ${left !== undefined && say("web-beat-left", { n: left })}</small></span></div>`;
  }
  if (beat?.what === "hint" && state.note_code.startsWith("hint-")) {
    return html`<div class="toast" aria-hidden="true">${who && html`<${Animal} name=${who.animal || "board"} />`}<span>${state.note}</span></div>`;
  }
  const code = { bonus: "web-beat-bonus", power: "web-beat-power", time: "told-timeup", undone: "web-beat-undone" }[beat?.what];
  if (!code) return null;
  return html`<div class="toast" aria-hidden="true"><span>${say(code)} ${beat.what !== "bonus" && html`<small>${state.line}</small>`}</span></div>`;
}
