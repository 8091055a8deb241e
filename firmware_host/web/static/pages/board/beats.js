/** What has just happened, played on the board page: it decorates what lamps and screens say at once. */
import { Animal } from "../../parts/animals.js";
import { Mark } from "../../parts/pieces.js";
import { html, useEffect } from "../../vendor/preact.js";
import { guessed, say } from "../../parts/words.js";

/** YES or NO at the foot of a zone, beside the piece and never over it. */
export function Answer({ beat, face }) {
  if (beat?.zone !== face.zone || !["yes", "no"].includes(beat.what)) return null;
  return html`<span class=${`answer ${beat.what}`} aria-hidden="true"><${Mark} name=${beat.what === "yes" ? "tick" : "cross"} />${face.word}</span>`;
}

/** What everybody should hear, for a moment, below the letters: a wrong guess, a hint, bonus mode, what was taken back, power that is back. */
export function Toast({ beat, state }) {
  const who = state.players.find((one) => one.seat === beat?.seat);
  const left = state.view?.tokens?.[beat?.seat];
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

/** Let something fly from one place of the page to another; it is gone once it is there. */
export function fly(from, to, picture, delay = 0) {
  if (!from || !to || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const start = from.getBoundingClientRect(), end = to.getBoundingClientRect();
  if (!start.width) return; // nothing of it is seen on a small screen
  const flying = picture.cloneNode(true);
  flying.classList.add("flies");
  flying.style.left = `${start.x}px`;
  flying.style.top = `${start.y}px`;
  flying.style.height = `${start.height}px`;
  document.body.append(flying);
  const way = `translate(${end.x + end.width / 2 - start.x - start.width / 2}px, ${end.y + end.height / 2 - start.y - start.height / 2}px) scale(0.6)`;
  flying.animate([{ transform: "none" }, { transform: way, opacity: 0.9 }], { duration: 650, delay, easing: "cubic-bezier(.16,1,.3,1)", fill: "backwards" })
    .finished.finally(() => flying.remove());
}

/** Once a word was found, and is revealed after so many milliseconds, its prize flies home, coin by coin. */
export function usePrize(beat, lasts) {
  useEffect(() => {
    if (beat?.what !== "round" || beat.seat === null) return;
    const to = document.querySelector(`[data-seat="${beat.seat}"]`);
    [...document.querySelectorAll(".prize .coins > :not(.gone)")].forEach((coin, at) =>
      fly(coin, to, coin.querySelector(".coin") ?? coin, lasts + 160 * at));
  }, [beat]);
}
