/** The wall: for five metres away. It shows, and changes nothing. */
import { Alphabet, Letter, Pieces, lettered } from "./letters.js";
import { connect } from "./live.js";
import { Loudspeaker, hear } from "./loudspeaker.js";
import { KINDS, Mark, NoToken, Piece, Symbol as Sign, Token } from "./pieces.js";
import { remember } from "./promise.js";
import { BOARD, hunched, task } from "./turn.js";
import { html, render, useEffect, useState } from "./vendor/preact.js";
import { loadWords, say } from "./words.js";

/** Guess tokens that a seeker begins a round with. */
const TOKENS = 3;

/** As many guesses as can be read from afar. */
const GUESSES = 3;

/** What the one on turn is waited for, in few words with a gap for the name. */
const TASKS = {
  take: "web-wall-take",
  place: "web-wall-place",
  asked: "web-wall-asked",
  bonus: "web-wall-bonus",
  guess: "web-wall-guess",
  wait: "web-wall-wait",
};

/** Return whose turn it is and for what, or the board's own sentence. */
function headline(state) {
  const { view, players } = state;
  const sitter = view && players.find((one) => one.seat === (view.waiting ? view.maker : view.turn));
  if (!view || view.over || !sitter) return { what: state.line };
  return { sitter, what: say(view.waiting ? "web-wall-secret" : TASKS[task(view)]), kind: view.holding };
}

/** As large as it can be in one line. */
const fit = (text) => ({ "--chars": Math.max(10, text.length + 2) });

function Headline({ state }) {
  const { sitter, what, kind } = headline(state);
  const [before, after] = what.split("{name}");
  const text = `${what}${sitter?.name ?? ""}${sitter?.symbol ? "  " : ""}${kind ? "  " : ""}`;
  return html`<h1 style=${fit(text)}>
    <span>${before}${sitter && html`<b>${sitter.symbol && html`<${Sign} name=${sitter.symbol} />`}${sitter.name}</b>`}${after}</span>
    ${kind && html`<${Piece} kind=${kind} /><span class="unseen">${say(`kind-${kind}`)}</span>`}
  </h1>`;
}

/** What stands beside an answer's word. */
const MARKS = { yes: "tick", no: "cross" };

function Zone({ face }) {
  const covered = KINDS.filter((_, place) => face.covered[place]);
  return html`<li class=${`zone ${face.lamp}`}>
    <span class="place">${face.zone}</span>
    ${face.lamp !== "dark" && html`<strong class="answer">
      ${MARKS[face.lamp] && html`<${Mark} name=${MARKS[face.lamp]} />`}${face.word}</strong>`}
    <div class="lies">${face.letter
      ? html`<${Letter} letter=${face.letter} build=${face.build} /><span class="unseen">${face.letter}</span>`
      : html`<${Pieces} counts=${face.placed} />`}</div>
    <div class="noes">${covered.map((kind) => html`<${NoToken} kind=${kind} />`)}</div>
    <span class="unseen">${told(face)}</span>
  </li>`;
}

/** What lies in a zone and what does not belong there, for whoever listens. */
function told({ placed, covered }) {
  const name = (place) => say(`kind-${KINDS[place]}`);
  const lies = placed.flatMap((count, place) => (count ? [`${count} × ${name(place)}`] : []));
  const not = covered.flatMap((yes, place) => (yes ? [name(place)] : []));
  return [
    ...(lies.length ? [say("web-zone-lies", { pieces: lies.join(", ") })] : []),
    ...(not.length ? [say("web-zone-not", { pieces: not.join(", ") })] : []),
  ].join(" ");
}

function Players({ state }) {
  const { view, players, board_makes } = state;
  const board = board_makes && view ? [{ seat: BOARD, name: say("web-the-board"), symbol: "" }] : [];
  const everybody = [...players, ...board];
  return html`<ul class=${`players of-${everybody.length}`}>${everybody.map((one) => html`
    <${Player} key=${one.seat} one=${one} view=${view} />`)}</ul>`;
}

function Player({ one, view }) {
  const turn = view && !view.over && !view.waiting && view.turn === one.seat;
  const makes = view && !view.over && view.maker === one.seat;
  const won = view?.over && view.winners.includes(one.seat);
  const points = view && (one.seat === BOARD ? view.totals.at(-1) : view.totals[one.seat]);
  const tokens = makes || !view ? undefined : view.tokens[one.seat];
  return html`<li class=${`player ${turn ? "turn" : ""} ${won ? "won" : ""}`}>
    <span class="name">${turn && html`<i aria-hidden="true">▶</i>`}${won && html`<i aria-hidden="true">★</i>`}
      ${one.symbol && html`<${Sign} name=${one.symbol} />`}${one.name}
      ${turn && html`<span class="unseen"> ${say("web-on-turn")}</span>`}</span>
    ${view && html`<span class="points">${points}<span class="unseen"> ${say("web-points")}</span></span>`}
    <span class="tokens">${makes
      ? html`<i aria-hidden="true">✎</i> <span class="words">${say("web-makes")}</span>`
      : tokens !== undefined && html`<span class="unseen">${say("web-tokens", { n: tokens })}</span>
        ${Array.from({ length: Math.max(TOKENS, tokens) }, (_, at) => html`<${Token} spent=${at >= tokens} />`)}`}</span>
  </li>`;
}

/** Minutes and seconds since the round, or the game, began. */
function Clock({ state, since }) {
  const [now, tick] = useState(Date.now());
  const runs = state.phase === "playing" && !state.paused;
  useEffect(() => {
    const timer = runs && setInterval(() => tick(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [runs]);
  const seconds = Math.floor((state.elapsed_ms + (runs ? Math.max(0, now - since) : 0)) / 1000);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return html`<span class="clock" role="timer" aria-label=${say("web-clock")}>${text}</span>`;
}

/** How far the game is, and how long the word. */
function Progress({ state, since }) {
  const { view, length } = state;
  return html`<p class="progress">
    ${view && html`<span>${say("web-letters", { n: length })}</span>`}
    ${view && html`<span>${say("web-round", { n: view.round, of: view.rounds })}</span>`}
    ${view?.bonus_mode && html`<span>${say("web-hidden", { n: view.hidden })}</span>`}
    ${view && html`<${Clock} state=${state} since=${since} />`}
  </p>`;
}

/** What was guessed in this round; once it is over, who had it in mind. */
function Said({ state }) {
  const { view, players, hunches } = state;
  const name = (seat) => players.find((one) => one.seat === seat)?.name ?? "";
  const why = state.fault || reason(state);
  if (why) return html`<p class="said why">${why}</p>`;
  if (view?.waiting || view?.over) {
    return html`<p class="said">${state.note} ${hunched(hunches)}</p>`;
  }
  if (!view) return html`<p class="said quiet">${say("web-wall-choose")}</p>`;
  if (!view.guesses.length) return html`<p class="said quiet">${say("web-no-guess")}</p>`;
  const latest = view.guesses.slice(-GUESSES);
  return html`<ul class="said guesses" style=${fit(latest.map(([seat, word]) => name(seat) + word).join("    "))}>${latest.map(([seat, word]) => html`
    <li key=${seat + word}><span>${name(seat)}</span> <b>${word}</b></li>`)}</ul>`;
}

/** Why the last touch was refused; the note also holds the promise, which is no reason. */
function reason({ view, note }) {
  const promised = view?.commitment && note.includes(view.commitment.slice(0, 8));
  return view?.commitment && !promised ? note : "";
}

/** The board's own Wi-Fi comes first: without it nobody gets to the second code. */
function Wifi({ ssid, password }) {
  return html`
    <span class="net"><span class="how">${say("web-wifi")}</span> <b>${ssid}</b> <code>${password}</code></span>
    <img class="qr" src="/wifi.svg" alt=${say("web-wifi-qr", { ssid, password })} />`;
}

function Door({ join, wifi }) {
  if (join.locked) return html`<p class="door">${say("web-locked")}</p>`;
  return html`<p class=${wifi ? "door both" : "door"}>
    ${wifi && html`<${Wifi} ...${wifi} />`}
    <span><span class="how">${say("web-join")}</span> <b class="code">${join.code}</b>
      <span class="url">${join.url.replace(/^http:\/\/|\?.*$/g, "")}</span></span>
    <img class="qr" src=${`/qr.svg?${join.code}`} alt=${say("web-qr", { url: join.url })} />
  </p>`;
}

function Choosing({ state }) {
  return html`<ul class="choices">${state.choices.map((choice, at) => html`
    <li key=${choice} class=${at === state.marked ? "marked" : ""}>
      ${at === state.marked && html`<i aria-hidden="true">▶ </i>`}${choice}</li>`)}</ul>`;
}

function Wall({ state, letters, since }) {
  const { view } = state;
  return html`<div class=${`wall ${state.phase}`}>
    <header><${Headline} state=${state} /><${Progress} state=${state} since=${since} /></header>
    <section class="middle" aria-label=${say("web-zones")}>
      ${state.phase === "choosing"
        ? html`<${Choosing} state=${state} />`
        : html`<ol class="zones">${state.zones.filter((face) => face.in_word).map((face) => html`
          <${Zone} key=${face.zone} face=${face} />`)}</ol>`}
      ${state.paused && html`<p class="paused">${say("web-paused")}</p>`}
    </section>
    <aside aria-label=${say("web-alphabet")}><${Alphabet} letters=${letters} say=${say} /></aside>
    <${Players} state=${state} />
    <footer><${Said} state=${state} /><${Loudspeaker} say=${say} small /><${Door} join=${state.join} wifi=${state.wifi} />
      ${view?.commitment && html`<p class="promise">${say("web-promise")} <code>${view.commitment}</code></p>`}
    </footer>
    <p class="unseen" aria-live="polite">${state.line}</p>
  </div>`;
}

const page = document.getElementById("page");
await loadWords();
const asked = new URLSearchParams(location.search).get("lang");
connect("wall", lettered((state, letters) => {
  // The teacher, or whoever sits at the board, has chosen another language for it.
  const other = state.wall_language && state.wall_language !== document.documentElement.lang;
  if (other && !asked) location.reload();
  hear(state);
  remember(state);
  render(html`<${Wall} state=${state} letters=${letters} since=${Date.now()} />`, page);
}));
