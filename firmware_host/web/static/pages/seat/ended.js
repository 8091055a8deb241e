/** The end of a game on a phone: the result of this player, the winners, and the button for another game. */
import { Animal } from "../../parts/animals.js";
import { Ranks } from "../../parts/ranks.js";
import { Shared } from "../../parts/aside/shared.js";
import { style } from "../../games/load.js";
import { Confetti, Crown } from "../../parts/win.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

style("../parts/win.css");

/**
 * @param {object} given
 * @param {object} given.state The state document.
 * @param {object} given.me This phone's player.
 * @param {boolean} given.mine True if this player has won.
 * @param {function} given.open Opens a sheet by its name.
 */
export function Ended({ state, me, mine, open }) {
  const { view, players, line, you } = state;
  const winner = players.find((one) => view.winners?.includes(one.seat));
  return html`<section class="ended">
    ${mine && html`<${Confetti} />`}<span class="hero"><${Animal} name=${(mine ? me : winner ?? me).animal || "board"} />${winner && html`<${Crown} />`}</span>
    <div role="status"><h1>${mine ? say("web-won") : line}</h1>${mine && view.winners.length > 1 && html`<p>${line}</p>`}</div>
    ${state.note_code.startsWith("best") && html`<p role="status">${state.note}</p>`}
    <${Shared} view=${view} />
    ${view.totals?.length > 1 && players.length > 1 && html`<${Ranks} points=${view.totals} players=${players} first=${view.winners ?? []} />`}
    ${you.may.includes("begin") && html`<p class="pair"><button type="button" class="main" onClick=${() => open("begin")}>${say("web-begin")}</button></p>`}
  </section>`;
}
