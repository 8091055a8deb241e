/** The end of a round or a game: the winner, the points, and one button to continue. */
import { lastRound } from "../../parts/aside/round.js";
import { Ranks } from "../../parts/ranks.js";
import { Shared } from "../../parts/aside/shared.js";
import { Confetti, Purse, Win } from "../../parts/win.js";
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** The result of the round, in place of the letters. */
export function RoundSheet({ state, reveal }) {
  const { points, guessed_by: finder } = state.view.results.at(-1);
  const { sitter, what } = lastRound(state);
  return html`<${Win} faces=${sitter ? [sitter] : []} title=${what} points=${sitter?.points ?? null}>
    ${!reveal.step && html`<${Ranks} points=${points} players=${state.players} first=${[finder]} sign="+" />`}</${Win}>`;
}

/** Return the winners of a game; none if nobody won, or a single player found no word. */
function winners({ view, players }) {
  const lost = players.length === 1 && view.results?.every((one) => one.guessed_by === null);
  return lost ? [] : players.filter((one) => view.winners?.includes(one.seat));
}

/** The winners of a game, in place of the letters, so that the board keeps its size. */
export function Winner(given) {
  const { state, reveal, game } = given;
  const { view, players, line, status, note, note_code: code } = state;
  const best = winners(state), alone = players.length === 1, title = !alone || !view.shared ? line : say(best.length ? "web-beat-found" : "web-day-lost");
  const After = game.board?.After;
  return html`<${Win} faces=${best.length || !alone ? best : players} crown=${best.length > 0} title=${title} points=${best[0]?.points ?? null}>
    ${!reveal.step && html`${code.startsWith("best") && html`<p role="status">${note}</p>`}
      ${After && html`<${After} ...${given} />`}<${Shared} view=${view} />
      ${view.totals?.length > 1 && !alone ? html`<${Ranks} points=${view.totals} players=${players} first=${[]} without=${best.map((one) => one.seat)} />` : html`<p>${status}</p>`}`}</${Win}>`;
}

/** Below the result: coins until they have reached their player, then one button to continue. */
export function Ahead({ state, reveal, opened, setOpen, next }) {
  const button = useRef(null);
  const { place, view } = state, { over } = view;
  // An open sheet keeps the focus, and the menu gets it back.
  useEffect(() => void (opened || document.activeElement?.matches(".menu") || button.current?.focus({ focusVisible: false, preventScroll: true })), [reveal.step, opened]);
  if (reveal.step) return html`<${Purse} ...${reveal} />`;
  const main = over ? say(place === "kiosk" ? "web-kiosk-next" : "web-again") : say("web-round-next");
  return html`<div class="ahead">${over && place !== "kiosk" && html`<a class="button" href="/sheet?from=board">${say("web-title-sheet")}</a>`}
    ${(!over || place !== "class") && html`<button type="button" class="main" ref=${button} onClick=${over ? () => setOpen("who") : next}>${main}</button>`}</div>`;
}

/** Confetti behind everything after a win. */
export const Rain = ({ state, reveal }) => (state.view?.over ? winners(state).length > 0 : ["winner", "points"].includes(reveal.step) && reveal.run.right) && html`<${Confetti} />`;
