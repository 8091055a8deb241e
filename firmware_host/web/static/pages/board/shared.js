/**
 * The shared parts of the two pages for players at the board: the virtual board, and a tablet under
 * real pieces.
 */
import { Animal } from "../../parts/animals.js";
import { useBeat } from "../../parts/beats.js";
import { useHand } from "./hand.js";
import { useHelp } from "../../parts/letters/kept.js";
import { useLesson } from "../../parts/lesson.js";
import { unlike } from "../../parts/letters/lying.js";
import { useReveal } from "../../parts/reveal.js";
import { useKeys, useSpelling } from "../../parts/letters/spelling.js";
import { Who } from "./who.js";
import { Dialog } from "../../parts/dialog.js";
import { lazy } from "../../parts/lazy.js";
import { gamed, style } from "../../games/load.js";
import { act, connect, redial } from "../../parts/live.js";
import { hear } from "../../parts/sound/loudspeaker.js";
import { remember } from "../../parts/promise.js";
import { Rules } from "../../parts/sheet-rules.js";
import { Speech } from "../../parts/speech.js";
import { html, render, useEffect, useState } from "../../vendor/preact.js";
import { loadWords, say } from "../../parts/words.js";

/**
 * Return the values that every part of such a page gets: state, hand, spelling, open sheet.
 *
 * @param {object} options The state document, each letter's pieces, and the game's part as `{board: ...}`.
 */
export function useGiven({ state: newest, letters, game }) {
  const own = game.board ?? {};
  const reveal = useReveal(newest, { holds: !own.Table && !own.Middle, scene: own.scene, coins: own.coins });
  const { state } = reveal;
  const [opened, openHere] = useState("");
  const [shown, setShown] = useState([]); // at a kiosk: demonstrated pieces
  const [why, setWhy] = useState("");
  const [wanted, want] = useState(null); // the chosen players and game while house rules are open
  const [by, choose] = useState(0);
  const [help, setHelp] = useHelp();
  const [teaches, taught] = useLesson(state, game);
  const hand = useHand(state, setWhy);
  const turn = state.view?.turn ?? 0;
  useEffect(() => setWhy(""), [state.line, state.note, state.moments.at(-1)?.n]); // the board's new message replaces this page's
  useEffect(() => () => want(null), [state.phase]); // the game has begun
  useEffect(() => choose(turn), [turn, state.view?.round]);
  const speakers = (game.board?.speakers?.(state) ?? []).filter((seat) => !state.players.some((one) => one.seat === seat && one.bot));
  const seat = speakers.includes(by) ? by : speakers.length > 1 ? undefined : speakers[0]; // if it is unclear who guesses, the player chooses
  const spelling = useSpelling(state, async (word) => {
    if (seat === undefined) return setWhy(say("web-guess-who"));
    const answer = await act("/api/do", { do: "guess", by: seat, word });
    return answer.ok || setWhy(answer.text ?? answer.error);
  }, (letter, zone) => (help ? unlike(letter, state.zones[zone - 1], letters[letter]) : ""));
  useKeys(spelling, hand, state);
  const beat = useBeat(state);
  useEffect(() => void (reveal.run && own.collect?.(reveal.run)), [reveal.run]);
  useEffect(() => hear(state, state.place === "home"), [state.n, state.moments.at(-1)?.n, reveal.step]);
  const [seen, see] = useState(0); // the number of rounds whose end was confirmed
  const [lid, setLid] = useState({}); // the seat that was chosen for the lid, and whether it only looks
  const ended = !reveal.holds && ends(state, seen);
  // At a kiosk players choose no game: after the tutorial comes one game, then another visitor.
  const setOpen = (what) => (state.kiosk && what === "who" ? act("/api/kiosk", { does: state.tutorial ? "game" : "over" }) : openHere(what));
  const close = () => setOpen("");
  const asks = opened === "who" || (state.phase === "choosing" && state.place !== "class" && !opened);
  return { shown, setShown, state, hand, setWhy, setOpen, close, letters, game, open: setOpen, opened, asks, wanted, want, spelling, help, setHelp, teaches, taught, by: seat, choose, why,
    beat, ended, hot: reveal.step ? undefined : hotTurn(state, ended, lid), setLid: (who) => setLid({ who, looks: !state.hot?.needs.some(({ seat }) => seat === who) }), reveal, next: () => see(state.view.results.length) };
}

/** True while the last round still shows its word, and it was not confirmed. */
const ends = ({ view, zones, tutorial }, seen) => Boolean(view) && !tutorial && !view.over
  && view.results?.length > seen && zones.some((face) => face.letter);

/** Leave the tutorial. */
export const skip = ({ kiosk }) => (kiosk ? act("/api/kiosk", { does: "game" }) : act("/api/tutorial", { wanted: false }));

/** Return the classes of the page. Selectors that search the page for them would cost time at each tap. */
export const boardly = ({ state: { view }, ended, reveal }) => `board ${view?.bonus_mode && !ended ? "bonus" : ""} ${view?.over ? "over" : ended ? "between" : ""} ${reveal.step && `revealing at-${reveal.step}`}`;

/** The question who plays, shown alone until a game begins. */
export const Asked = (given) => html`<${given.state.kiosk ? KIOSK.who : Who} ...${given} more=${(what) => { given.want(what); given.setOpen("begin"); }} />
  <${AtKiosk} ...${given} />`;

/** The questions and messages of a kiosk; nothing elsewhere. */
export const AtKiosk = (given) => given.state.kiosk && html`<${KIOSK.all} ...${given} />`;

/** The open sheet in front of the board, if any. */
export function Sheet(given) {
  const { opened, game, state, teaches, taught } = given;
  if (teaches) return html`<${game.board.sheets.lesson} ...${given} close=${taught} />`;
  const One = state.kiosk ? opened === "menu" && KIOSK.menu : SHEETS[opened] ?? game.board?.sheets?.[opened];
  return html`<${Speech} state=${state} game=${game} />${One && html`<${One} key=${opened} ...${given} />`}`;
}

/** The lid over a private view, or the open view; nothing if no player needs it. */
export const Hot = (given) => given.hot && html`<${HotSeat} ...${given} />`;

/** Return whose lid is shown and why; undefined if no player needs it. */
function hotTurn({ hot, paused }, ended, { who, looks }) {
  if (!hot || paused || ended) return undefined;
  const again = looks && hot.looks.includes(who) ? { seat: who, why: "" } : undefined;
  return hot.needs.find(({ seat }) => seat === who) ?? again ?? hot.needs[0];
}

/** A button to look at one's secret again, while no other private turn is waiting. */
function LookAgain({ state: { hot, players, paused }, hot: now, ended, setLid }) {
  if (!hot?.looks.length || now || paused || ended) return null;
  const { seat, name, animal } = players.find((one) => one.seat === hot.looks[0]);
  return html`<button type="button" class="menu look-again" aria-label=${say("web-hot-look", { name })} onClick=${() => setLid(seat)}><${Animal} name=${animal || "board"} /></button>`;
}

/** The button of the menu, and the one to look again; a warning sign if a fault is simulated. */
export const MenuButton = ({ setOpen, ...given }) => html`<${LookAgain} ...${given} />
  <button type="button" class="menu" aria-label=${say("web-board-menu")} onClick=${() => setOpen("menu")}>${troubled(given.state.board.troubles) ? "⚠" : "☰"}</button>`;

/** The house rules of this game. */
function HouseRules({ state, close }) {
  return html`<${Dialog} title=${say("web-rules-title")} closeWord=${say("web-close")} close=${close}>
    <${Rules} rules=${state.rules} titled=${false} /></${Dialog}>`;
}

/** Sheets are fetched when they are opened first. */
const SHEETS = { menu: lazy(() => import("./menu.js"), "Menu"), door: lazy(() => import("./door.js"), "Door"), begin: lazy(() => import("./begin.js"), "Begin"), rules: HouseRules };

const HotSeat = lazy(async () => (await Promise.all([import("./hotseat.js"), style("../pages/board/hotseat.css")]))[0], "HotSeat");

const kiosk = () => import("./kiosk.js");
const KIOSK = { all: lazy(kiosk, "Kiosk"), who: lazy(kiosk, "KioskWho"), menu: lazy(kiosk, "KioskMenu") };

/** True if a fault is simulated. */
const troubled = (troubles) => Object.values(troubles).some((one) => one === true || one.length > 0);

/** Open the board from another machine by the key in the address, and remove the key from it. */
async function unlock() {
  const key = location.hash.slice(1);
  if (!key) return;
  history.replaceState(null, "", location.pathname + location.search);
  await act("/api/board/open", { key });
}

/**
 * Use one language for page and board, because hidden words are in the board's language.
 *
 * In a tutorial that is untouched, the board takes the page's language; otherwise the page takes
 * the board's. The page stays loaded: it fetches other texts, and a new document.
 */
async function speak({ language: theirs, tutorial, view, kiosk }, name, language) {
  const { documentElement: page } = document;
  const untouched = tutorial && !kiosk && !language && !view.placed.concat(view.covered).flat().some(Boolean);
  if (untouched) return act("/api/settings", { language: page.lang });
  await loadWords(theirs);
  page.lang = theirs;
  document.title = `${say(`web-title-${name}`)} · Letterzone`;
  return redial();
}

/** Delete what this browser stores about the players. */
function forget() {
  localStorage.clear();
  sessionStorage.clear();
}

/** Reload the page as for a first visit, so that a kiosk's visitor leaves nothing behind. */
function anew(path, { language }) {
  forget();
  location.replace(`${path}?lang=${language}`);
}

/**
 * Show a page for players at the board, and redraw it at each change.
 *
 * @param {string} name The name of the page, and of the part of a game that it draws.
 * @param {string} path Its address.
 * @param {function} Page Draws it, given the state, the letters, and the game's part as `{board: ...}`.
 */
export async function show(name, path, Page) {
  const page = document.getElementById("page");
  const words = loadWords();
  await unlock();
  let language = "", visit = 0;
  connect("board", gamed(name, (newest, letters, game, again) => {
    const state = newest.denied ? newest : game[name]?.held?.(newest, again) ?? newest;
    if (state.denied) {
      render(html`<div class="denied paper"><h1>${say(`web-title-${name}`)}</h1><p>${state.denied}</p>
        <p><a class="button" href="/wall">${say("web-title-wall")}</a></p></div>`, page);
      return;
    }
    if (state.kiosk && visit && state.kiosk.visit !== visit) return anew(path, state);
    if (state.kiosk && !visit && !state.kiosk.here) forget(); // left over from a visit that a power cut ended
    visit = state.kiosk?.visit ?? 0;
    if (state.language !== document.documentElement.lang) {
      if (language !== state.language) speak(state, name, language);
      language = state.language;
      return; // the next document is in the language of the page
    }
    language = state.language;
    render(html`<${Page} state=${state} letters=${letters} game=${{ board: game[name] }} />`, page);
    setTimeout(remember, 0, state); // after what is visible
  }, words));
}
