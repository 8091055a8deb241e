/** The end of a game: third, second and first place, and pieces that fall for the winners. */
import { Symbol as Sign } from "../../parts/pieces.js";
import { Animal } from "../../parts/animals.js";
import { Crown } from "../../parts/win.js";
import { KINDS, Piece } from "../../parts/pieces.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** The number of places on the podium, and of falling pieces. */
const STEPS = 3, FALLING = 24;

/** Return the players by points, a winner before others with as many points. */
function ranked({ players, view }) {
  const won = (one) => Number(view.winners?.includes(one.seat) ?? false);
  return players.filter((one) => one.points !== null)
    .sort((one, other) => won(other) - won(one) || other.points - one.points);
}

/** The falling pieces, drawn behind the names. */
const Rain = () => html`<span class="rain" aria-hidden="true">${Array.from({ length: FALLING }, (_, at) => html`
  <span key=${at} style=${{ "--x": (at * 37) % 100, "--late": (at * 7) % 24, "--turn": (at * 83) % 360 }}><${Piece} kind=${KINDS[at % KINDS.length]} /></span>`)}</span>`;

/** The podium; players with equal points have a place each. */
export function Podium({ state }) {
  const all = ranked(state).slice(0, STEPS);
  const place = (one) => all.findIndex((other) => other.points === one.points) + 1;
  const order = [all[1], all[0], all[2]].filter(Boolean);
  return html`<div class="podium">${state.view.winners?.length > 0 && html`<${Rain} />`}
    <ol>${order.map((one) => html`<li key=${one.seat} class=${`step place-${place(one)} who-${one.animal || "board"}`}>
      <span class="hero"><${Animal} name=${one.animal || "board"} />${state.view.winners?.includes(one.seat) && html`<${Crown} />`}</span><b class="name">${one.bot && html`<${Sign} name="bot" />`}${one.name}</b>
      <span class="wood"><strong>${one.points}</strong> <small>${say("web-points")}</small></span></li>`)}</ol></div>`;
}
