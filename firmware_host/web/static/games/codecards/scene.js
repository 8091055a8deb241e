/**
 * Scenes of Code cards: the answers column by column, and the codes card by card.
 *
 * A page draws the document that `held` returns. During a scene it has only what was shown so far,
 * and no player is asked for anything. A touch or a key ends the scene.
 */
import { CLICK_MS, afterTouch } from "../../parts/presses.js";
import { COLUMNS } from "./table.js";

/** The time for a column's question, and for its answer, in milliseconds. */
const ASKS_MS = 700, ANSWER_MS = 1200;

/**
 * The silence before the first card, the steps of a card (itself, suit, rank, points), and the end,
 * in milliseconds.
 */
const SILENCE_MS = 500, STEPS_MS = [320, 140, 140, 120], LAST_MS = 180;

/** The press that caused the scene must not end it. */
const GUARD_MS = 250;

/**
 * The document before a scene, the newest document, the running scene, and the piles of both
 * players at the start of their turns.
 */
let last = null, newest = null, scene = null;
const began = [null, null];

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Return the document to draw now.
 *
 * @param {object} state The newest document.
 * @param {function} redraw Called when there is more to show.
 */
export function held(state, redraw) {
  const { view } = state;
  if (scene && !scene.fits(state)) stop();
  newest = state;
  if (!scene && view && last?.view) begin(state, redraw);
  if (scene) return scene.drawn(state);
  for (const seat of [0, 1]) if (view?.turn !== seat) began[seat] = view?.heights[seat];
  last = state;
  return state;
}

function begin(state, redraw) {
  const was = last.view, { view } = state;
  if (view.over && !was.over && !calm() && view.named.every((cards) => cards.length === COLUMNS.length)) play(finale(last, state), redraw);
  else if (view.fresh !== null && view.fresh === was.turn && was.broken_by === null) {
    const { fresh, heights } = view, before = began[fresh];
    const asks = COLUMNS.filter((one) => heights[fresh][one - 1] > (before?.[one - 1] ?? 0));
    if (asks.length) play(answers(fresh, asks), redraw);
  }
}

/** Play the frames of a scene; a touch or a key ends it. */
function play(what, redraw) {
  let timer = 0;
  const end = () => redraw(stop());
  const step = (at) => {
    if (at === what.frames.length) return end();
    what.frame = what.frames[at];
    timer = setTimeout(step, what.frame.ms, at + 1);
    return at && redraw();
  };
  const over = new AbortController(), { signal } = over;
  const guards = () => performance.now() - since < GUARD_MS;
  const key = (event) => {
    if (!["Enter", " ", "Escape"].includes(event.key) || event.repeat || guards()) return;
    if (event.key === "Escape" || !event.target.matches?.("button")) event.preventDefault();
    setTimeout(() => signal.aborted || end(), CLICK_MS); // a focused button is pressed as well
  };
  const since = performance.now();
  scene = { fits: what.fits, drawn: (state) => what.drawn(state, what.frame) };
  afterTouch(() => guards() || end(), signal);
  addEventListener("keydown", key, { capture: true, signal });
  scene.stop = () => over.abort(clearTimeout(timer));
  step(0);
}

function stop() {
  scene.stop();
  scene = null;
  last = newest;
}

/** Return a document in which no player is asked for anything. */
const quiet = (state, view, more) => ({ ...state, ...more, hot: state.hot && { ...state.hot, needs: [] }, you: state.you && { ...state.you, may: [] }, view: { ...state.view, may: [], ...view } });

// --- hits, column by column -----------------------------------------------------------

function answers(seat, asks) {
  const frames = asks.flatMap((column, at) => [{ ms: calm() ? 0 : ASKS_MS, column, asks: asks.slice(at), asking: true }, { ms: ANSWER_MS, column, asks: asks.slice(at + 1), asking: false }]);
  return { frames, fits: ({ view }) => view?.fresh === seat && !view.over,
    drawn: (state, { column, asks: left, asking }) => quiet(state, { turn: seat, column: COLUMNS.length + 1, broken_by: null, asks: left, asking },
      { answering: { seat, column, what: asking ? "asks" : state.view.pennies[seat][column - 1] ? "hit" : "miss" } }) };
}

// --- the codes, card by card ----------------------------------------------------------

function finale(was, { view }) {
  const cards = 2 * COLUMNS.length, shows = (shown, step, ms) => ({ ms, shown, step });
  const frames = [shows(0, 0, SILENCE_MS), ...Array.from({ length: cards }, (_, shown) => STEPS_MS.map((ms, at) => shows(shown, at + 1, ms))).flat(), shows(cards, 0, LAST_MS)];
  return { frames, fits: (state) => Boolean(state.view?.over), drawn: (state, { shown, step }) => quiet(was, { turn: null }, { moments: state.moments, final: { view: { ...view, broken_by: was.view.broken_by }, shown, step } }) };
}
