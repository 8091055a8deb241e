/** A phone in a round of WQRDLES, after the words were hidden: racks, keys, a card, notes. */
import { Says } from "../../pages/seat/head.js";
import { Predict, Predicted } from "../../pages/seat/predict.js";
import { Dialog } from "../../parts/dialog.js";
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Card, Keys, useTyping } from "./desk.js";
import { Told, foundWord, nameOf } from "./grid.js";
import { Looks } from "./hide.js";
import { onKey } from "./known.js";
import { Notes, useNotes } from "./notes.js";
import { Private } from "./private.js";
import { FIRST_MS, FLIP_MS, Rack, Tab } from "./rack.js";

/** The owner of the selected word. */
let looked = null;

/** Return the other seats, and the owner of the selected word; by default the first hidden one. */
function lookedAt({ view, you }) {
  const others = view.seats.filter((seat) => seat !== you.seat).sort((a, b) => a - b);
  return { others, seat: others.includes(looked) ? looked : others.find((seat) => !foundWord(view, seat)) ?? others[0] };
}

/** Return true while the newest row turns over: a row that arrived while the page was open. */
function useFlips({ rows, length, round }) {
  const was = useRef({ round, count: rows.length });
  const [until, turn] = useState("");
  const now = `${round} ${rows.length}`;
  const fresh = was.current.round === round && rows.length === was.current.count + 1;
  useEffect(() => {
    was.current = { round, count: rows.length };
    if (!fresh || calm()) return undefined;
    turn(now);
    const timer = setTimeout(turn, FIRST_MS + FLIP_MS * length, "");
    return () => clearTimeout(timer);
  }, [now]);
  return (fresh && !calm()) || until === now;
}

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The others' words, then the task; while others act, the notes. */
export function Round(given) {
  const { state, you, task, send } = given, { view } = state;
  const [, draw] = useState(0);
  const { others, seat } = lookedAt(state);
  const look = (one) => { looked = one; draw((n) => n + 1); };
  const [notesOf] = useNotes(view);
  const flips = useFlips(view), before = flips ? { ...view, rows: view.rows.slice(0, -1) } : view;
  const typing = useTyping(state, (line) => send("/api/do", line));
  const may = (verb) => you.may.includes(verb), asks = may("query"), tries = view.race && may("guess");
  const alone = may("decode") || (may("guess") && !view.race), card = asks && view.cards[you.seat]?.length > 0;
  const noted = (_, of) => onKey(notesOf(of, before));
  const typed = (asks && { word: typing.word, on: "row" }) || (tries && { word: typing.word, on: "secret" }) || undefined;
  return html`<div class=${`play wq ${view.phase}`}>
    <div class="above"><${Told} state=${state} /><${Says} state=${state} task=${task} small />${!alone && html`<div class="wq-about">${others.length > 1 && html`<div class="wq-tabs" role="group" aria-label=${say("web-wqrdles-whose")}>${others.map((one) => html`<${Tab} key=${one} ...${{ state, seat: one }} pressed=${one === seat} press=${() => look(one)} />`)}</div>`}
      ${seat !== undefined && html`<${Rack} state=${state} owner=${seat} typed=${typed} flips=${flips} />`}</div>`}
      <${asks || alone || tries ? Predicted : Predict} ...${given} small />${you.secret?.tried && html`<p class="facts" role="status">${say("web-wqrdles-tried", { name: nameOf(state.players, you.secret.tried[0]) })}</p>`}</div>
    <div class="below"><div class="looks"><${Looks} ...${given} notes=${asks || alone || tries} /></div>
      ${alone ? html`<${Private} key=${`${view.phase} ${view.round} ${view.rows.length}`} state=${state} act=${(line) => send("/api/do", line)} noted=${noted} flips=${flips} dots />`
    : card ? html`<${Card} state=${state} seat=${you.seat} typing=${typing} />`
      : asks || tries ? html`<${Keys} state=${state} typing=${typing} of=${view.race ? seat : undefined} noted=${noted} />`
        : seat !== undefined && html`<${Notes} state=${state} seat=${seat} />`}</div></div>`;
}

/** The notes in front of the page. */
export function NotesSheet({ state, open }) {
  const { seat } = lookedAt(state);
  return html`<${Dialog} title=${say("web-wqrdles-notes-on", { name: nameOf(state.players, seat) })} closeWord=${say("web-close")} close=${() => open("")}>
    <${Notes} state=${state} seat=${seat} /></${Dialog}>`;
}
