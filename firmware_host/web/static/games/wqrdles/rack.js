/** A rack: the rows about one hidden word, each with its coin, below the word's five tiles. */
import { Animal } from "../../parts/animals.js";
import { posesOf } from "../../parts/letters/letters.js";
import { Laid } from "../../parts/pieces.js";
import { Coin } from "../../parts/tokens.js";
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { guessed, say } from "../../parts/words.js";
import { Clue, Drawn, Letter, foundWord, nameOf, rowsAbout } from "./grid.js";
import { kindOf, marked } from "./known.js";

/** The number of rows with a coin of their own; later rows of a race are worth 1. */
export const ROWS = 6;

/** Return the points of a hit in a row, by its index from 0. */
const worth = (at) => Math.max(1, ROWS - at);

/** The time for a tile to turn over, and the pause before the first, in milliseconds. */
export const FLIP_MS = 330, FIRST_MS = 200;

/** The time for a piece of a letter, for its tile, and for "Yes", in milliseconds. */
export const PIECE_MS = 150, TILE_MS = 240, YES_MS = 420;

/** Return the letters of a hidden word with a known place; "" elsewhere. */
export function placesOf(rows, length) {
  return Array.from({ length }, (_, at) => rows.find(({ marks }) => marks[at] === "g")?.word[at] ?? "");
}

/**
 * The rack of one hidden word.
 *
 * @param {object} given
 * @param {object} given.state The document.
 * @param {number} given.owner The owner of the word.
 * @param {number} [given.seeker] The only player who seeks it, in a race.
 * @param {object} [given.typed] The word that is being typed: `{word, on: "row" | "secret"}`.
 * @param {boolean} [given.flips] True while the newest row turns over.
 * @param {object} [given.tried] An attempt shown on the tiles: `{word, hit}`.
 * @param {object} [given.letters] Each letter's pieces, to reveal a hit.
 * @param {string} [given.kind] More classes.
 * @param {object} [given.children] Elements below the rows.
 */
export function Rack({ state, owner, seeker, typed, flips, tried, letters, kind = "", children }) {
  const { view, players, length } = state;
  const all = rowsAbout(view, owner), found = foundWord(view, owner);
  const filled = all.length, asked = !flips && view.phase === "attempts" ? filled - 1 : -1;
  const rows = Array.from({ length: Math.max(ROWS, filled + Number(Boolean(typed?.on === "row"))) }, (_, at) => ({ at, row: all[at] })).slice(-ROWS);
  const one = players.find((sitter) => sitter.seat === (seeker ?? owner)) ?? {};
  const missed = (view.missed ?? []).filter(([of]) => of === owner).map(([, word]) => guessed(state, word));
  const box = useRef(null);
  useEffect(() => tried?.hit && box.current.scrollIntoView({ inline: "center", block: "nearest" }), [tried?.word]);
  return html`<section ref=${box} data-rack=${owner} class=${`wq-rack wood raised who-${players.find((sitter) => sitter.seat === owner)?.animal || "board"} ${found ? "solved" : ""} ${kind}`} aria-label=${say("web-wqrdles-word-of", { name: nameOf(players, owner) })}>
    <header class="wq-plaque"><${Animal} name=${one.animal || "board"} />
      <h2>${seeker !== undefined && html`<small>${say("web-wqrdles-seeks", { name: one.name })}</small>`}<b>${say("web-wqrdles-word-of", { name: nameOf(players, owner) })}</b>
        ${missed.length > 0 && html`<span class="wq-missed">${missed.slice(-MOST_MISSED).map((word) => html`<s key=${word}>${word}</s> `)}<span class="unseen">${say("told-wrong")}</span></span>`}</h2>
      <${Secret} ...${{ state, owner, found, typed, tried, known: placesOf(flips ? all.slice(0, -1) : all, length) }} /></header>
    <div class="wq-inside">
    <ol class=${`wq-rows of-${length}`} style=${{ "--length": length }}>${rows.map(({ at, row }) => html`<${Line} key=${at} ...${{ row, length, value: worth(at), price: at === asked, next: at === filled, later: at > filled,
    flips: flips && at === filled - 1, word: at === filled && typed?.on === "row" ? typed.word : "", cursor: at === filled && typed?.on === "row" }} />`)}</ol>
    ${tried?.hit && html`<${Hit} word=${tried.word} letters=${letters} />`}</div>
    ${children}</section>`;
}

/** A button with a player's animal and name, to select that player's word. */
export const Tab = ({ state: { view, players }, seat, press, pressed }) => html`<button type="button" aria-pressed=${pressed} class=${`who-${players.find((one) => one.seat === seat)?.animal || "board"}`} onClick=${press}>
  <${Animal} name=${players.find((one) => one.seat === seat)?.animal || "board"} /><span>${nameOf(players, seat)}${foundWord(view, seat) && " ★"}</span></button>`;

/** The most wrong attempts that are listed. */
const MOST_MISSED = 3;

/** The tiles of a hidden word: face down, found, or with an attempt on them. */
function Secret({ state: { view, players, length }, owner, found, typed, tried, known }) {
  const animal = players.find((one) => one.seat === owner)?.animal || "board";
  const word = tried ? tried.word : typed?.on === "secret" ? typed.word : "";
  const hidden = Boolean(view.commitments[owner]);
  const cursor = typed?.on === "secret" ? word.length : -1;
  const says = found || (hidden ? say("web-wqrdles-face-down") : say("web-wqrdles-not-hidden"));
  return html`<div class=${`wq-secret ${tried ? (tried.hit ? "hits" : "falls") : ""}`}><span class="unseen">${says}</span>${Array.from({ length }, (_, at) => html`<span class="wq-tile" key=${at} aria-hidden="true" style=${{ "--at": at, "--late": tried?.late?.[at] ?? 0 }}>
    ${found && !tried ? html`<b class="shown">${found[at]}</b>` : html`<i class=${hidden ? "back" : "gap"}>${hidden && (known[at] ? html`<em>${known[at]}</em>` : html`<${Animal} name=${animal} />`)}</i>
      ${word[at] ? html`<b class=${tried ? "tried" : "typed"}>${word[at]}</b>` : cursor === at && html`<b class="cursor"></b>`}`}</span>`)}</div>`;
}

/** A row: its coin, five tiles, the clue. */
function Line({ row, length, value, price, next, later, flips, word, cursor }) {
  const kind = row ? "full" : later ? "later" : "next";
  return html`<li class=${`${kind} ${price ? "price" : ""} ${flips ? "flips" : ""} ${next && cursor ? "open" : ""}`}><span class="wq-coin"><${Coin} value=${value} /></span>
    ${Array.from({ length }, (_, at) => html`<span class="wq-cell" key=${at} style=${{ "--at": at }}>${row ? html`<${Letter} letter=${row.word[at]} sign=${row.marks[at]} />`
    : html`<span class=${`wq-letter ${word[at] ? "typed" : "free"} ${cursor && at === word.length ? "cursor" : ""}`}>${word[at] ?? ""}</span>`}</span>`)}
    <span class="wq-arrow">${row?.clue && html`<${Clue} clue=${row.clue} />`}</span></li>`;
}

/** Return when each tile of a found word turns, after its pieces, and the total time, in milliseconds. */
export function revealed(word, letters) {
  let now = YES_MS;
  const late = [...word].map((letter) => (now += PIECE_MS * (posesOf(letter) ?? []).length + TILE_MS) - TILE_MS);
  return { late, lasts: now + TILE_MS };
}

/** A found word, letter by letter from its pieces. */
function Hit({ word, letters }) {
  const { late } = revealed(word, letters);
  return html`<div class="wq-hit" aria-hidden="true">${[...word].map((letter, at) => {
    const lie = posesOf(letter) ?? [];
    return html`<span class="wq-zone linen" key=${at} style=${{ "--late": `${late[at]}ms` }}><svg viewBox="-5 -6 42 60">${lie.map((pose, nth) => html`
      <g key=${nth} style=${{ "--comes": `${late[at] - PIECE_MS * (lie.length - nth)}ms` }}><${Laid} ...${pose} /></g>`)}</svg></span>`;
  })}</div>`;
}

/** Return the words between which a hidden word lies in the alphabet; "" for none. */
function rangeOf(rows) {
  const said = (sign) => rows.filter(({ clue }) => clue === sign).map(({ word }) => word).sort();
  return { after: said(">").at(-1) ?? "", before: said("<")[0] ?? "" };
}

const ALPHABET = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** The alphabet, with the range of the hidden word. */
export function Strip({ view, owner, short = false }) {
  const rows = rowsAbout(view, owner), { after, before } = rangeOf(rows), notes = marked(view, owner);
  const [from, to] = [after[0] ?? "A", before[0] ?? "Z"];
  const place = (letter) => ({ "--place": ALPHABET.indexOf(letter) });
  if (!after && !before && !short) return html`<p class="wq-strip empty">${say("web-wqrdles-strip")}</p>`;
  return html`<div class=${`wq-strip ${short ? "short" : ""}`}><span class="unseen">${[after && say("web-wqrdles-after-word", { word: after }), before && say("web-wqrdles-before-word", { word: before })].filter(Boolean).join(" ")}</span>
    ${short ? html`<div class="wq-known" aria-hidden="true">${ALPHABET.map((letter) => html`<span key=${letter} class=${kindOf(notes[letter])}>${letter}</span>`)}</div>
      <p class="wq-between" aria-hidden="true">${after && html`${after} <${Drawn} name=">" />`} ${(after || before) && "?"} ${before && html`<${Drawn} name="<" /> ${before}`}</p>`
    : html`${after && html`<b class="after" style=${place(from)} aria-hidden="true">${after} <${Drawn} name=">" /></b>`}${before && html`<b class="before" style=${place(to)} aria-hidden="true"><${Drawn} name="<" /> ${before}</b>`}
      <div class="wq-range" aria-hidden="true">${ALPHABET.map((letter) => html`<span key=${letter} class=${`${letter >= from && letter <= to ? "in" : ""} ${letter === from ? "begins" : ""} ${letter === to ? "ends" : ""}`}>${letter}</span>`)}</div>`}</div>`;
}
