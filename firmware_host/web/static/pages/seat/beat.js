/** A short picture over the whole page of a phone after an event of its player; it blocks no touch. */
import { Animal } from "../../parts/animals.js";
import { useBeat } from "../../parts/beats.js";
import { Mark, NoToken, Piece } from "../../parts/pieces.js";
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** How long each picture is shown, in milliseconds; the most important one first. */
const LASTS = { found: 1800, knew: 1800, ended: 2000, right: 700, wrong: 1500, bonus: 1800, power: 2500, undone: 1500, no: 1500, yes: 1500, correct: 1500, turn: 1200 };

/** The picture of each kind of moment. */
const MEANS = { "last-token": "wrong", out: "wrong", wrong: "wrong", yes: "yes", no: "no", right: "correct" };

/** Return the moment as this phone shows it, or null; a game may decide it (`beat`). */
function own(moment, state, { hunch, turn, seat: { finds, beat = (same) => same } }) {
  const { you, view } = state;
  if (!view || you.looks_on) return null;
  const one = beat(moment, state);
  if (!one || one.own) return one;
  if (["bonus", "power", "undone"].includes(one.what)) return one;
  if (one.what === "right" && finds) return one;
  if (one.what === "round") {
    if (!finds) return null;
    if (one.seat === you.seat) return { ...one, what: "found" };
    return hunch && view.results?.at(-1)?.word === hunch ? { ...one, what: "knew" } : { ...one, what: "ended" };
  }
  if (one.what === "turn") return !view.over && turn === you.seat && one.seat !== null && one.seat !== you.seat ? one : null;
  return MEANS[one.what] && one.seat === you.seat ? { ...one, what: MEANS[one.what] } : null;
}

/** The picture of each kind. */
const PICTURES = {
  yes: ({ beat }) => html`<p class="huge"><${Mark} name="tick" />${say("web-beat-yes")}</p>${beat.kind && html`<${Piece} kind=${beat.kind} />`}
    ${beat.kind && beat.zone && html`<p>${say("web-beat-yes-own", { n: beat.zone })}</p>`}`,
  no: ({ beat }) => html`<p class="huge"><${Mark} name="cross" />${say("web-beat-no")}</p>${beat.kind && html`<${NoToken} kind=${beat.kind} />`}
    ${beat.kind && beat.zone && html`<p>${say("web-beat-no-own", { n: beat.zone })}</p>`}`,
  wrong: ({ beat, state, me }) => (!beat.word ? html`<p class="huge"><${Mark} name="cross" />${say("web-beat-no")}</p>` : html`
    <${Animal} name=${me.animal || "board"} /><p class="large"><s>${beat.word}</s></p>
    <p>${say("web-beat-not")}${state.view.tokens && html`<br />${say("web-beat-left", { n: state.view.tokens[state.you.seat] ?? 0 })}`}</p>`),
  right: () => html`<p class="huge"><${Mark} name="tick" />${say("web-reveal-yes")}</p><p class="large">${say("web-reveal-right")}</p>`,
  correct: ({ me }) => html`<${Animal} name=${me.animal || "board"} /><p class="large">${say("web-beat-right")}</p>`,
  found: ({ state, me }) => html`<${Animal} name=${me.animal || "board"} /><p class="large">${say("web-beat-found")}</p><${Plus} state=${state} />`,
  knew: ({ state, me }) => html`<${Animal} name=${me.animal || "board"} /><p class="large">${say("web-beat-knew")}</p><p class="word">${state.view.results.at(-1).word}</p>`,
  ended: ({ beat, state }) => {
    const one = state.players.find((player) => player.seat === beat.seat);
    return html`<${Animal} name=${one?.animal || "board"} /><p class="large">${one ? say("web-round-found", { name: one.name }) : say("web-round-lost")}</p>
      <p class="word">${state.view.results?.at(-1)?.word ?? ""}</p>`;
  },
  bonus: () => html`<p class="large">${say("web-beat-bonus")}</p>`,
  power: ({ state }) => html`<p class="large">${say("web-beat-power")}</p><p>${state.line}</p>`,
  undone: ({ state }) => html`<p class="large">${say("web-beat-undone")}</p><p>${state.line}</p>`,
  turn: ({ beat, state }) => {
    const one = state.players.find((player) => player.seat === beat.seat) ?? { name: say("web-the-board"), animal: "board" };
    return html`<${Animal} name=${one.animal || "board"} /><p class="large">${say("web-beat-turn", { name: one.name })}</p>`;
  },
};

/** The points that this player won in the last round. */
function Plus({ state: { view, you } }) {
  const points = view.results.at(-1)?.points?.[you.seat];
  return points ? html`<p class="plus">+${points}</p>` : null;
}

/**
 * The picture after an event. A touch ends it, and also does what it would do without it.
 *
 * @param {object} given
 * @param {object} given.state The state document.
 * @param {object} given.me This phone's player.
 * @param {object} given.game The game's part of the pages; `finds` is true if a round has a word to find.
 */
export function Beat({ state, me, game }) {
  const hunch = useRef("");
  if (state.you.hunch) hunch.current = state.you.hunch;
  const turn = useRef(null);
  const beat = useBeat(state, LASTS, (one) => own(one, state, { hunch: hunch.current, turn: turn.current, seat: game.seat ?? {} }));
  useEffect(() => void (turn.current = state.view?.turn ?? null), [state]); // after the beat has seen who was before
  const [gone, go] = useState(null);
  useEffect(() => {
    const over = new AbortController(), { signal } = over;
    for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => go(beat), { signal });
    return () => over.abort();
  }, [beat]);
  useEffect(() => {
    if (["found", "knew", "ended"].includes(beat?.what)) hunch.current = "";
  }, [beat]);
  if (!beat || gone === beat) return null;
  const Picture = beat.own ? game.seat.Beat : PICTURES[beat.what];
  const other = beat.what === "turn" && state.players.find((one) => one.seat === beat.seat);
  return html`<div class=${`beat ${beat.what} ${other ? `who-${other.animal || "board"}` : ""}`} role="status" key=${beat.n}><${Picture} ...${{ beat, state, me }} /></div>`;
}
