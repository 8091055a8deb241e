/** The head of a phone's page: who one is, what the game says of oneself, the points, and the list of all else. */
import { Animal } from "../../parts/animals.js";
import { Sand } from "../../parts/clocks.js";
import { Symbol as Sign } from "../../parts/pieces.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/**
 * @param {object} given
 * @param {object} given.state The state document.
 * @param {object} given.me This phone's player.
 * @param {object} given.game The game's part of the pages.
 * @param {function} given.open Opens a sheet by its name.
 */
export function Head({ state, me, game, open }) {
  const Own = game.seat?.Head;
  const points = game.seat?.points?.(state) ?? me.points;
  return html`<header>
    <${Animal} name=${me.animal || "board"} hat=${state.you.hat} />
    <div class="who"><p class="me">${me.symbol && html`<${Sign} name=${me.symbol} />`}<b>${me.name}</b></p>
      ${Own && state.view && html`<p class="has"><${Own} state=${state} you=${state.you} me=${me} /></p>`}</div>
    <${Sand} state=${state} />
    ${points !== null && points !== undefined && html`<b class="points"><span aria-hidden="true">${points}</span><span class="unseen">${say("web-points-n", { n: points })}</span></b>`}
    <button type="button" class="menu" aria-label=${say("web-more")} onClick=${() => open("more")}><span aria-hidden="true">☰</span></button>
  </header>`;
}

/**
 * The one sentence: what this player is asked to do, or what everybody waits for.
 *
 * @param {object} given
 * @param {object} given.state The state document.
 * @param {string} given.task What this player is asked to do; null for somebody else's turn.
 * @param {string} [given.news] What stands there for the moment.
 * @param {boolean} [given.small] True where there is little room.
 */
export function Says({ state, task, news = "", small = false }) {
  const text = news || (state.paused ? say("paused") : task ?? state.line);
  return html`<section class=${`now ${task === null ? "" : "mine"} ${small ? "small-now" : ""}`} aria-label=${say("web-now")}>
    <div role="status"><h1>${task !== null && html`<b>${say("web-your-turn")}</b>`} ${text}</h1></div></section>`;
}

/** Before a game: this phone is in, and who else is. */
export function Here({ state }) {
  return html`<section class="now" aria-label=${say("web-now")}><div role="status"><h1><b>${say("web-seat-in")}</b> ${say("web-seat-soon")}</h1></div>
    <ul class="here">${state.players.filter((one) => !one.left).map((one) => html`<li key=${one.seat}><${Animal} name=${one.animal || "board"} />${one.name}</li>`)}</ul></section>`;
}
