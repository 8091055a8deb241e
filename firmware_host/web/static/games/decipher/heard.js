/** What is heard of Decipher: answers, the zones that are left, bonus mode, whose turn. */
import { event, named } from "../../parts/sound/sound.js";
import { BOARD } from "../../parts/turn.js";

/** The kinds of pieces, in the order of every count. */
const KINDS = ["red", "yellow", "blue", "green"];

const total = (counts) => (counts ?? []).flat().reduce((sum, count) => sum + count, 0);

/** Whether both views are of one round, so that what they count can be compared. */
const sameRound = (was, is) =>
  !was.waiting && !is.waiting && was.round === is.round && was.results?.length === is.results.length;

/** A Yes, a No with the zones that are left, a wrong guess, or something taken back. */
function answered(was, is) {
  if (!sameRound(was, is)) return [];
  const laid = total(is.placed) - total(was.placed);
  const noes = total(is.covered) - total(was.covered);
  const guesses = is.guesses.length - was.guesses.length;
  if (Math.min(laid, noes, guesses) < 0) return [event("turn", "told-undo")];
  if (is.last && laid + noes) {
    const [zone, yes] = is.last;
    if (yes) return [event("yes", `zone-${zone}`, "yes")];
    return [event("no", `zone-${zone}`, "no", ...left(is))];
  }
  return guesses ? [event("no", "told-wrong")] : [];
}

/** "Zones one and four are left": those without a NO token of the kind in hand. */
function left(view) {
  const kind = KINDS.indexOf(view.holding);
  if (kind < 0) return [];
  const zones = view.covered.flatMap((counts, at) => (counts[kind] ? [] : [view.first_zone + at]));
  if (zones.length < 2) return zones.map((zone) => `only-${zone}`);
  const last = zones.pop();
  return ["zones", ...zones.map((zone) => `number-${zone}`), `and-${last}`, "left"];
}

function bonus(was, is) {
  const begins = is.bonus_mode && !(sameRound(was, is) && was.bonus_mode);
  return begins && !is.waiting && !is.over ? [event("bonus", "bonus")] : [];
}

/** Whose turn it is now, and what to do where that is not what it was. */
function next(was, is, after) {
  const same = sameRound(was, is);
  if (is.waiting) return was.waiting && was.round === is.round ? [] : [event("turn", maker(is, after))];
  const fresh = !same || was.turn !== is.turn;
  const who = fresh && (named("turn", is.turn, after.players) ?? "turn-next");
  const laid = same && total(is.placed) > total(was.placed);
  const missed = same && total(is.covered) > total(was.covered) && !fresh; // it is still in hand
  const anew = is.holding && (fresh || laid);
  const what = !missed && (anew || !same || task(was) !== task(is)) && task(is);
  return [event("turn", who, what)];
}

function maker(view, { players }) {
  if (view.maker === BOARD) return "secret-board";
  return named("makes", view.maker, players) ?? "secret-waits";
}

/** Return the clip that says what the board waits for. */
function task(view) {
  if (view.holding) return `turn-place-${view.holding}`;
  if (view.asked) return "turn-asked";
  if (view.bonus_mode) return view.hidden ? "turn-bonus" : "turn-guess";
  return view.hand === "confirm" || view.board_plays ? "turn-wait" : "turn-take";
}

/** Return what has been answered, and whether bonus mode begins. */
const happened = (was, is) => [...answered(was, is), ...bonus(was, is)];

export const heard = { happened, next };
