/** The head of a phone's page: the player, the game's text about the player, the points, and the menu. */
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
 * The sentence with the task of this player, or with what all wait for.
 *
 * @param {object} given
 * @param {object} given.state The state document.
 * @param {string} given.task The task of this player; null if another player is on turn.
 * @param {string} [given.news] A text that replaces the sentence for the moment.
 * @param {boolean} [given.small] True if there is little room.
 */
export function Says({ state, task, news = "", small = false }) {
  const text = news || (state.paused ? say("paused") : state.held ? state.line : task ?? state.line);
  return html`<section class=${`now ${task === null ? "" : "mine"} ${small ? "small-now" : ""}`} aria-label=${say("web-now")}>
    <div role="status"><h1>${task !== null && !state.held && html`<b>${say("web-your-turn")}</b>`} ${text}</h1></div></section>`;
}

/** The text before a game: this phone has joined, and the other players. */
export function Here({ state }) {
  return html`<section class="now" aria-label=${say("web-now")}><div role="status"><h1><b>${say("web-seat-in")}</b> ${say("web-seat-soon")}</h1></div>
    <ul class="here">${state.players.filter((one) => !one.left).map((one) => html`<li key=${one.seat}><${Animal} name=${one.animal || "board"} />${one.name}</li>`)}</ul></section>`;
}
