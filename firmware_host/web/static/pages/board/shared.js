/** What the pages share at which hands play: the virtual board, and a tablet under real pieces. */
import { useBeat } from "../../parts/beats.js";
import { usePrize } from "./beats.js";
import { useHand } from "./hand.js";
import { useHelp } from "../../parts/letters/kept.js";
import { unlike } from "../../parts/letters/lying.js";
import { revealed, reveals } from "./reveal.js";
import { useKeys, useSpelling } from "../../parts/letters/spelling.js";
import { draft, Who } from "./who.js";
import { Dialog } from "../../parts/dialog.js";
import { gamed } from "../../games/load.js";
import { act, connect } from "../../parts/live.js";
import { hear } from "../../parts/sound/loudspeaker.js";
import { remember } from "../../parts/promise.js";
import { Rules } from "../../parts/sheet-rules.js";
import { html, render, useEffect, useState } from "../../vendor/preact.js";
import { loadWords, say } from "../../parts/words.js";

/** Whether it is asked who plays, and the answers so far: kept while the page is fetched in another language. */
const KEPT = "kept-open";
let asking = {};

/** Return what stood open when the page was left for another language; once. */
function reopened() {
  const kept = sessionStorage.getItem(KEPT);
  sessionStorage.removeItem(KEPT);
  return kept ? JSON.parse(kept) : {};
}

/**
 * Return what every part of such a page is given: the state, the hand, what is spelled, what stands open.
 *
 * @param {object} told The state document, each letter's pieces, and the game's part as `{board: ...}`.
 */
export function useGiven({ state, letters, game }) {
  const [kept] = useState(reopened);
  const [opened, openHere] = useState(kept.opened ?? "");
  const [shown, setShown] = useState([]); // at a kiosk: pieces that lie there for show
  const [why, setWhy] = useState("");
  const [wanted, want] = useState(kept.wanted ?? null); // who plays what, while they look at the rules of the house
  const [by, choose] = useState(0);
  const [help, setHelp] = useHelp();
  const hand = useHand(state, setWhy);
  const turn = state.view?.turn ?? 0;
  useEffect(() => setWhy(""), [state.line, state.note, state.moments.at(-1)?.n]); // what the board says now is newer
  useEffect(() => () => want(null), [state.phase]); // it is played now
  useEffect(() => choose(turn), [turn, state.view?.round]);
  const speakers = (game.board?.speakers?.(state) ?? []).filter((seat) => !state.players.some((one) => one.seat === seat && one.bot));
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
  // At a kiosk nobody chooses what is played: after the first minute comes one game, and then somebody else.
  const setOpen = (what) => (state.kiosk && what === "who" ? act("/api/kiosk", { does: state.tutorial ? "game" : "over" }) : openHere(what));
  const close = () => setOpen("");
  const asks = opened === "who" || (state.phase === "choosing" && state.place !== "class" && !opened);
  asking = { opened: ["who", "begin"].includes(opened) ? opened : "", asks, wanted };
  return { shown, setShown, state, hand, setWhy, setOpen, close, letters, game, open: setOpen, opened, asks, wanted, want, spelling, help, setHelp, by: seat, choose, why,
    beat, ended: ends(state, seen), reveal, next: () => see(state.view.results.length) };
}

/** Whether the last round still shows its word, and nobody has gone on. */
const ends = ({ view, zones, tutorial }, seen) => Boolean(view) && !tutorial && !view.over
  && view.results?.length > seen && zones.some((face) => face.letter);

/** What the look of such a page depends on: said here once, for a browser that had to find it out would look through all of it at each tap. */
export const boardly = ({ state: { view }, beat, ended }) => `board ${view?.bonus_mode && !ended ? "bonus" : ""} ${view?.over ? "over" : ended ? "between" : ""} ${reveals(beat) ? "revealing" : ""}`;

/** Who plays: all that there is until a game begins. */
export const Asked = (given) => html`<${given.state.kiosk ? lazily(KIOSK.who) : Who} ...${given} more=${(what) => { given.want(what); given.setOpen("begin"); }} />
  <${AtKiosk} ...${given} />`;

/** What a kiosk asks and says; nothing anywhere else. */
export const AtKiosk = (given) => given.state.kiosk && html`<${lazily(KIOSK.all)} ...${given} />`;

/** What stands open in front of the board; nothing where nothing does. */
export function Sheet(given) {
  const { opened, game, state } = given;
  const One = state.kiosk ? opened === "menu" && lazily(KIOSK.menu) : opened && SHEETS[opened] ? lazily(SHEETS[opened]) : game.board?.sheets?.[opened];
  return One ? html`<${One} key=${opened} ...${given} />` : null;
}

/** The button of the menu; a sign on it says that something is out of order on purpose. */
export const MenuButton = ({ state, setOpen }) => html`
  <button type="button" class="menu" aria-label=${say("web-board-menu")} onClick=${() => setOpen("menu")}>${troubled(state.board.troubles) ? "⚠" : "☰"}</button>`;

/** The rules of the house, as they stand for this game. */
function HouseRules({ state, close }) {
  return html`<${Dialog} title=${say("web-rules-title")} closeWord=${say("web-close")} close=${close}>
    <${Rules} rules=${state.rules} titled=${false} /></${Dialog}>`;
}

/** What opens in front of the board is fetched when it is opened first. */
const SHEETS = {
  menu: { load: async () => (await import("./menu.js")).Menu },
  door: { load: async () => (await import("./door.js")).Door },
  lid: { load: async () => (await import("./door.js")).Lid },
  begin: { load: async () => (await import("./begin.js")).Begin },
  rules: { load: async () => HouseRules },
};

const KIOSK = {
  all: { load: async () => (await import("./kiosk.js")).Kiosk },
  who: { load: async () => (await import("./kiosk.js")).KioskWho },
  menu: { load: async () => (await import("./kiosk.js")).KioskMenu },
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
function speak({ language: theirs, tutorial, view, kiosk }, path, language) {
  const ours = document.documentElement.lang;
  if (theirs === ours) return;
  const untouched = tutorial && !kiosk && !language && !view.placed.concat(view.covered).flat().some(Boolean);
  if (untouched) act("/api/settings", { language: ours });
  else {
    // The draft of `Who` changes without this page being drawn again.
    const { opened, asks, wanted } = asking;
    if (!kiosk) sessionStorage.setItem(KEPT, JSON.stringify({ opened, wanted: asks && draft.seats ? draft : wanted }));
    location.replace(`${path}?lang=${theirs}`);
  }
}

/** Forget what this browser keeps of whoever played here. */
function forget() {
  localStorage.clear();
  sessionStorage.clear();
}

/** Show a page as nobody has seen it before: whoever played at a kiosk leaves nothing on it. */
function anew(path, { language }) {
  forget();
  location.replace(`${path}?lang=${language}`);
}

/**
 * Show a page at which hands play, and keep it as things stand.
 *
 * @param {string} name Of the page: which part of a game it draws.
 * @param {string} path Its address.
 * @param {function} Page Draws it, given the state, the letters, and the game's part as `{board: ...}`.
 */
export async function show(name, path, Page) {
  const page = document.getElementById("page");
  const words = loadWords();
  await unlock();
  let language = "", visit = 0;
  connect("board", gamed(name, (state, letters, game) => {
    if (state.denied) {
      render(html`<div class="denied paper"><h1>${say(`web-title-${name}`)}</h1><p>${state.denied}</p>
        <p><a class="button" href="/wall">${say("web-title-wall")}</a></p></div>`, page);
      return;
    }
    if (state.kiosk && visit && state.kiosk.visit !== visit) return anew(path, state);
    if (state.kiosk && !visit && !state.kiosk.here) forget(); // of a visit that a power cut has ended
    visit = state.kiosk?.visit ?? 0;
    if (language !== state.language) speak(state, path, language);
    language = state.language;
    render(html`<${Page} state=${state} letters=${letters} game=${{ board: game[name] }} />`, page);
    hear(state, state.place === "home");
    remember(state);
  }, words));
}
