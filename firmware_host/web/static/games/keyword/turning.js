/**
 * The scene after a round: words lie face down until a player turns them over; then they are
 * checked and collected.
 */
import { CALM, fly } from "../../parts/fly.js";
import { say } from "../../parts/words.js";
import { spelled } from "./parts.js";

/** The duration of each step, in milliseconds. */
const MS = { letter: 150, pause: 700, valid: 650, doubt: 1200, wrong: 2300, best: 1500, card: 680, home: 480, kept: 1300 };

/** The last document before the words were shown, the running scene, and the round that was watched. */
let before = null, turning = null, seen = "";

/** Return the places of the keyword that a word has filled. */
function filled(view, won) {
  const now = spelled(view.keyword, view.words[won.by]), was = spelled(view.keyword, before.view.words[won.by]);
  return [...now.keys()].filter((at) => now[at] && !was[at]);
}

/** Return the steps of the scene; each adds to those before it. */
function stepsOf({ opened, ...view }) {
  const longest = Math.max(...opened.map(({ word }) => word.length)), won = opened.find((one) => one.won);
  const steps = [];
  for (let letters = CALM.matches ? longest : 1; letters <= longest; letters += 1) steps.push([MS.letter, { letters }]);
  steps.at(-1)[0] += MS.pause;
  const judged = [];
  for (const one of [...opened].sort((a, b) => a.word.length - b.word.length)) {
    if (one.faults.length) steps.push([MS.doubt, { look: one.by }]);
    judged.push(one.by);
    steps.push([one.faults.length ? MS.wrong : MS.valid, { judged: [...judged] }], [0, { look: null }]);
  }
  steps.push([MS.best, { best: won?.by ?? null, told: true }]);
  won?.blue.filter(Boolean).forEach((zone, at, all) => steps.push([MS.card, { taken: all.slice(0, at + 1) }]));
  if (won) filled(view, won).forEach((_, at, all) => steps.push([MS.home, { late: all.slice(at + 1), home: all[at] }]));
  if (won) steps.push([MS.kept, { kept: true }]);
  return steps;
}

/** Return what has been shown so far. */
const shown = ({ steps, at }) => Object.assign({ letters: 0, look: null, judged: [], best: null, told: false, taken: [], late: null, kept: false }, ...steps.slice(0, at + 1).map(([, what]) => what));

/** Finish the scene at once. */
function finish() {
  clearTimeout(turning?.timer);
  const redraw = turning?.redraw;
  if (turning) seen = turning.id;
  turning = null;
  redraw?.();
}

/** Move a blue card to the row of its new owner, and a letter to the keyword. */
function move({ taken, home }, row) {
  const place = home === undefined ? null : row?.querySelector(`.kw-keyword > :nth-child(${home + 2})`);
  const card = taken ? document.querySelector(`[data-zone="${taken.at(-1)}"] .kw-card`)
    : place && [...row.querySelectorAll(".kw-cards .kw-card")].find((one) => one.textContent.endsWith(place.textContent));
  if (card) fly(card, taken ? row?.querySelector(".kw-cards") : place, card);
}

function go() {
  turning.at += 1;
  const step = turning.steps[turning.at];
  if (!step) return finish();
  move(step[1], document.querySelector(`.kw-seat[data-seat="${shown(turning).best}"]`));
  turning.redraw();
  if (turning) turning.timer = setTimeout(go, step[0]);
  return undefined;
}

/**
 * Return the document to draw: while words lie face down, it does not contain them.
 *
 * @param {object} state The newest document.
 * @param {function} redraw Draws the page again.
 */
export function held(state, redraw) {
  const { view } = state;
  if (!view || (!view.waiting && !view.over)) {
    if (turning) clearTimeout(turning.timer);
    turning = null;
    before = view && !view.real ? state : null;
    return state;
  }
  const id = `${state.start} ${view.results.length}`;
  const came = before && view.opened.length > 0 && view.results.length === before.view.results.length + 1 && seen !== id;
  if (!came) return state;
  if (turning?.id !== id) turning = { id, steps: stepsOf(view), at: -1, timer: 0, turn: go, finish };
  turning.redraw = redraw;
  const now = { ...shown(turning), opened: view.opened, waits: turning.at < 0, turn: turning.turn, finish: turning.finish };
  const row = before.view.row.map((card, at) => (now.taken.includes(at + 1) ? "" : card));
  return { ...before, online: state.online, hot: state.hot, note: "", note_code: "", left_ms: null, line: say("web-keyword-all-laid"),
    zones: before.zones, turning: now, view: { ...before.view, row, thinking: [], passed: before.view.passed.concat(before.view.thinking.filter((seat) => !view.opened.some(({ by }) => by === seat))),
      laid: view.opened.map(({ by }) => by), words: now.late || now.kept ? view.words : before.view.words } };
}

/** Return the player and the sentence above the board during the scene. */
export function sentence({ turning: now, players }) {
  const at = (seat) => players.find((one) => one.seat === seat), word = (seat) => now.opened.find(({ by }) => by === seat).word;
  if (now.waits) return { what: say("web-keyword-all-laid") };
  if (now.look !== null) return { sitter: at(now.look), what: say(now.judged.includes(now.look) ? "web-keyword-no-word" : "web-keyword-is-it", { word: word(now.look) }) };
  if (!now.told) return { what: say("web-keyword-turning") };
  if (now.best === null) return { what: say("web-keyword-beat-nobody") };
  const winner = { sitter: at(now.best) };
  if (now.kept) return { ...winner, what: say("web-keyword-keeps", { word: word(now.best) }) };
  if (now.late) return { ...winner, what: say("web-keyword-fills") };
  if (now.taken.length) return { ...winner, what: say("web-keyword-takes", { n: now.taken.length }) };
  return { ...winner, what: say("web-keyword-best", { n: word(now.best).length }) };
}

