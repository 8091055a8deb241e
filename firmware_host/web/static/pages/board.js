/** The virtual board: a simulated one under a browser's hands. */
import { useBeat } from "../parts/beats.js";
import { Toast, usePrize } from "./board/beats.js";
import { Winner } from "./board/ends.js";
import { First } from "./board/first.js";
import { useHand } from "./board/hand.js";
import { useHelp } from "../parts/letters/help.js";
import { unlike } from "../parts/letters/lying.js";
import { useKeys, useSpelling } from "../parts/letters/spelling.js";
import { revealed } from "./board/reveal.js";
import { Banner, Chips } from "./board/top.js";
import { Zones } from "./board/zones.js";
import { Dialog } from "../parts/dialog.js";
import { gamed } from "../games/load.js";
import { act, connect } from "../parts/live.js";
import { hear } from "../parts/sound/loudspeaker.js";
import { remember } from "../parts/promise.js";
import { Rules } from "../parts/sheet-rules.js";
import { html, render, useEffect, useState } from "../vendor/preact.js";
import { loadWords, say } from "../parts/words.js";

function Board({ state, letters, game }) {
  const [open, setOpen] = useState("");
  const [why, setWhy] = useState("");
  const [by, choose] = useState(0);
  const [help, setHelp] = useHelp();
  const hand = useHand(state, setWhy);
  const turn = state.view?.turn ?? 0;
  useEffect(() => setWhy(""), [state.line, state.note, state.n]); // what the board says now is newer
  useEffect(() => choose(turn), [turn, state.view?.round]);
  const speakers = game.board?.speakers?.(state) ?? [];
  const seat = speakers.includes(by) ? by : speakers[0];
  const spelling = useSpelling(state, async (word, clear) => {
    const answer = await act("/api/do", { do: "guess", by: seat, word });
    if (answer.ok) clear();
    else setWhy(answer.text ?? answer.error);
  }, (letter, zone) => (help ? unlike(letter, state.zones[zone - 1], letters[letter]) : ""));
  useKeys(spelling, hand, state);
  const beat = useBeat(state);
  const reveal = revealed(state.zones, letters);
  usePrize(beat, reveal.lasts);
  const [seen, see] = useState(0); // rounds whose end was looked at
  const ended = ends(state, seen);
  const close = () => setOpen("");
  const given = { state, hand, setWhy, setOpen, close, letters, game, open: setOpen, spelling, help, setHelp, by: seat, choose, why,
    beat, ended, reveal, next: () => see(state.view.results.length) };
  const choosing = state.phase === "choosing" && state.place === "home";
  const Sheet = open && SHEETS[open] ? lazily(SHEETS[open]) : game.board?.sheets?.[open];
  if (open === "who" || (choosing && !open)) return html`<${lazily(WHO)} ...${given} more=${() => setOpen("begin")} />`;
  return html`<div class=${`board ${state.view?.bonus_mode && !ended ? "bonus" : ""}`} style=${{ "--reveal": `${reveal.lasts}ms` }}>
    ${state.tutorial ? html`<${First} ...${given} />` : html`<${Table} ...${given} />`}
    ${!state.tutorial && html`<${Toast} beat=${beat} state=${state} />`}
    ${Sheet && html`<${Sheet} key=${open} ...${given} />`}
  </div>`;
}

/** Whether the last round still shows its word, and nobody has gone on. */
const ends = ({ view, zones, tutorial }, seen) => Boolean(view) && !tutorial && !view.over
  && view.results?.length > seen && zones.some((face) => face.letter);

/** Everything at once: whose turn, the zones with the letters beside them, the piece in hand. */
function Table(given) {
  const { state, game, setOpen } = given;
  const own = game.board ?? {};
  return html`<h1 class="unseen">${say("web-title-board")}</h1>
    <header><${Banner} ...${given} /><${Chips} ...${given} />
      <button type="button" class="menu" aria-label=${say("web-board-menu")} onClick=${() => setOpen("menu")}>${troubled(state.board.troubles) ? "⚠" : "☰"}</button></header>
    <div class="middle"><${Zones} ...${given} />${state.view?.over ? html`<${Winner} ...${given} />` : own.Rail && html`<${own.Rail} ...${given} />`}</div>
    <footer>${state.view?.over ? null : own.Foot ? html`<${own.Foot} ...${given} />` : html`<${AnyFoot} ...${given} />`}</footer>`;
}

/** The foot of a game that has none of its own: what can be tapped, what is there, and what a voice does. */
function AnyFoot(given) {
  const { state, game, setOpen } = given;
  const own = game.board ?? {};
  const Doings = own.Doings;
  return html`${own.Tray ? html`<${own.Tray} ...${given} />` : html`<div class="tray"></div>`}
    ${own.Supply ? html`<${own.Supply} state=${state} />` : html`<p class="supply"></p>`}
    <div class="doings">${Doings && html`<${Doings} state=${state} open=${setOpen} />`}
</div>`;
}

/** The rules of the house, as they stand for this game. */
function HouseRules({ state, close }) {
  return html`<${Dialog} title=${say("web-rules-title")} closeWord=${say("web-close")} close=${close}>
    <${Rules} rules=${state.rules} titled=${false} /></${Dialog}>`;
}

/** What opens in front of the board is fetched when it is opened first. */
const WHO = { load: async () => (await import("./board/who.js")).Who };
const SHEETS = {
  menu: { load: async () => (await import("./board/menu.js")).Menu },
  door: { load: async () => (await import("./board/door.js")).Door },
  begin: { load: async () => (await import("./board/begin.js")).Begin },
  rules: { load: async () => HouseRules },
};

/** Return a component that is drawn once its file is there. */
function lazily(one) {
  one.shown ??= function Lazy(given) {
    const [ready, set] = useState(Boolean(one.own));
    useEffect(() => {
      if (!ready) one.load().then((own) => { one.own = own; set(true); });
    }, []);
    return one.own ? html`<${one.own} ...${given} />` : null;
  };
  return one.shown;
}

/** Whether something is out of order on purpose. */
const troubled = (troubles) => Object.values(troubles).some((one) => one === true || one.length > 0);

/** The key in the address opens the board from another machine; it leaves no trace there. */
async function unlock() {
  const key = location.hash.slice(1);
  if (!key) return;
  history.replaceState(null, "", location.pathname + location.search);
  await act("/api/board/open", { key });
}

/**
 * Let page and board speak alike: the words that are hidden are of the board's language.
 *
 * Somebody who opens the first minute is asked in their own; else the board's counts.
 */
function speak({ language: theirs, tutorial, view }) {
  const ours = document.documentElement.lang;
  if (theirs === ours) return;
  const untouched = tutorial && !language && !view.placed.concat(view.covered).flat().some(Boolean);
  if (untouched) act("/api/settings", { language: ours });
  else location.replace(`/?lang=${theirs}`);
}

const page = document.getElementById("page");
const words = loadWords();
await unlock();
let language = "";
connect("board", gamed("board", (state, letters, game) => {
  if (state.denied) {
    render(html`<div class="denied paper"><h1>${say("web-title-board")}</h1><p>${state.denied}</p>
      <p><a class="button" href="/wall">${say("web-title-wall")}</a></p></div>`, page);
    return;
  }
  if (language !== state.language) speak(state);
  language = state.language;
  render(html`<${Board} state=${state} letters=${letters} game=${game} />`, page);
  hear(state, state.place === "home");
  remember(state);
}, words));
