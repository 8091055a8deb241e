/** WQRDLES on the wall: every hidden word with its marks, and the awaited players. */
import { html } from "../../vendor/preact.js";
import { fit, say } from "../../parts/words.js";
import { Hidden, Legend, Opened, nameOf } from "./grid.js";

/** The phases in which several players act at once. */
const TOGETHER = ["secrets", "decode", "attempts"];

/** Notes about zones and buttons, which the wall does not have. */
const OF_THE_BOARD = /^(wqrdles-(row|found|opened)|attempt-.*|secret-.*)$/;

/** A column for each hidden word, and the query card of the player on turn. */
function Middle({ state }) {
  const { view } = state;
  if (!view) return null;
  const picks = !view.over && view.phase === "query" && view.cards[view.turn]?.length > 0;
  const seats = [...view.seats].sort((a, b) => a - b);
  return html`<div class="wq-whole"><div class=${`wq-wall of-${seats.length} ${picks ? "picks" : ""}`}>
    ${seats.map((seat) => html`<${Hidden} key=${seat} state=${state} seat=${seat} digits="short" />`)}
    ${picks && html`<${CardOf} state=${state} />`}
  </div><${Legend} view=${view} /></div>`;
}

/** The query card of the player on turn. */
function CardOf({ state: { view, players } }) {
  const number = view.hands.find(([seat]) => seat === view.turn)?.[1];
  return html`<section class="wq-card"><h2>${say("web-wqrdles-card", { name: nameOf(players, view.turn), n: number })}</h2>
    <ul>${view.cards[view.turn].map((word) => html`<li key=${word}>${word}</li>`)}</ul></section>`;
}

/** Return the numbers of round and row, the value, and the query. */
function progress({ view }) {
  if (view.over) return [];
  const row = view.rows.length;
  return [
    say("web-wqrdles-round", { n: view.round }),
    ...(row ? [say("web-wqrdles-row", { n: row })] : []),
    ...(view.value ? [say("web-wqrdles-value", { n: view.value })] : []),
    ...(view.query ? [view.query] : []),
  ];
}

/** The points of the round so far, and whether the player is awaited. */
function Player({ one, state: { view } }) {
  if (!view || view.over) return null;
  const points = view.points[one.seat] ?? 0;
  const waits = view.awaited.includes(one.seat);
  const shown = !view.race && TOGETHER.includes(view.phase) && view.seats.includes(one.seat);
  return html`${points > 0 && html`<b>+${points}</b> `}
    ${view.slipped.includes(one.seat) && html`<i aria-hidden="true">✗</i><span class="words">${say("web-wqrdles-slipped")}</span>`}
    ${shown && html`<i aria-hidden="true">${waits ? "…" : "✓"}</i><span class="unseen">${say(waits ? "web-wqrdles-waits" : "web-wqrdles-done")}</span>`}`;
}

/** The opened attempts; else the board's note. */
function Said({ state }) {
  const { view, players } = state;
  const note = OF_THE_BOARD.test(state.note_code) ? "" : state.note;
  if (!view.opened.length || view.over) return html`<p class="said">${note}</p>`;
  const long = view.opened.map(([by, of, word]) => `${nameOf(players, by)} - ${nameOf(players, of)} ${word} +6`).join("    ");
  return html`<ul class="said guesses" style=${fit(long)}><${Opened} state=${state} /></ul>`;
}

/** The house rules are shown while words are being hidden. */
const sheet = ({ view }) => view.phase === "secrets";

export const wall = { Middle, Player, Said, progress, sheet };
