/** WQRDLES at the virtual board: a rack for each hidden word, and a desk for the player on turn. */
import { MenuButton } from "../../pages/board/shared.js";
import { Winner } from "../../pages/board/ends.js";
import { Banner, Chips } from "../../pages/board/top.js";
import { style } from "../load.js";
import { Animal } from "../../parts/animals.js";
import { lazy } from "../../parts/lazy.js";
import { actShowing } from "../../parts/live.js";
import { Coin } from "../../parts/tokens.js";
import { html, useState } from "../../vendor/preact.js";
import { guessed, say } from "../../parts/words.js";
import { Told, nameOf } from "./grid.js";
import { Card, Keys, soughtBy, useTyping } from "./desk.js";
import { COIN_MS, ended, held } from "./pace.js";
import { Private } from "./private.js";
import { Rack, Strip, Tab } from "./rack.js";
import { stands } from "./stands.js";

/** Return the player and the task. */
function headline(state) {
  const { view, players, scene } = state;
  if (!view || view.over) return {};
  if (view.phase === "ended") return { what: endLine(state) };
  const sitter = view.phase !== "secrets" && players.find((one) => one.seat === view.turn), of = nameOf(players, soughtBy(view, view.turn));
  if (scene && scene.what !== "miss" && scene.what !== "hit") return { sitter, what: say(scene.what === "row" ? "web-wqrdles-look" : "web-wqrdles-together") };
  if (sitter?.bot || !sitter) return { sitter, what: state.line };
  if (view.phase === "query") return { sitter, what: view.race ? say("web-wqrdles-ask-about", { name: of }) : say(view.cards[view.turn]?.length ? "web-wqrdles-you-pick" : "web-wqrdles-you-query") };
  return view.phase === "attempts" ? { sitter, what: say("web-wqrdles-know", { name: of }) } : { sitter, what: state.line };
}

/** Return the sentence about the round that is over. */
function endLine({ view, players }) {
  const most = Math.max(...view.points), best = players.filter(({ seat }) => view.points[seat] === most);
  return most ? say("web-wqrdles-best", { names: best.map(({ name }) => name).join(", "), n: most }) : say("web-wqrdles-none-found");
}

/** Return the number of the round. */
const where = ({ view }) => (view && !view.over ? say("web-round-n", { n: view.phase === "ended" ? view.results.length : view.results.length + 1 }) : "");

/** The points of a player in this round so far. */
const Player = ({ one, state: { view } }) => !view.over && view.phase !== "ended" && view.points[one.seat] > 0 && html`<b>+${view.points[one.seat]}</b>`;

/** The scenes during which the desk keeps its space. */
const KEEPS = ["row", "miss", "hit"];

/** The whole table. */
function Table(given) {
  const { state, hot, setWhy } = given, { view, scene } = state;
  const typing = useTyping(state, (line) => actShowing(setWhy)("/api/do", { by: view.turn, ...line }));
  return html`<h1 class="unseen">${say("web-title-board")}</h1>
    <header><${Banner} ...${given} /><${Chips} ...${given} /><${MenuButton} ...${given} /></header>
    <div class=${`middle ${view.over ? "over" : ""}`}><${Racks} ...${given} typing=${typing} />${view.over && html`<${Winner} ...${given} />`}</div>
    <footer class=${`wq-foot ${view.race ? "duel" : ""} ${view.phase}`}>${!view.over && html`<${Told} state=${state} /><${Stands} state=${state} />
      ${scene && scene.what !== "row" && html`<${Played} ...${given} />`}${(KEEPS.includes(scene?.what) || !hot && !scene) && html`<${Desk} ...${given} typing=${typing} />`}`}</footer>`;
}

/** A rack for each hidden word; in a race of two for each seeker. */
function Racks({ state, letters, typing }) {
  const { scene } = state, now = state.racks ?? state, { view } = now;
  const flips = scene?.what === "row", spells = !scene && ["query", "attempts"].includes(view.phase);
  const seats = [...view.seats].sort((a, b) => a - b);
  const one = (owner, seeker) => {
    const hit = scene?.what === "hit" && scene.tries.find(([, of]) => of === owner), miss = scene?.what === "miss" && scene.tries.find(([, of]) => of === owner);
    const asks = seeker !== undefined ? seeker === view.turn : !scene && view.phase === "query";
    const on = spells && asks && { word: typing.word, on: view.phase === "attempts" ? "secret" : "row" };
    return html`<${Rack} key=${`${owner} ${seeker}`} state=${now} owner=${owner} seeker=${seeker} letters=${letters} typed=${on && (view.race || on.on === "row") ? on : undefined}
      flips=${flips && view.rows.at(-1)[2].some(([of]) => of === owner)} tried=${hit ? { word: hit[2], hit: true } : miss ? { word: guessed(state, miss[2]) } : undefined}
      kind=${seeker === undefined || view.turn === null || view.over || view.phase === "secrets" ? "" : seeker === view.turn ? "on" : "off"}>${!view.race && html`<${Strip} view=${flips ? state.view : view} owner=${owner} short />`}</${Rack}>`;
  };
  if (view.over && !view.rows.length) return html`<div class="wq-racks none"></div>`;
  const card = !scene && view.phase === "query" && view.cards[view.turn]?.length > 0 && !state.players.find((sitter) => sitter.seat === view.turn)?.bot;
  return html`<div class=${`wq-racks of-${seats.length} ${view.race ? "duel" : "many"} ${card ? "picks" : ""}`} style=${{ "--racks": seats.length }}>
    ${card && html`<${Card} state=${state} seat=${view.turn} typing=${typing} />`}
    ${!view.race && html`<div class="wq-tabs jump" role="group" aria-label=${say("web-wqrdles-whose")}>${seats.map((seat) => html`<${Tab} key=${seat} ...${{ state, seat }} press=${(event) => event.currentTarget.closest(".wq-racks").querySelector(`[data-rack="${seat}"]`).scrollIntoView({ inline: "center", block: "nearest" })} />`)}</div>`}
    <div class="wq-row" tabindex=${view.race ? null : 0} aria-label=${view.race ? null : say("web-wqrdles-whose")} role=${view.race ? null : "group"}>${view.race ? seats.map((seeker) => one(soughtBy(view, seeker), seeker)) : seats.map((owner) => one(owner))}</div></div>`;
}

/** The input of the player on turn, below the racks. */
function Desk(given) {
  const { state } = given, { view, players } = state;
  const who = players.find((one) => one.seat === view.turn);
  if (["secrets", "decode"].includes(view.phase) || (view.phase === "attempts" && !view.race)) return html`<${Waits} state=${state} />`;
  if (who?.bot || view.phase === "deal") return html`<p class="wq-says">${who?.bot ? say("web-bot-acts") : state.line}</p>`;
  if (view.cards[view.turn]?.length) return null;
  return html`<${Keys} ...${given} of=${soughtBy(view, view.turn)} />`;
}

/** Which players are still awaited if all act at once; those with phones act there. */
const Waits = ({ state: { view, players } }) => html`<ul class="wq-waits">${players.filter(({ seat, left }) => view.seats.includes(seat) && !left).map((one) => html`<li key=${one.seat} class=${`who-${one.animal || "board"}`}>
  <span class="wq-tile" aria-hidden="true"><i class=${view.awaited.includes(one.seat) ? "gap" : "back"}><${Animal} name=${one.animal || "board"} /></i></span><span>${one.name} ${view.awaited.includes(one.seat) ? "…" : "✓"}</span></li>`)}</ul>`;

/** The running scene: opened attempts, a wrong one, a found word, or the end of a round. */
function Played({ state }) {
  const { view, players, scene } = state, { tries = [] } = scene;
  const who = (seat) => players.find((one) => one.seat === seat) ?? {};
  if (scene.what === "ended") return html`<${Ended} state=${state} />`;
  if (["closed", "opened"].includes(scene.what)) {
    return html`<div class="wq-opening"><ul class=${`wq-tries ${scene.what}`}>${tries.map(([by, of, word, earned], at) => html`<li key=${by} style=${{ "--at": at }} class=${`who-${who(by).animal || "board"}`}>
      <span class="wq-face"><${Animal} name=${who(by).animal || "board"} />→<${Animal} name=${who(of).animal || "board"} /></span>
      ${scene.what === "opened" && html`<b>${guessed(state, word)}</b><span class=${`wq-verdict ${earned ? "hit" : ""}`}>${earned ? `+${earned}` : "✗"}<span class="unseen">${say(earned ? "told-right" : "told-wrong")}</span></span>`}</li>`)}</ul>
      ${scene.what === "closed" && html`<${Focused} go=${ended}>${say("web-wqrdles-open")}</${Focused}>`}</div>`;
  }
  return html`<div class=${`wq-verdicts ${scene.what}`} role="status" style=${{ "--lasts": `${scene.lasts - COIN_MS}ms` }}>${tries.map(([by, of, word, earned]) => html`<p key=${by} class=${`who-${who(by).animal || "board"}`}><${Animal} name=${who(by).animal || "board"} />
    ${earned ? html`<b class="wq-yes" aria-hidden="true">${say("web-wqrdles-yes")}</b><span>${say("web-wqrdles-found-by", { name: who(by).name, word: guessed(state, word) })}</span> <${Coin} value=${earned} />` : html`<span>${say("web-wqrdles-says", { name: who(by).name })} <s>${guessed(state, word)}</s></span>`}</p>`)}</div>`;
}

/** The end of a round: the points of each player, and one button to continue. */
function Ended({ state }) {
  const { view, players, last } = state;
  return html`<div class="wq-ended"><ul>${players.filter(({ seat }) => view.seats.includes(seat)).map((one) => html`<li key=${one.seat} class=${`who-${one.animal || "board"}`}><${Animal} name=${one.animal || "board"} /> ${one.name} <${Coin} value=${view.points[one.seat]} /></li>`)}</ul>
    <${Focused} go=${ended}>${say(last ? "web-wqrdles-who-won" : "web-wqrdles-next-round")}</${Focused}></div>`;
}

/** The one button to continue, with the focus. */
const Focused = ({ go, children }) => html`<button type="button" class="main" ref=${(one) => one?.focus({ preventScroll: true })} onClick=${go}>${children}</button>`;

/** A button that describes the position in one sentence, for people who cannot see the racks. */
function Stands({ state }) {
  const [said, tell] = useState("");
  return html`<div class="wq-stands"><button type="button" class="unseen" onClick=${() => tell(stands(state))}>${say("web-wqrdles-stands")}</button><p class="unseen" role="status">${said}</p></div>`;
}

await style("wqrdles/table.css");

/** The lesson, fetched when it is shown. */
const Teaching = lazy(() => import("./lesson.js"), "WqrdlesLesson");

export const board = { Table, Player, headline, where, news: () => "", held, private: Private, sheets: { lesson: Teaching } };
