/** One player's view of a game, on a phone or on a shared screen: the task, the table, and private data. */
import { Here, Says } from "./head.js";
import { lazy } from "../../parts/lazy.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

const Ended = lazy(() => import("./ended.js"), "Ended");
const LookingOn = lazy(() => import("./looking-on.js"), "LookingOn");
const Predict = lazy(() => import("./predict.js"), "Predict");
const SeatZones = lazy(() => import("./zones.js"), "SeatZones");
const LetIn = lazy(() => import("./looking-on.js"), "LetIn");

/** Return true if this player has won a game of several players. */
export const won = ({ view, you, players }) => Boolean(view?.over && players.length > 1 && view.winners?.includes(you.seat));

/** Return the task of this player as text; null if another player or nobody has a task. */
export function tasked(state, own) {
  const { view, you, paused } = state;
  return view && !view.over && !you.looks_on && !paused ? (own.yours ?? yours)(state) : null;
}

/** The page below the head: the game's own page; or sentence, zones, buttons and pad, one below the other. */
export function Body(given) {
  const { state, you, send, game, open, letters, task } = given;
  const own = game.seat ?? {}, over = Boolean(state.view?.over);
  const plays = state.view && !you.looks_on && !over;
  const looking = html`${you.looks_on && html`<${LookingOn} you=${you} name=${given.me.name} />`}${you.waiting.length > 0 && html`<${LetIn} you=${you} send=${send} />`}`;
  if (own.Play && state.view && !over) return html`${looking}<${own.Play} ...${given} />`;
  const key = `${state.page} ${own.purpose?.(state) ?? state.view?.turn === you.seat}`;
  return html`<div class="left">
      ${over ? html`<${Ended} ...${given} mine=${won(state)} />` : state.phase === "choosing" ? html`<${Here} state=${state} />` : html`<${Says} state=${state} task=${task} />`}
      ${looking}
      ${state.view && html`<div class="table">${own.Now ? html`<${own.Now} state=${state} you=${you} letters=${letters} />`
        : html`<${SeatZones} state=${state} letters=${letters} />`}</div>`}
      ${plays && own.Acts && html`<${own.Acts} ...${given} />`}
      ${plays && predicted(you) && html`<${Predict} ...${given} />`}
      ${!over && you.may.includes("begin") && html`<p class="pair">
        <button type="button" class="main" onClick=${() => open("begin")}>${say("web-begin")}</button></p>`}
    </div>
    ${plays && own.Pad && html`<${own.Pad} key=${key} ...${given} />`}`;
}

/** Return true if a prediction can be made, or was answered. */
const predicted = ({ prediction }) => prediction.may || prediction.chosen !== null || prediction.last;

/** Return the task of this player as text; null if another player is on turn. */
function yours({ view, you, line }) {
  return !view.over && !view.waiting && view.turn === you.seat ? line : null;
}
