/** WQRDLES on a phone: hiding a word, queries, attempts, and notes. */
import { Says } from "../../pages/seat/head.js";
import { Animal } from "../../parts/animals.js";
import { lazy } from "../../parts/lazy.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Last, Told, nameOf } from "./grid.js";
import { Hide, Looks, useFresh } from "./hide.js";

/** Return this player's task, or null on others' turns. */
function yours({ view, you }) {
  if (!view || view.over || !view.awaited.includes(you.seat)) return null;
  const asked = {
    secrets: "web-wqrdles-you-secret",
    query: view.cards[you.seat]?.length ? "web-wqrdles-you-pick" : "web-wqrdles-you-query",
    decode: "web-wqrdles-you-decode",
    attempts: "web-wqrdles-you-guess",
  }[view.phase];
  return asked ? say(asked, { word: view.query, n: view.value }) : null;
}

/** The numbers of the round and the row. */
const Head = ({ state: { view } }) => !view.over && html`<span>${say("web-wqrdles-round", { n: view.round })}${view.rows.length > 0 && ` · ${say("web-wqrdles-row", { n: view.rows.length })}`}</span>`;

/** The points of a hit in the present row, kept because the round may be over when it is announced. */
let worth = 0;

/** The page of a round. */
function Play(given) {
  const { state, you, task, send } = given;
  worth = state.view.value || worth;
  useFresh(state.view);
  if (!you.may.includes("secret")) return html`<${Round} ...${given} />`;
  return html`<div class="play wq secrets"><div class="above"><${Told} state=${state} /><${Says} state=${state} task=${task} small /><${Last} state=${state} /></div>
    <div class="below"><div class="looks"><${Looks} ...${given} /></div><${Hide} state=${state} act=${(line) => send("/api/do", line)} dots /></div></div>`;
}

/** The parts of a round after hiding a word. */
const Round = lazy(() => import("./round.js"), "Round");
const NotesSheet = lazy(() => import("./round.js"), "NotesSheet");

/** The words of the last round, after the game. */
const Now = ({ state }) => html`<${Last} state=${state} />`;

/** Return the points so far, including those of this round. */
function points({ view, players, you }) {
  const me = players.find((one) => one.seat === you.seat);
  return view && me && me.points !== null ? me.points + (view.points?.[you.seat] ?? 0) : null;
}

/** Return the owner of a word that was found: in the opened row, or in the round that just ended. */
function ownerOf({ opened, results }, { seat: by, word }) {
  const row = opened.find(([who]) => who === by);
  return row ? row[1] : (results.at(-1)?.words ?? []).findIndex((one, seat) => one === word && seat !== by);
}

/** Return the effect of a right attempt: own points, or that the own word was found. */
function beat(one, { view, you }) {
  if (one.what !== "right") return one;
  if (one.seat === you.seat) return { ...one, own: true, what: "correct" };
  return ownerOf(view, one) === you.seat ? { ...one, own: true, what: "turn" } : one;
}

function Beat({ beat: one, state: { view, players }, me }) {
  const by = players.find((player) => player.seat === one.seat);
  if (one.what === "turn") return html`<${Animal} name=${by?.animal || "board"} /><p class="large">${say("web-wqrdles-beat-mine", { name: by?.name ?? "" })}</p>`;
  const earned = view.opened.find(([who]) => who === one.seat)?.[3] ?? worth;
  return html`<${Animal} name=${me.animal || "board"} /><p class="large">${say("web-wqrdles-beat", { name: nameOf(players, ownerOf(view, one)), word: one.word })}</p>
    ${earned > 0 && html`<p class="plus">+${earned}</p>`}`;
}

export const seat = { points, Play, Head, Now, Beat, beat, yours, sheets: { notes: NotesSheet } };
