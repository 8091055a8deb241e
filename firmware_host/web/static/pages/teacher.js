/** The teacher's page: a remote with three buttons, and closed sections below it. */
import { act, connect } from "../parts/live.js";
import { Settings, useGames } from "./teacher/game.js";
import { Backups, Privacy, Sounds } from "./teacher/keep.js";
import { Sure, useDoing, Why } from "./teacher/parts.js";
import { Phones } from "./teacher/door.js";
import { Players } from "./teacher/people.js";
import { Remote, endMeans } from "./teacher/remote.js";
import { SignIn } from "./teacher/signing.js";
import { Tags } from "./teacher/tags.js";
import { Update } from "./teacher/update.js";
import { Rude, WordPacks } from "./teacher/words.js";
import { Scoresheet } from "../parts/aside/scoresheet.js";
import { html, render, useState } from "../vendor/preact.js";
import { readJson } from "../parts/read.js";
import { loadWords, say } from "../parts/words.js";

/** The least time between two reports that a person uses the page, in milliseconds. */
const HERE_MS = 60_000;

function Teacher({ state }) {
  const [sheet, setSheet] = useState(null);
  const [open, setOpen] = useState(false);
  const [send, why] = useDoing();
  const offered = useGames(state);
  const given = { state, offered };
  const end = async () => {
    const answer = await send("/api/teacher/end");
    if ("sheet" in answer) setSheet({ ...(answer.sheet ?? { results: [] }), erased: answer.erased });
  };
  if (sheet) return html`<${Sheet} sheet=${sheet} close=${() => setSheet(null)} />`;
  return html`
    <${Remote} ...${given} end=${end} why=${why} />
    <details class="rest" onToggle=${(event) => setOpen(event.currentTarget.open)}>
      <summary>${say("web-remote-rest")}</summary>
      ${open && html`<${Bar} state=${state} end=${end} />
      <div class="sections">
        <${Players} ...${given} /><${Phones} ...${given} /><${WordPacks} ...${given} /><${Rude} ...${given} />
        <${Settings} ...${given} /><${Sounds} ...${given} />${state.teacher.tags && html`<${Tags} ...${given} />`}<${Backups} ...${given} /><${Update} ...${given} /><${Privacy} ...${given} />
      </div>
      <p class="links"><a href="/wall">${say("web-title-wall")}</a> <a href="/history?from=teacher">${say("web-title-history")}</a>
        <a href="/sheet?from=teacher">${say("web-title-sheet")}</a> <a href="/plan">${say("web-title-plan")}</a> <a href="/cards">${say("web-title-cards")}</a> <a href="/quick">${say("web-title-quick")}</a> <a href="/service">${say("web-title-service")}</a></p>`}
    </details>`;
}

/** The buttons that are needed less often than the three. */
function Bar({ state, end }) {
  const [send, why] = useDoing();
  const { join, view, last_round: last } = state;
  const on = state.phase === "playing";
  const doing = (path, body) => () => send(path, body);
  return html`<div class="bar">
      <button type="button" aria-pressed=${join.locked} onClick=${doing("/api/teacher/doors", { locked: !join.locked })}>
        ${say(join.locked ? "web-door-shut" : "web-door-shut-it")}</button>
      ${on && html`<${Sure} word=${say("web-void")} means=${say("web-void-means")} danger=${false} disabled=${Boolean(view.waiting)}
        yes=${doing("/api/teacher/act", { do: "void" })} />
        ${last && html`<button type="button" aria-pressed="true" onClick=${doing("/api/teacher/last", { last: false })}>${say("web-last-round")}</button>`}`}
      <${Sure} word=${say("web-end-lesson")} means=${endMeans(state)} yes=${end} />
    </div><${Why} why=${why} />`;
}

/** The lesson's scoresheet: the last place with the names of its players. */
function Sheet({ sheet, close }) {
  const erased = say(sheet.erased ? "web-erased" : "web-erased-not-yet");
  if (!sheet.results.length) {
    return html`<section class="ended"><h1 tabindex="-1">${say("web-ended")}</h1><p>${say("web-ended-none")}</p><p>${erased}</p>
      <p class="pair"><button type="button" class="main" onClick=${close}>${say("web-close")}</button></p></section>`;
  }
  return html`<section class="ended">
    <h1 tabindex="-1">${say("web-ended")}</h1>
    <p class="screen-only">${erased} ${say("web-kept")}</p>
    <p class="screen-only">${say("web-ended-means")}</p>
    <${Scoresheet} game=${sheet} />
    <p class="pair screen-only"><button type="button" class="main" onClick=${() => print()}>${say("web-print")}</button>
      <button type="button" onClick=${close}>${say("web-close")}</button></p>
  </section>`;
}

/** Report to the board that a person uses this page, at most once a minute. */
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
const { json: me } = await readJson("/api/teacher/me");
if (me.teacher) {
  stay();
  act("/api/teacher/time", { now_ms: Date.now() });
  connect("teacher", (state) => render(state.denied
    ? html`<${SignIn} claimed=${true} />`
    : html`<${Teacher} state=${state} />`, page), { wakes: ({ phase, paused }) => phase === "playing" && !paused });
} else {
  render(html`<${SignIn} claimed=${me.claimed} atBoard=${me.at_board} />`, page);
}
