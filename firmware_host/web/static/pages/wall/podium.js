/** The end of a game: third, second, first, and the pieces that fall for whoever has won. */
import { Symbol as Sign } from "../../parts/pieces.js";
import { Animal } from "../../parts/animals.js";
import { KINDS, Piece } from "../../parts/pieces.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** So many stand on it; so many pieces fall beside it. */
const STEPS = 3, FALLING = 24;

/** Everybody who has played, the most points first; who has won stands before whoever has as many. */
function ranked({ players, view }) {
  const won = (one) => Number(view.winners?.includes(one.seat) ?? false);
  return players.filter((one) => one.points !== null)
    .sort((one, other) => won(other) - won(one) || other.points - one.points);
}

/** Pieces fall behind the names, never before them. */
const Rain = () => html`<span class="rain" aria-hidden="true">${Array.from({ length: FALLING }, (_, at) => html`
  <span key=${at} style=${{ "--x": (at * 37) % 100, "--late": (at * 7) % 24, "--turn": (at * 83) % 360 }}><${Piece} kind=${KINDS[at % KINDS.length]} /></span>`)}</span>`;

/** The podium: a place of its own for whoever has as many points as the one before. */
export function Podium({ state }) {
  const all = ranked(state).slice(0, STEPS);
  const place = (one) => all.findIndex((other) => other.points === one.points) + 1;
  const order = [all[1], all[0], all[2]].filter(Boolean);
  return html`<div class="podium">${state.view.winners?.length > 0 && html`<${Rain} />`}
    <ol>${order.map((one) => html`<li key=${one.seat} class=${`step place-${place(one)} who-${one.animal || "board"}`}>
      <${Animal} name=${one.animal || "board"} /><b class="name">${one.bot && html`<${Sign} name="bot" />`}${one.name}</b>
      <span class="wood"><strong>${one.points}</strong> <small>${say("web-points")}</small></span></li>`)}</ol></div>`;
}
