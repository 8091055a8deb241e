/** WQRDLES on a phone: a word to hide, a word to ask with, an attempt at somebody's word, and one's notes. */
import { Says } from "../../pages/seat/head.js";
import { Predict, Predicted } from "../../pages/seat/predict.js";
import { Animal } from "../../parts/animals.js";
import { Dialog } from "../../parts/dialog.js";
import { useHeld } from "../../parts/held.js";
import { html } from "../../vendor/preact.js";
import { guessed, say } from "../../parts/words.js";
import { Last, Told, foundWord, nameOf } from "./grid.js";
import { Notes, useFresh } from "./notes.js";
import { About, Pad, useLooked } from "./pad.js";

/** What this player is asked to do; null where it is others' turn. */
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

/** Which round and row it is. */
const Head = ({ state: { view } }) => !view.over && html`<span>${say("web-wqrdles-round", { n: view.round })}${view.rows.length > 0 && ` · ${say("web-wqrdles-row", { n: view.rows.length })}`}</span>`;

/** What a hit in the row that is tried brings: by the time it is told, the round may be over. */
let worth = 0;

/** The whole page of a round: the others' words, then what is to be done; while others act, one's notes. */
function Play(given) {
  const { state, you, task } = given, { view } = state;
  const { seat } = useLooked(state, you.seat);
  useFresh(view);
  worth = view.value || worth;
  const hides = view.phase === "secrets", acts = ["secret", "query", "decode", "guess"].some((verb) => you.may.includes(verb));
  const spells = acts && (view.phase === "attempts" || (view.phase === "query" && !view.cards[you.seat]?.length));
  const keys = html`<${Looks} ...${given} notes=${acts && !hides} />`;
  return html`<div class=${`play wq ${view.phase}`}>
    <div class="above"><${Told} state=${state} /><${Says} state=${state} task=${task} small />${!hides && (!acts || view.race || view.rows.length > 0) && html`<${Now} state=${state} you=${you} />`}${hides && html`<${Last} state=${state} />`}${!hides && html`<${acts ? Predicted : Predict} ...${given} small />`}${you.secret?.tried && html`<p class="facts" role="status">${say("web-wqrdles-tried", { name: nameOf(state.players, you.secret.tried[0]) })}</p>`}</div>
    <div class="below">${(hides || (acts && !spells)) && html`<div class="looks">${keys}</div>`}
      ${acts ? html`<${Pad} key=${`${view.phase} ${view.round} ${view.rows.length}`} ...${given} extra=${keys} />` : !hides && seat !== undefined && html`<${Notes} state=${state} seat=${seat} extra=${keys} />`}</div></div>`;
}

/** One's own word, while the button is held; and the notes, where keys are in their place. */
function Looks({ you, open, notes }) {
  const [held, holding] = useHeld();
  return html`${notes && html`<button type="button" class="key look" onClick=${() => open("notes")}>${say("web-wqrdles-notes")}</button>`}
    ${you.secret?.word && html`<button type="button" class="key look wq-own" ...${holding}>${say("web-wqrdles-own")}
      <span class="bubble" aria-live="polite">${held && you.secret.word}</span></button>`}`;
}

/** The notes in front of the page. */
function NotesSheet({ state, you, open }) {
  const { seat } = useLooked(state, you.seat);
  return html`<${Dialog} title=${say("web-wqrdles-notes-on", { name: nameOf(state.players, seat) })} closeWord=${say("web-close")} close=${() => open("")}>
    <${Notes} state=${state} seat=${seat} /></${Dialog}>`;
}

/** One of the others' words with its marks; their names choose which. */
function Now({ state, you }) {
  const { view, players } = state;
  const { others, seat } = useLooked(state, you.seat);
  if (view.over) return html`<${Last} state=${state} />`;
  return html`<div class="wq-others linen raised">
    <${About} ...${{ state, others, seat }} />
    ${view.rows.length > 0 && html`<p class="wq-legend wq-signs">${say("web-wqrdles-signs")}</p>`}
    ${view.opened.length > 0 && html`<p class="facts">${view.opened.map(([by, of, word, earned]) => html`
      <span key=${by}>${nameOf(players, by)} → ${nameOf(players, of)} <b>${guessed(state, word)}</b> ${earned ? `+${earned}` : "✗"}</span>`)}</p>`}</div>`;
}

/** The points so far, those of this round with them. */
function points({ view, players, you }) {
  const me = players.find((one) => one.seat === you.seat);
  return view && me && me.points !== null ? me.points + (view.points?.[you.seat] ?? 0) : null;
}

/** Return whose word somebody has found: of the row that was opened, or of the round that this has ended. */
function ownerOf({ opened, results }, { seat: by, word }) {
  const row = opened.find(([who]) => who === by);
  return row ? row[1] : (results.at(-1)?.words ?? []).findIndex((one, seat) => one === word && seat !== by);
}

/** A right attempt says what it has earned; whose word it was learns that after what is of the own attempt. */
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
