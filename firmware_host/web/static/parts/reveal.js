/**
 * The end of a round or a game in steps: right guess, letters, winner, points.
 *
 * A state document has all of it at once. Until its step, a page draws the document before the end,
 * so no frame, title or accessibility tree shows it earlier. A touch or a key skips the rest; so
 * does the next action in the game.
 */
import { CALM, FLIES_MS } from "./fly.js";
import { KINDS } from "./pieces.js";
import { afterTouch } from "./presses.js";
import { since } from "./sound/since.js";
import { html, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { say } from "./words.js";

/** How long "Yes!" stands alone, and the silence after a lost word, in milliseconds. */
const YES_MS = 900, LOST_MS = 600;

/** The time for a piece, for its tile, and the most for all letters, in milliseconds. */
const PIECE_MS = 190, TILE_MS = 330, LETTERS_MS = 2300;

/** The time before points fly, between two coins, and the most for all coins, in milliseconds. */
const CROWN_MS = 700, COIN_MS = 330, COINS_MS = 800;

/** The press that sent the guess, and its double click, must not skip the reveal. */
const DEAF_MS = 500;

/** Moments that are not actions of players: they do not end a reveal. */
const BESIDE = ["turn", "bonus", "time", "joined", "left", "power", "paused", "goes-on"];

/** The steps that still hide the result. */
const HOLDS = ["yes", "lost", "letters", "scene"];

const last = ({ moments }) => moments.at(-1)?.n ?? 0;

/**
 * Return the plan of a reveal between two documents; null if nothing is revealed.
 *
 * @param {object} was The document before the end.
 * @param {object} state The document after it.
 * @param {object} how `holds`: whether the page reveals letters in zones; `scene` and `coins` of the game, if it has them.
 * @param {boolean} calm True for reduced motion: all but "Yes!" comes at once.
 * @returns {object} The start of each step, of each zone's pieces and tile, and of each coin, in milliseconds.
 */
export function planned(was, state, { holds, scene, coins }, calm = false) {
  const before = was?.view, now = state.view;
  if (!before || !now || state.tutorial || before.over || was.start !== state.start || was.game !== state.game) return null;
  const result = now.results?.length > (before.results?.length ?? 0) ? now.results.at(-1) : null;
  const won = now.over && now.winners?.length > 0;
  const own = scene?.(was, state) ?? 0;
  const lettered = holds && result ? state.zones.filter((face) => face.letter) : [];
  if (!own && !lettered.length && !won) return null;
  if (!now.over && !now.waiting && now.maker >= 0) return null; // a player has made the next word already
  const right = since(state.moments, last(was)).find((one) => one.what === "right");
  const seat = right?.seat ?? result?.guessed_by ?? (now.winners?.length === 1 ? now.winners[0] : null);
  const points = (document) => document.players.find((one) => one.seat === seat)?.points ?? 0;
  const gain = points(state) - points(was);
  const values = gain > 0 ? coins?.(was, state) ?? [] : [];
  const worth = values.reduce((sum, value) => sum + value, 0) === gain ? values : gain > 0 ? [gain] : [];
  const begins = {}, tiles = {};
  const missing = ({ zone, build }) => KINDS.reduce((sum, _, place) => sum + Math.max(0, build[place] - was.zones[zone - 1].placed[place]), 0);
  const all = lettered.reduce((sum, face) => sum + TILE_MS + PIECE_MS * missing(face), 0);
  const pace = calm ? 0 : Math.min(1, LETTERS_MS / Math.max(1, all));
  let at = own || (lettered.length ? (right ? YES_MS : LOST_MS) : 0);
  const steps = at ? [[0, own ? "scene" : right ? "yes" : "lost"]] : [];
  if (lettered.length && !own) steps.push([at, "letters"]);
  for (const face of own ? [] : lettered) {
    begins[face.zone] = at;
    tiles[face.zone] = at + pace * PIECE_MS * missing(face);
    at = tiles[face.zone] + pace * TILE_MS;
  }
  const apart = Math.min(COIN_MS, COINS_MS / worth.length);
  const lands = calm ? [] : worth.map((_, nth) => at + CROWN_MS + apart * nth + FLIES_MS);
  if (!calm && (right || won)) {
    steps.push([at, "winner"]);
    at += CROWN_MS;
    if (worth.length) steps.push([at, "points"]);
    at = Math.max(at, ...lands);
  }
  steps.push([at, ""]);
  const marks = [...steps.map(([when]) => when), ...Object.values(begins), ...Object.values(tiles), ...lands];
  return { was, now: state, seat, right: Boolean(right), worth, lands, apart, steps, begins, tiles, piece: pace * PIECE_MS, marks: [...new Set(marks)].sort((a, b) => a - b), at: last(state), began: 0 };
}

/** Return true if a player has acted since. The board makes the next word by itself; a person lays one. */
const acted = ({ at }, was, { start, view, moments }) => was.start !== start || since(moments, at).some((one) => !BESIDE.includes(one.what))
  || Boolean(was.view?.waiting && !view?.waiting && view?.maker >= 0);

/** Return the step at a time. */
const stepAt = ({ steps }, ms) => steps.findLast(([when]) => when <= ms)[1];

/** Return the document before the end, with the present lamps and the letters revealed so far. */
function held(run, state, ms, step) {
  const { was, right, begins, tiles } = run;
  const ends = since(state.moments, last(was)).find((one) => ["round", "game"].includes(one.what))?.n ?? 0;
  const open = (at, zone) => step === "letters" && ms >= at[zone];
  return {
    ...was, held: true, n: state.n, online: state.online, fault: state.fault, kiosk: state.kiosk, paused: false, status: "", note: "", note_code: "", undo: "",
    line: say(right ? "web-reveal-right" : step === "scene" ? was.line : "web-reveal-lost"),
    moments: state.moments.filter((one) => one.n <= last(was) || one.n < ends),
    board: state.board && { ...state.board, screens: Object.fromEntries(Object.entries(state.board.screens).map(([name, now]) => [name, open(tiles, name) ? now : was.board.screens[name]])) },
    zones: was.zones.map((face, at) => ({ ...face, lamp: state.zones[at].lamp, word: right ? "" : state.zones[at].word, letter: open(begins, face.zone) ? state.zones[at].letter : null, build: state.zones[at].build, tile: open(tiles, face.zone) })),
  };
}

/** Return the document after the end, with only those points whose coins have arrived. */
function counted(run, state, ms) {
  const home = run.lands.filter((when) => when <= ms).length;
  const sum = run.worth.slice(0, home).reduce((all, value) => all + value, 0);
  const before = (seat) => run.was.players.find((one) => one.seat === seat)?.points ?? 0;
  return { ...state, players: state.players.map((one) => (one.points === null ? one : { ...one, points: before(one.seat) + (one.seat === run.seat ? sum : 0) })) };
}

/** Process a document; return what may be shown of it now: `{shown, step, run, ms}`. */
function advanced(kept, state, how) {
  const now = performance.now();
  if (kept.state !== state) {
    const run = planned(kept.state, state, how, CALM.matches);
    if (run) kept.run = { ...run, began: now };
    else if (kept.run && acted(kept.run, kept.state, state)) kept.run = null;
    kept.state = state;
  }
  const ms = kept.run ? now - kept.run.began : 0;
  const step = kept.run ? stepAt(kept.run, ms) : "";
  if (!step) kept.run = null;
  const { run } = kept;
  return { run, step, ms, shown: HOLDS.includes(step) ? held(run, state, ms, step) : step ? counted(run, state, ms) : state };
}

/**
 * Return the document that a page may show now, and the step of the reveal.
 *
 * @param {object} state The state document.
 * @param {object} how As for `planned`.
 * @returns {{state: object, step: string, run: object|null, holds: boolean}} `step` is "" without a reveal;
 *   else "yes", "lost", "scene", "letters", "winner" or "points".
 */
export function useReveal(state, how) {
  const kept = useRef({ state: null, run: null });
  const [, draw] = useState(0);
  const { run, step, shown } = advanced(kept.current, state, how);
  useLayoutEffect(() => run && played(run, () => draw((n) => n + 1), () => void (kept.current.run = null)), [run]);
  return { state: shown, step, run, holds: HOLDS.includes(step) };
}

/**
 * Return the function `held` for a game's part of a phone, which reveals letters in the zones.
 *
 * @param {object} how As for `planned`.
 */
export function heldBy(how) {
  const kept = { state: null, run: null };
  let playing = null, end = () => {};
  return (state, redraw) => {
    const { run, shown } = advanced(kept, state, how);
    if (run !== playing) {
      end();
      end = run ? played(run, redraw, () => void (kept.run = null)) : () => {};
      playing = run;
    }
    return shown;
  };
}

/**
 * Draw the page at each change of the reveal, and skip the rest at a touch or a key; return a
 * function that stops it.
 */
function played(run, draw, skip) {
  let timer = 0;
  const ms = () => performance.now() - run.began;
  const wait = () => {
    const next = run.marks.find((when) => when > ms());
    if (next === undefined) return;
    timer = setTimeout(() => {
      draw();
      wait();
    }, next - ms() + 1);
  };
  const touch = () => {
    if (ms() < DEAF_MS) return;
    skip();
    draw();
  };
  const key = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || ["Tab", "Shift"].includes(event.key)) return;
    event.preventDefault(); // a key that skips has no other effect
    event.stopPropagation();
    if (!event.repeat) touch();
  };
  const over = new AbortController(), { signal } = over;
  wait();
  afterTouch(touch, signal);
  addEventListener("keydown", key, { capture: true, signal });
  return () => { clearTimeout(timer); over.abort(); };
}

/** The answer to a right guess, without the winner. */
export const Right = ({ step }) => step === "yes" && html`<p class="right-word" aria-hidden="true"><svg class="mark" viewBox="0 0 24 24"><path d="M4 13 10 19 20 6" /></svg>${say("web-reveal-yes")}</p>`;
