/** The rack's pad: letter tiles and pieces that can be tapped there. */
import { act } from "../../parts/live.js";
import { KINDS, Piece } from "../../parts/pieces.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

export function Pad({ letters, setWhy }) {
  const hold = async (what) => {
    const answer = await act("/api/board/touch", { act: "tap", zone: 0, ...what });
    setWhy(answer.refused === "no-answer" ? answer.text : answer.error ?? "");
  };
  const tiles = Object.keys(letters).filter((one) => /[A-Z]/.test(one));
  const signs = Object.keys(letters).filter((one) => !tiles.includes(one));
  return html`<section aria-labelledby="pad-title"><h3 id="pad-title">${say("web-board-pad")}</h3>
    <p class="small">${say("web-board-pad-how")}</p>
    <div class="parts">
      ${KINDS.map((kind) => html`<button type="button" key=${kind} aria-label=${say(`kind-${kind}`)} data-rack=${kind} onClick=${() => hold({ kind })}>
        <${Piece} kind=${kind} /></button>`)}
      ${[...tiles, ...signs].map((letter) => html`<button type="button" key=${letter} aria-label=${say("web-board-pad-tile", { letter })} data-rack=${letter}
        onClick=${() => hold({ letter })}>${letter}</button>`)}</div></section>`;
}
