/** How a round and a game have ended: who has won what, and the one button that goes on. */
import { Animal } from "../../parts/animals.js";
import { Letter } from "../../parts/letters/letters.js";
import { lastRound } from "../../parts/aside/round.js";
import { Ranks } from "../../parts/ranks.js";
import { Shared } from "../../parts/aside/shared.js";
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** The button that goes on has the focus as soon as it is there. */
function useFocus() {
  const button = useRef(null);
  useEffect(() => button.current?.focus({ focusVisible: false }), []);
  return button;
}

/**
 * The sheet of the round that has just ended, in the place of the letters.
 *
 * @param {object} given
 * @param {object} given.state The state document.
 * @param {object} given.letters Each letter's pieces.
 * @param {function} given.next Told that the next round may be seen.
 */
export function RoundSheet({ state, letters, next }) {
  const button = useFocus();
  const { word, points, guessed_by: finder } = state.view.results.at(-1);
  return html`<aside class="letters paper ended" aria-labelledby="round-title">
    <h2 id="round-title">${lastRound(state).what}</h2>
    <p class="word" role="img" aria-label=${word}>${[...word].map((letter) => html`<${Letter} letter=${letter} build=${letters[letter] ?? []} small />`)}</p>
    <${Ranks} points=${points} players=${state.players} first=${[finder]} sign="+" />
    <button type="button" class="main" ref=${button} onClick=${next}>${say("web-round-next")}</button>
  </aside>`;
}

/** How somebody alone has done beside the best on this board, once that is known. */
const Beside = ({ state }) => state.note_code.startsWith("best") && html`<p role="status">${state.note}</p>`;

/** Who has won: nothing of the board is hidden that is still needed. */
export function Winner({ state, setOpen }) {
  const button = useFocus();
  const { view, players, line, place, status } = state;
  const winners = players.filter((one) => view.winners?.includes(one.seat));
  return html`<section class="winner paper" aria-labelledby="winner-title">
    <div class="faces">${winners.map((one) => html`<${Animal} key=${one.seat} name=${one.animal || "board"} />`)}${!winners.length && html`<${Animal} name=${players.length === 1 ? players[0].animal : "board"} />`}</div>
    <h2 id="winner-title"><span role="status">${line}</span></h2>
    <${Beside} state=${state} />
    <${Shared} view=${view} />
    ${view.totals?.length > 1 && players.length > 1 ? html`<${Ranks} points=${view.totals} players=${players} first=${view.winners ?? []} />` : html`<p>${status}</p>`}
    <p class="go">${place !== "class" && html`<button type="button" class="main" ref=${button} onClick=${() => setOpen("who")}>${say(place === "kiosk" ? "web-kiosk-next" : "web-again")}</button>`}
      ${place !== "kiosk" && html`<a class="button" href="/sheet?from=board">${say("web-title-sheet")}</a>`}</p>
  </section>`;
}
