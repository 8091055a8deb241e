/** The teacher's remote: the state of the lesson, and three buttons with the next steps. */
import { Dialog } from "../../parts/dialog.js";
import { emptyTeams, ends, lastYes } from "../../parts/shows.js";
import { wrong } from "./game.js";
import { Sure, useDoing, Why } from "./parts.js";
import { Teams } from "./people.js";
import { html, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** The symbols of the buttons, drawn in 24 by 24. */
const MARKS = {
  go: "M7 4.5v15l12-7.5z", stop: "M6.5 6.5h11v11h-11z", star: "m12 3.5 2.6 5.5 6 .8-4.4 4.2 1.1 6-5.3-2.9-5.3 2.9 1.1-6-4.4-4.2 6-.8z",
  pause: "M8.5 5v14M15.5 5v14", plus: "M12 5v14M5 12h14", shut: "m6 6 12 12M18 6 6 18", done: "m4.5 13 5 5L19.5 6.5",
  swap: "M4 8h15l-4-4M20 16H5l4 4", in: "M12 3v12m-5-4 5 5 5-5M5 20.5h14", undo: "M9 5 4 10l5 5M4 10h10.5a4.75 4.75 0 0 1 0 9.5H9",
  again: "M19 12.5a7 7 0 1 1-2.5-5.5L19.5 9.5m0-5.5v5.5H14", print: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",
};
const FULL = ["go", "stop", "star"];

/** Return true if a lesson has ended, and its players are still at the table without names. */
const left = (state) => state.phase === "over" && state.teacher.ended;

/** Return the players of the present or the next game. */
const here = (state) => (left(state) ? [] : state.players.filter((one) => !one.left));

/** Return the explanation of ending the lesson now; without a finished round there is no scoresheet. */
export const endMeans = ({ view }) => say(view?.results.length ? "web-end-lesson-means" : "web-end-lesson-none");

/** Return the step that admits all waiting phones. */
const admit = ({ guests }) => ({
  mark: "in", word: say("web-admit-all", { n: guests.length }), means: say("web-remote-admit"),
  path: "/api/teacher/admit", body: { guests: guests.map((one) => one.number), come: true },
});

/** Return the steps before a game: make teams or begin, use phones or cards, open the door. */
function before(state) {
  const { zone_cards: cards, join, teacher } = state;
  const begin = { mark: "go", word: say("web-begin-now"), means: say("web-remote-begin"), path: "/api/teacher/begin" };
  const teams = { mark: "plus", word: say("web-remote-teams"), means: say("web-remote-teams-means"), Sheet: Teams };
  const door = join.locked
    ? { mark: "in", word: say("web-remote-in"), means: say("web-remote-in-means"), path: "/api/teacher/doors", body: { locked: false } }
    : { mark: "shut", word: say("web-door-shut-it"), means: say("web-phones-n", { n: teacher.phones.length }), path: "/api/teacher/doors", body: { locked: true } };
  return [
    teacher.guests.length ? admit(teacher) : here(state).length ? begin : teams,
    { mark: "swap", word: say(cards ? "web-remote-phones" : "web-remote-cards"), means: say(cards ? "web-remote-phones-means" : "web-remote-cards-means"),
      path: "/api/teacher/cards", body: { zone_cards: !cards } },
    cards ? { mark: "print", word: say("web-remote-print"), means: say("web-remote-print-means"), href: "/cards" } : door,
  ];
}

/** Return the steps during a game: continue the wall or end the game, pause, undo. */
function during(state) {
  const { paused, teacher, last_round: last } = state;
  const round = ends(state), yes = state.zone_cards && lastYes(state);
  const next = (round || yes) && { mark: "go", word: say("web-remote-next"), means: say(round ? "web-remote-next-round" : "web-remote-next-piece"), path: "/api/teacher/next", body: { moment: state.moments.at(-1)?.n ?? 0 } };
  const podium = say(state.view.results.length ? "web-remote-podium-sure" : "web-remote-podium-none");
  const end = last
    ? { mark: "star", word: say("web-remote-podium"), means: say("web-remote-podium-means"), sure: podium, path: "/api/teacher/act", body: { do: "end" } }
    : { mark: "stop", word: say("web-last-round"), means: say("web-remote-last"), path: "/api/teacher/last", body: { last: true } };
  return [
    next || (teacher.guests.length ? admit(teacher) : { ...end, calm: true }),
    { mark: paused ? "go" : "pause", word: say(paused ? "web-go-on" : "web-pause"), means: say(paused ? "web-remote-paused" : "web-remote-pause"),
      path: "/api/pause", body: { paused: !paused } },
    { mark: "undo", word: say("web-remote-undo"), means: state.undo || say("web-remote-undo-means"), path: "/api/teacher/act", body: { do: "undo" }, off: !state.undo },
  ];
}

/** Return the steps after a game: end the lesson, print the results, or play again, perhaps another game. */
const after = (state, end) => [
  { mark: "done", word: say("web-end-lesson"), means: say("web-remote-end"), sure: endMeans(state), go: end },
  { mark: "print", word: say("web-remote-sheet"), means: say("web-remote-sheet-means"), href: "/sheet" },
  { mark: "again", word: say(state.next.game === state.game ? "web-remote-again" : "web-begin-now"), means: say("web-remote-again-means"), path: "/api/teacher/begin" },
];

/**
 * @param {object} given
 * @param {object} given.state The state document.
 * @param {object[]} given.offered The games that can be played.
 * @param {function} given.end Ends the lesson.
 * @param {string} given.why The error text of an action elsewhere on the page.
 */
export function Remote({ state, offered, end, why: other }) {
  const [send, why] = useDoing();
  const on = state.phase === "playing";
  const steps = on ? during(state) : state.phase === "over" && !left(state) ? after(state, end) : before(state);
  const main = on && state.paused ? 1 : 0;
  return html`<section class="remote lesson" aria-label=${say("web-now")}>
    <${Now} state=${state} offered=${offered} />
    <div class="three">${steps.map((one, at) => html`<${Step} key=${at} one=${one} main=${at === main && !one.calm} send=${send} />`)}</div>
    <${Why} why=${why || other || (on ? "" : wrong(offered, state)) || state.fault} />
  </section>`;
}

/** One of the three buttons: a symbol, its action, and the result of it. */
function Step({ one, main, send }) {
  const [open, setOpen] = useState(false);
  const go = one.go ?? (() => send(one.path, one.body));
  const face = html`<svg viewBox="0 0 24 24" class=${FULL.includes(one.mark) ? "full" : ""} aria-hidden="true" focusable="false"><path d=${MARKS[one.mark]} /></svg><b>${one.word}</b><small>${one.means}</small>`;
  const look = `step ${main ? "main" : ""}`;
  if (one.href) return html`<a class=${`button ${look}`} href=${one.href}>${face}</a>`;
  if (one.sure) return html`<${Sure} word=${one.word} face=${face} look=${look} means=${one.sure} yes=${go} />`;
  const { Sheet } = one;
  return html`<button type="button" class=${look} disabled=${one.off} onClick=${Sheet ? () => setOpen(true) : go}>${face}</button>
    ${open && Sheet && html`<${Dialog} title=${one.word} closeWord=${say("web-cancel")} close=${() => setOpen(false)}>
      <${Sheet} send=${send} done=${() => setOpen(false)} /></${Dialog}>`}`;
}

/** The state of the lesson, and how a phone joins. */
function Now({ state, offered }) {
  const { join, view, phase } = state;
  const on = phase === "playing";
  const title = left(state) ? say("web-ended") : phase === "choosing" ? say("web-next-game") : state.line;
  const empty = emptyTeams(state);
  return html`<div class="now">
    <h1 aria-live="polite">${title}</h1>
    <p>${(on ? [round(view)] : planned(state, offered)).map((part) => html`<span key=${part}>${part}</span>`)}
      ${state.last_round && html`<b>${say("web-last-round-is")}</b>`}</p>
    ${left(state) && html`<p class="small" role="status">${say("web-erased")}</p>`}
    ${empty.length > 0 && html`<p class="small" role="status">${say("web-teams-empty", { teams: empty.map((one) => one.name).join(", ") })}</p>`}
    ${state.zone_cards ? html`<p class="small">${say("web-remote-cards-on")}</p>`
      : !join.url ? html`<p class="small">${say("web-door-none")}</p>`
        : html`<p class="door"><span class="small">${say("web-join")} ${new URL(join.url).host}/seat</span>
          ${join.locked ? html`<b>${say("web-door-shut")}</b>` : join.door !== "open" && html`<b class="code">${join.code}</b>`}</p>`}
  </div>`;
}

/** Return the number of the round, and of all rounds if that is known. */
function round({ round: n, rounds: of, results }) {
  if (n !== undefined && of !== undefined) return say("web-round", { n, of });
  return say("web-round-n", { n: n ?? results.length + 1 });
}

/** Return a short description of the next game. */
function planned(state, offered) {
  const { next } = state;
  const game = offered.find((one) => one.name === next.game);
  const players = here(state).length;
  return [
    ...(state.phase === "over" && !left(state) ? [say("web-next-game")] : []),
    ...(offered.length > 1 && game ? [game.title] : []),
    players ? say("web-players-n", { n: players }) : say("web-nobody-yet"),
    say(`language-${state.language}`),
    ...(game?.lengths.length ? [say("web-letters", { n: next.length })] : []),
    ...(game?.maker && next.board_makes ? [say("web-rounds-n", { n: next.rounds })] : []),
  ];
}
