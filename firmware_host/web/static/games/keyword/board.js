/** KEYWORD at the virtual board: the blue cards, a row for each player, and the turning over of words. */
import { ownButtons } from "../../pages/board/buttons.js";
import { Card } from "../../parts/cards.js";
import { Dialog } from "../../parts/dialog.js";
import { lazy } from "../../parts/lazy.js";
import { act } from "../../parts/live.js";
import { html, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { style } from "../load.js";
import { Make } from "./make.js";
import { Cards, Longest, Player, Tile } from "./parts.js";
import { Rows } from "./rows.js";
import { held, sentence } from "./turning.js";

await style("keyword/board.css");

/** The blue card in a zone. */
function Lies({ face, state: { view } }) {
  const card = view ? view.row[face.zone - 1] : face.card?.text;
  return card ? html`<span class="kw-lies"><${Tile} text=${card} blue /></span>` : null;
}

/** A row for each player; a touch finishes the turning at once. */
const Rail = (given) => html`<div class="kw-beside" onClick=${given.state.turning?.waits === false ? given.state.turning.finish : null}><${Rows} ...${given} /><${Claims} ...${given} /></div>`;

const Claims = lazy(() => import("./claim.js"), "Claims");
const Lesson = lazy(() => import("./lesson.js"), "KeywordLesson");

/** The one action now: take a card, turn the words over, or deal. */
function Tray({ state: { view, phase, turning }, open: openSheet, setWhy }) {
  if (turning) {
    return html`<div class="tray kw-next">${turning.waits ? html`<button type="button" class="main" onClick=${turning.turn}>${say("web-keyword-turn")}</button>`
      : html`<button type="button" class="does" onClick=${turning.finish}>${say("web-keyword-skip")}</button>`}</div>`;
  }
  if (view?.real && phase === "playing") {
    return html`<div class="tray kw-tray kw-takes"><button type="button" class="heap kw-take" onClick=${() => openSheet("letters")}>
      <${Card} back /><span>${say("web-keyword-tray")}</span></button></div>`;
  }
  const deal = async () => setWhy((await act("/api/do", { do: "deal" })).text ?? "");
  return view?.waiting ? html`<div class="tray kw-next"><button type="button" class="main" onClick=${deal}>${say(view.results.length ? "web-keyword-deal-next" : "web-keyword-deal")}</button></div>` : html`<div class="tray"></div>`;
}

function Supply({ state: { view } }) {
  if (!view) return html`<p class="supply"></p>`;
  return html`<p class="supply kw-decks"><span><i class="kw-card orange back" aria-hidden="true"></i>${say("web-keyword-orange", { n: view.orange_left })}</span> <span><i class="kw-card blue back" aria-hidden="true"></i>${say("web-keyword-blue", { n: view.blue_left })}</span></p>`;
}

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ?"];

/** The number of the last card taken of each letter, because each exists once. */
const taken = new Map();

/** More cards of a letter than any deck has. */
const MOST = 24;

/** Take the next card of a letter, and tap it on a pad; cards that are gone are skipped. */
async function take(name, zone) {
  for (let tries = 0; tries < MOST; tries += 1) {
    const number = ((taken.get(name) ?? 0) % MOST) + 1;
    taken.set(name, number);
    const answer = await act("/api/board/touch", { act: "tap", zone, card: `${name}-${number}` });
    if (answer.refused !== "keyword-gone") return answer;
  }
  return {};
}

/** The letters to take: before a round blue ones for the free zones, in it orange ones for the rack. */
function Letters({ state: { view }, close, setWhy }) {
  const colour = view.waiting ? "blue" : "orange";
  const zone = view.waiting ? view.row.indexOf("") + 1 : 0;
  const choose = async (letter) => {
    close();
    const answer = await take(`${colour}-${letter === "?" ? "blank" : letter.toLowerCase()}`, zone);
    setWhy(answer.refused === "no-answer" ? answer.text : answer.error ?? "");
  };
  return html`<${Dialog} title=${say("web-keyword-tray")} closeWord=${say("web-close")} close=${close}>
    <div class="kw-letters">${LETTERS.map((letter) => html`<button type="button" key=${letter} class=${`kw-pick ${colour}`}
      disabled=${view.waiting && !zone} onClick=${() => choose(letter)}>${letter}<span class="unseen"> ${say(`web-keyword-is-${colour}`)}</span></button>`)}</div>
  </${Dialog}>`;
}

/** Return the present actions of the board's buttons: deal; or lay, with tick and cross. */
function buttons({ view, players, turning, hot }) {
  if (!view || view.over || turning || (hot && !view.real)) return [];
  const own = (seats, code) => ownButtons(players.filter((one) => seats.includes(one.seat)),
    (name) => say(code, { name, word: view.keyword }));
  const claims = own(view.claims, "web-keyword-claims");
  if (view.waiting) return [...view.missing || !view.real ? [] : [{ name: "tick", does: say("web-begin-now") }], ...claims];
  const thinks = view.real ? own(view.thinking.filter((seat) => !view.claims.includes(seat)), "web-keyword-lays") : [];
  const ends = ["cross", "tick"].map((name) => ({ name, does: say(`web-board-${name}`) }));
  return [...thinks, ...claims, ...view.real ? ends : []];
}

/** Return a sentence about the last blue card laid out before the first round; "" for none. */
function laidOut({ view, note_code: code }) {
  const at = view.real && view.waiting && code === "keyword-note-word" ? view.row.findLastIndex(Boolean) : -1;
  return at < 0 ? "" : say("web-board-answer", { n: at + 1, word: view.row[at] });
}

/** Return the note: the card laid out, the end of the last round, or who can claim; "" during a round. */
const news = (state) => (state.view && !state.turning && (state.view.waiting || state.view.claims.length) ? laidOut(state) || state.note : "");

/** Matches the count of cards in a spelled word, and the rest, which was announced before. */
const SPELLED = /^(\D+[1-9]\d*\.)( .*)$/s;

/** Return the status. After each card only the count is announced again; the rest stays visible. */
function where({ view, status }) {
  if (!view || view.waiting || view.over) return "";
  if (!view.real) return say("web-keyword-round", { n: view.round });
  const [, said, seen] = SPELLED.exec(status) || [null, status];
  return seen ? html`${said}<span aria-hidden="true">${seen}</span>` : said;
}

/** Return the player and the task above the board. */
function headline(state) {
  const { view } = state;
  if (state.turning) return sentence(state);
  return view?.waiting && !view.real && !view.claims.length ? { what: say(view.results.length ? "web-keyword-then" : "web-keyword-first") } : {};
}

/** Return true if a zone's button adds its open card. */
const press = ({ view }) => Boolean(view?.real && view.thinking.length);

const After = lazy(() => import("./after.js"), "After");

/** The hand of a seat at a shared screen; after laying or at the end of time the result. */
function Private({ state, act: send, done }) {
  const { view, you } = state, [laid, lay] = useState(0);
  const sends = async (line) => {
    lay(view.round);
    const answer = await send(line);
    if (!answer.ok) lay(0);
    return answer;
  };
  if (you.may.includes("lay") || laid === view.round) return html`<${Make} key=${view.round} state=${state} act=${sends} done=${done} />`;
  return html`<div class="kw-private"><p>${say("web-keyword-over")}</p>${you.secret?.own && html`<p>${say("web-keyword-you-laid")} <${Cards} ...${you.secret.own} /></p>`}<${Longest} /></div>`;
}

export const board = { held, After, Lies, Rail, Tray, Supply, Player, buttons, news, where, headline, press, private: Private, pick: "web-keyword-pick", sheets: { letters: Letters, lesson: Lesson } };
