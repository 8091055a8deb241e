/** The wall, readable from five metres away. It shows the game and changes nothing. */
import { gamed } from "../games/load.js";
import { Animal } from "../parts/animals.js";
import { connect } from "../parts/live.js";
import { Loudspeaker, hear } from "../parts/sound/loudspeaker.js";
import { Symbol as Sign } from "../parts/pieces.js";
import { remember } from "../parts/promise.js";
import { Rules, fresh } from "../parts/sheet-rules.js";
import { ends, goneOn } from "../parts/shows.js";
import { BOARD } from "../parts/ranks.js";
import { useReveal } from "../parts/reveal.js";
import { html, render, useEffect } from "../vendor/preact.js";
import { loadWords, say } from "../parts/words.js";
import { useBeat } from "../parts/beats.js";
import { LyingZones } from "../parts/letters/zones.js";
import { Banner } from "./wall/banner.js";
import { Believed, believed } from "./wall/believed.js";
import { Ask, Lobby, askForCode, typed } from "./wall/lobby.js";
import { Podium } from "./wall/podium.js";
import { ZoneCard, standing, usePredicted } from "./wall/predicted.js";

/** The most players in one row; more need two rows across the whole screen. */
const ONE_ROW = 4;

function everybody({ view, players, board_makes }) {
  const board = board_makes && view ? [{ seat: BOARD, name: say("web-the-board"), symbol: "", animal: "board", points: view.totals.at(-1) }] : [];
  return [...players, ...board];
}

function Players({ state, game, ended }) {
  const all = everybody(state);
  return html`<ul class=${`players of-${all.length}`} style=${{ "--columns": all.length > ONE_ROW ? Math.ceil(all.length / 2) : all.length }}>${all.map((one) => html`
    <${Player} key=${one.seat} one=${one} state=${state} game=${game} ended=${ended} />`)}</ul>`;
}

function Player({ one, state, game, ended }) {
  const { view } = state;
  const turn = view && !view.over && !view.waiting && !ended && view.turn === one.seat;
  const won = view?.over && view.winners?.includes(one.seat);
  const more = ended && one.points !== null ? view.results.at(-1).points.at(one.seat) : 0;
  return html`<li class=${`player who-${one.animal || "board"} ${turn ? "turn" : ""} ${won ? "won" : ""} ${one.left ? "left" : ""}`}>
    <${Animal} name=${one.animal || "board"} />
    <span class="name">${won && html`<i aria-hidden="true">★</i>`}${one.symbol && html`<${Sign} name=${one.symbol} />`}${one.name}
      ${turn && html`<span class="unseen"> ${say("web-on-turn")}</span>`}</span>
    ${one.points !== null && html`<span class="points">${one.points}<span class="unseen"> ${say("web-points")}</span></span>`}
    ${more > 0 && html`<b class="more">+${more}</b>`}
    <span class="tokens">${game.wall?.Player && html`<${game.wall.Player} one=${one} state=${state} />`}</span>
  </li>`;
}

/** The progress of the game, beside the players while nothing else is shown there. */
function Progress({ state, game }) {
  return html`<p class="progress">${(state.view ? game.wall?.progress?.(state) ?? [] : []).map((word) => html`<span key=${word}>${word}</span>`)}</p>`;
}

/** The reason of a refusal or a fault; else the game's own text. */
function Said({ state, game }) {
  const why = state.fault || reason(state);
  if (why) return html`<p class="said why">${why}</p>`;
  if (game.wall?.Said) return html`<${game.wall.Said} state=${state} />`;
  return html`<p class="said">${(state.note_code !== "commitment" && state.note) || state.status}</p>`;
}

/** Return the reason of the last refusal; a note with the commitment is no reason. */
function reason({ view, note, note_code: code }) {
  return view?.commitment && code !== "commitment" ? note : "";
}

/** The small joining code during a game; not in the last round, and not with zone cards. */
function Late({ state: { join, zone_cards: cards, last_round: last } }) {
  if (last) return html`<p class="door"><b>${say("web-last-round-is")}</b></p>`;
  if (cards) return null;
  if (join.locked) return html`<p class="door">${say("web-locked")}</p>`;
  if (!join.shows) return html`<${Ask} />`;
  if (!join.url) return html`<p class="door shut">${say("web-door-none")}</p>`;
  return html`<p class="door"><span class="how">${say("web-join")}</span> ${join.door !== "open" && html`<b class="code">${join.code}</b>`}
    <span class="url">${typed(join.url)}</span></p>`;
}

/** The middle of the wall: the options, the end, or the game. */
function Middle({ state, game, letters, beat }) {
  if (ranks(state, game)) return html`<${Podium} state=${state} />`;
  if (fresh(state, game.wall?.sheet)) {
    // A wall cannot be scrolled: changed options take the place of the explanation.
    const own = state.rules.filter((one) => !one.usual);
    return html`<div class="sheet paper"><${Rules} rules=${own.length ? own : state.rules} /></div>`;
  }
  if (game.wall?.Middle) return html`<div class="sheet paper"><${game.wall.Middle} state=${state} letters=${letters} /></div>`;
  return html`<${LyingZones} state=${state} letters=${letters} beat=${beat} />`;
}

/** Return true if the podium is shown: after a game with a finished round. */
const ranks = ({ view }, game) => Boolean(view?.over) && view.results.length > 0 && !game.wall?.Middle;

function Wall({ state: newest, letters, game }) {
  const reveal = useReveal(newest, { holds: !game.wall?.Middle });
  const { state: told, holds, step } = reveal;
  const ended = !holds && ends(told), state = holds ? told : goneOn(told);
  useEffect(() => hear(told), [told.n, step]);
  const beat = useBeat(state);
  const predicted = usePredicted(state, ended);
  const stand = standing(state, ended), counted = ended && believed(state);
  if (state.phase === "choosing") return html`<${Lobby} state=${state}><${Loudspeaker} say=${say} small /></${Lobby}>`;
  const { view } = state;
  const { Beside } = game.wall ?? {};
  const podium = ranks(state, game);
  const crowd = everybody(state).length > ONE_ROW ? "crowd" : "";
  return html`<div class=${`wall ${state.phase} ${Beside && !podium ? "" : "wide"} ${crowd} ${podium ? "ranked" : ""} ${view?.bonus_mode && !ended ? "bonus" : ""}`}>
    <${Banner} ...${{ state, game, beat, ended, reveal }} />
    <section class="middle" aria-label=${say("web-zones")}>
      <${Middle} ...${{ state, game, letters, beat }} />
      ${state.paused && html`<p class="paused"><span>${say("web-paused")}</span></p>`}
    </section>
    ${Beside && !podium && (stand ? html`<${ZoneCard} zone=${stand.zone} />` : counted ? html`<${Believed} state=${state} />` : html`<${Beside} state=${state} letters=${letters} />`)}
    <${Players} state=${state} game=${game} ended=${ended && !step} />
    ${!podium && !(counted && Beside && crowd) && html`<section class=${`panel paper ${predicted ? "" : "plain"}`} aria-label=${say("web-predict-ask")}>${predicted ?? html`<${Progress} state=${state} game=${game} />`}</section>`}
    <footer><${Said} state=${state} game=${game} /><${Loudspeaker} say=${say} small /><${Late} state=${state} />
      ${view?.commitment && html`<p class="promise unseen">${say("web-promise")} <code>${view.commitment}</code></p>`}
    </footer>
    <p class="unseen" aria-live="polite">${state.line}</p>
  </div>`;
}

const page = document.getElementById("page");
await loadWords();
const asked = new URLSearchParams(location.search).get("lang");
let known = false;
connect("wall", gamed("wall", (state, letters, game) => {
  // A screen that may show the code now may do so in the next lessons.
  if (state.online && state.join.shows && !known) {
    known = true;
    askForCode();
  }
  // The teacher, or a person at the board, has chosen another language for the wall.
  const other = state.wall_language && state.wall_language !== document.documentElement.lang;
  if (other && !asked) location.reload();
  render(html`<${Wall} state=${state} letters=${letters} game=${game} />`, page);
  setTimeout(remember, 0, state); // what can be seen comes first
}));
