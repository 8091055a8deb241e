/** KEYWORD at the virtual board: the blue cards on its pads; the hands are on the phones, or real. */
import { ownButtons } from "../../pages/board/buttons.js";
import { Card } from "../../parts/cards.js";
import { Dialog } from "../../parts/dialog.js";
import { act } from "../../parts/live.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Opened, Player } from "./parts.js";

const Lies = ({ face }) => (face.card ? html`<${Card} text=${face.card.text} tone="blue" />` : null);

/** What was shown last; else, before a round, where the hands are. */
function Tray({ state: { view, players, phase }, open }) {
  if (view?.real && phase === "playing") {
    return html`<div class="tray kw-tray kw-takes"><button type="button" class="heap kw-take" onClick=${() => open("letters")}>
      <${Card} back /><span>${say("web-keyword-tray")}</span></button></div>`;
  }
  if (view?.opened.length) return html`<div class="tray kw-tray" tabindex="0"><${Opened} view=${view} players=${players} /></div>`;
  return html`<div class="tray kw-tray">${(!view || view.waiting) && html`<p class="small">${say("web-keyword-phones")}</p>`}</div>`;
}

function Supply({ state: { view } }) {
  if (!view) return html`<p class="supply"></p>`;
  return html`<p class="supply">${say("keyword-note-word", { word: view.keyword })} · ${say("web-keyword-orange", { n: view.orange_left })} · ${say("web-keyword-blue", { n: view.blue_left })}</p>`;
}

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ?"];

/** Which card of its letter was taken last: a deck has each only once. */
const taken = new Map();

/** More cards of a letter than any deck has. */
const MOST = 24;

/** Take the next card of a letter, and hold it to a pad; one that is gone is no card to take. */
async function take(name, zone) {
  for (let tries = 0; tries < MOST; tries += 1) {
    const number = ((taken.get(name) ?? 0) % MOST) + 1;
    taken.set(name, number);
    const answer = await act("/api/board/touch", { act: "tap", zone, card: `${name}-${number}` });
    if (answer.refused !== "keyword-gone") return answer;
  }
  return {};
}

/** Before a round blue cards for the free zones, from the left; in it orange ones for the rack. */
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

/** What the board's buttons do now: deal; then whoever thinks lays, with tick and cross. */
function buttons({ view, players }) {
  if (!view || view.over) return [];
  const own = (seats, code, more) => ownButtons(players.filter((one) => seats.includes(one.seat)),
    (name) => say(code, { name, word: view.keyword }), more);
  const claims = own(view.claims, "web-keyword-claims");
  if (view.waiting) return [...view.missing ? [] : [{ name: "tick", does: say(view.real ? "web-begin-now" : "web-keyword-deal") }], ...claims];
  const thinks = own(view.thinking.filter((seat) => !view.claims.includes(seat)), "web-keyword-lays", { lid: !view.real });
  const ends = ["cross", "tick"].map((name) => ({ name, does: say(`web-board-${name}`) }));
  return [...thinks, ...claims, ...view.real ? ends : []];
}

/** The blue card that was laid out last, before the first round; "" while none lies, or something else is told. */
function laidOut({ view, note_code: code }) {
  const at = view.real && view.waiting && code === "keyword-note-word" ? view.row.findLastIndex(Boolean) : -1;
  return at < 0 ? "" : say("web-board-answer", { n: at + 1, word: view.row[at] });
}

/** What was laid out, how the last round has ended, or who can claim; in a round what to do is news enough. */
const news = (state) => (state.view && (state.view.waiting || state.view.claims.length) ? laidOut(state) || state.note : "");

/** How many cards lie in a word that is spelled; what follows was heard before the first. */
const SPELLED = /^(\D+[1-9]\d*\.)( .*)$/s;

/** What is to be done. With each card only their number is said anew; all of it stays to be seen. */
function where({ view, status }) {
  if (!view || view.waiting || view.over) return "";
  const [, said, seen] = (view.real && SPELLED.exec(status)) || [null, status];
  return seen ? html`${said}<span aria-hidden="true">${seen}</span>` : said;
}

/** Whether a zone's button adds its open card. */
const press = ({ view }) => Boolean(view?.real && view.thinking.length);

export const board = { Lies, Tray, Supply, Player, buttons, news, where, press, pick: "web-keyword-pick", sheets: { letters: Letters } };
