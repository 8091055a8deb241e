/** WQRDLES at the virtual board: one screen for all, handed round. */
import { Dialog } from "../../parts/dialog.js";
import { act } from "../../parts/live.js";
import { html, useState } from "../../vendor/preact.js";
import { guessed, say } from "../../parts/words.js";
import { nameOf, Told } from "./grid.js";
import { About, Pad, look, useLooked } from "./pad.js";

/** What whoever is waited for does, by phase. */
const VERBS = { secrets: ["secret"], query: ["query"], decode: ["decode"], attempts: ["guess"] };

/** The one for whom the screen is handed round now. */
let turn = -1;

/** What whoever is waited for is asked to do, by phase. */
const ASKED = {
  secrets: "web-wqrdles-hands-secret", query: "web-wqrdles-hands-query",
  decode: "web-wqrdles-hands-decode", attempts: "web-wqrdles-hands-guess",
};

/** A button for everybody whom the board waits for; a bot needs none. */
function Doings({ state: { view, players }, open }) {
  if (!view || view.over) return null;
  const hands = (seat) => () => {
    turn = seat;
    look(null); // whoever had the screen before has chosen for nobody else
    open("hands");
  };
  const people = view.awaited.map((seat) => players.find((one) => one.seat === seat)).filter((one) => !one.bot);
  return html`<${Told} state=${{ view, players }} />${people.map(({ seat, name }) => html`
    <button type="button" class="main" key=${seat} onClick=${hands(seat)}>${say(ASKED[view.phase], { name })}</button>`)}`;
}

/** What one player does at the shared screen; nobody else looks. */
function Hands({ state, open }) {
  const { view, players } = state;
  const [why, setWhy] = useState("");
  const seat = turn, swaps = view?.hands.length > 0 && !view.swapped ? ["swap"] : [];
  if (!view || !view.awaited.includes(seat)) return null;
  const send = async (path, body) => {
    const answer = await act(path, { ...body, by: seat });
    setWhy(answer.ok ? "" : answer.text ?? answer.error);
    if (answer.ok && body.do !== "swap") open("");
    return answer;
  };
  const you = { seat, may: [...VERBS[view.phase] ?? [], ...view.phase === "query" ? swaps : []], secret: null };
  const asksOrTries = ["query", "attempts"].includes(view.phase);
  return html`<${Dialog} title=${nameOf(players, seat)} closeWord=${say("web-close")} close=${() => open("")}>
    <p class="why" role="alert">${why}</p>
    <div class="wq-hands">${asksOrTries && view.rows.length > 0 && html`<${Others} state=${state} own=${seat} />`}<${Pad} state=${state} you=${you} send=${send} /></div>
  </${Dialog}>`;
}

/** What is known of the others' words, and whose is tried. */
const Others = ({ state, own }) => html`<div class="wq-others"><${About} state=${state} ...${useLooked(state, own)} /></div>`;

/** Which attempts were opened last, and what they earned; else what the row in the zones says beside its marks. */
function news(state) {
  const { view, players, note } = state;
  if (!view?.opened.length || view.over) return note;
  return view.opened.map(([by, of, word, earned]) => `${nameOf(players, by)} → ${nameOf(players, of)}: ${guessed(state, word)} ${earned ? `+${earned}` : say("told-wrong")}`).join(", ");
}

const where = ({ view }) => (view && !view.over ? say("web-round-n", { n: view.results.length + 1 }) : "");

export const board = { Doings, news, where, sheets: { hands: Hands } };
