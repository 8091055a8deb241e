/** The teacher's page: the lesson at the top, everything else folded up below it. */
import { act, connect } from "../parts/live.js";
import { Settings, useGames, wrong } from "./teacher/game.js";
import { Backups, Privacy, Sounds } from "./teacher/keep.js";
import { Sure, useDoing, Why } from "./teacher/parts.js";
import { Phones } from "./teacher/door.js";
import { Players } from "./teacher/people.js";
import { SignIn } from "./teacher/signing.js";
import { Tags } from "./teacher/tags.js";
import { Update } from "./teacher/update.js";
import { WordLists } from "./teacher/words.js";
import { html, render, useState } from "../vendor/preact.js";
import { loadWords, say } from "../parts/words.js";

/** A page says so often that somebody is there, while somebody is. */
const HERE_MS = 60_000;

function Teacher({ state }) {
  const [sheet, setSheet] = useState(null);
  const offered = useGames(state);
  const given = { state, offered };
  if (sheet) return html`<${Sheet} sheet=${sheet} close=${() => setSheet(null)} />`;
  return html`
    <${Lesson} ...${given} ended=${setSheet} />
    <div class="sections">
      <${Players} ...${given} /><${Phones} ...${given} /><${WordLists} ...${given} />
      <${Settings} ...${given} /><${Sounds} ...${given} />${state.teacher.tags && html`<${Tags} ...${given} />`}<${Backups} ...${given} /><${Update} ...${given} /><${Privacy} ...${given} />
    </div>
    <p class="links"><a href="/wall">${say("web-title-wall")}</a> <a href="/history">${say("web-title-history")}</a>
      <a href="/sheet">${say("web-title-sheet")}</a> <a href="/quick">${say("web-title-quick")}</a> <a href="/service">${say("web-title-service")}</a></p>`;
}

/** How the lesson stands, and the few buttons that it needs. */
function Lesson({ state, offered, ended }) {
  const [send, why] = useDoing();
  const { view, join } = state;
  const { guests } = state.teacher;
  const on = state.phase === "playing";
  const doing = (path, body) => () => send(path, body);
  const end = async () => {
    const answer = await send("/api/teacher/end");
    if ("sheet" in answer) ended(answer.sheet ?? { results: [] });
  };
  const misfit = on ? "" : wrong(offered, state);
  return html`<section class="lesson" aria-label=${say("web-now")}>
    <div class="now">
      <h1 aria-live="polite">${state.phase === "choosing" ? say("web-next-game") : state.line}</h1>
      <p>${on
        ? html`<span>${round(view)}</span>`
        : planned(state, offered).map((part) => html`<span key=${part}>${part}</span>`)}
        ${state.last_round && html`<b>${say("web-last-round-is")}</b>`}</p>
    </div>
    <div class="door">
      ${join.url
        ? html`<p class="small">${say("web-join")} ${new URL(join.url).host}/seat</p>${join.door !== "open" && html`<p class="code">${join.code}</p>`}`
        : html`<p class="small">${say("web-door-none")}</p>`}
      <button type="button" aria-pressed=${join.locked} onClick=${doing("/api/teacher/doors", { locked: !join.locked })}>
        ${say(join.locked ? "web-door-shut" : "web-door-shut-it")}</button>
    </div>
    <div class="bar">
      ${guests.length > 0 && html`<button type="button" class="main"
        onClick=${doing("/api/teacher/admit", { guests: guests.map((one) => one.number), come: true })}>${say("web-admit-all", { n: guests.length })}</button>`}
      ${!on && html`<button type="button" class="main" onClick=${doing("/api/teacher/begin")}>${say("web-begin-now")}</button>`}
      ${on && html`
        <button type="button" class="main" onClick=${doing("/api/pause", { paused: !state.paused })}>${say(state.paused ? "web-go-on" : "web-pause")}</button>
        <button type="button" onClick=${doing("/api/teacher/act", { do: "undo" })}>${say("web-undo")}</button>
        <${Sure} word=${say("web-void")} means=${say("web-void-means")} danger=${false} disabled=${Boolean(view.waiting)}
          yes=${doing("/api/teacher/act", { do: "void" })} />
        ${state.last_round
          ? html`<button type="button" aria-pressed="true" onClick=${doing("/api/teacher/last", { last: false })}>${say("web-last-round")}</button>`
          : html`<${Sure} word=${say("web-last-round")} means=${say("web-last-round-means")} danger=${false}
            yes=${doing("/api/teacher/last", { last: true })} />`}`}
      <${Sure} word=${say("web-end-lesson")} means=${say("web-end-lesson-means")} yes=${end} />
    </div>
    <${Why} why=${why || misfit || state.fault} />
  </section>`;
}

/** Which round it is, of how many where that is known. */
function round({ round: n, rounds: of, results }) {
  if (n !== undefined && of !== undefined) return say("web-round", { n, of });
  return say("web-round-n", { n: n ?? results.length + 1 });
}

/** What the next game will be, in a few words. */
function planned(state, offered) {
  const game = offered.find((one) => one.name === state.chosen);
  return [
    ...(offered.length > 1 && game ? [game.title] : []),
    state.players.length ? say("web-players-n", { n: state.players.length }) : say("web-nobody-yet"),
    say(`language-${state.language}`),
    ...(game?.lengths.length ? [say("web-letters", { n: state.length })] : []),
    ...(game?.maker && state.board_makes ? [say("web-rounds-n", { n: state.rounds })] : []),
  ];
}

/** The lesson's scoresheet: the last place where its names stand. */
function Sheet({ sheet, close }) {
  if (!sheet.results.length) {
    return html`<section class="ended"><h1 tabindex="-1">${say("web-ended")}</h1><p>${say("web-ended-none")}</p>
      <p class="pair"><button type="button" class="main" onClick=${close}>${say("web-close")}</button></p></section>`;
  }
  const everybody = [...sheet.players.map((one) => one.name), ...(sheet.board_makes ? [say("web-the-board")] : [])];
  return html`<section class="ended">
    <h1 tabindex="-1">${say("web-ended")}</h1>
    <p class="screen-only">${say("web-ended-means")}</p>
    <div class="table" tabindex="0" role="region" aria-label=${say("web-title-sheet")}><table>
      <thead><tr><th scope="col">${say("web-sheet-round")}</th><th scope="col">${say("web-sheet-word")}</th>
        ${everybody.map((name, at) => html`<th scope="col" key=${at}>${name}</th>`)}</tr></thead>
      <tbody>${sheet.results.map((one, at) => html`<tr key=${at}><th scope="row">${at + 1}</th><td>${one.word}</td>
        ${one.points.map((points, seat) => html`<td key=${seat} class="number">${one.words?.[seat]} ${points}</td>`)}</tr>`)}</tbody>
      <tfoot><tr><th scope="row" colspan="2">${say("web-sheet-total")}</th>
        ${sheet.totals.map((points, seat) => html`<td key=${seat} class="number"><b>${points}</b></td>`)}</tr></tfoot>
    </table></div>
    <p class="pair screen-only"><button type="button" class="main" onClick=${() => print()}>${say("web-print")}</button>
      <button type="button" onClick=${close}>${say("web-close")}</button></p>
  </section>`;
}

/** Tell the board that somebody is here, at most once a minute. */
function stay() {
  let last = Date.now();
  const touched = () => {
    if (Date.now() - last < HERE_MS) return;
    last = Date.now();
    act("/api/teacher/here");
  };
  for (const event of ["pointerdown", "keydown", "scroll"]) addEventListener(event, touched, { passive: true });
}

const page = document.getElementById("page");
await loadWords();
const me = await (await fetch("/api/teacher/me")).json();
if (me.teacher) {
  stay();
  act("/api/teacher/time", { now_ms: Date.now() });
  connect("teacher", (state) => render(state.denied
    ? html`<${SignIn} claimed=${true} />`
    : html`<${Teacher} state=${state} />`, page));
} else {
  render(html`<${SignIn} claimed=${me.claimed} />`, page);
}
