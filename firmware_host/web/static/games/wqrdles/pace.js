/**
 * Scenes of WQRDLES, played before the page continues: tiles turn over, attempts are judged, a
 * round ends. Until then everything but the racks stays as it was.
 */
import { afterTouch } from "../../parts/presses.js";
import { since } from "../../parts/sound/since.js";
import { FIRST_MS, FLIP_MS, revealed } from "./rack.js";

/** The time to read a row, for a miss, for turning cards, and for one verdict, in milliseconds. */
const LOOK_MS = 820, MISS_MS = 2600, TURN_MS = 1400, VERDICT_MS = 700;

/** The time to read a found word after its letters have come. */
export const COIN_MS = 1500;

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Return the attempts opened between two documents: player, owner, word and points. */
function openedIn(was, now) {
  if (now.view.results.length === was.view.results.length) {
return was.view.phase === "attempts" && now.view.phase !== "attempts" ? now.view.opened : [];
  }
  // After the end of a round its row is gone; the moments still have the attempts.
  const { words } = now.view.results.at(-1);
  return since(now.moments, was.moments.at(-1)?.n ?? 0).filter(({ what, word }) => word && ["right", "wrong", "last-token", "out"].includes(what)).map(({ what, seat, word }) => {
    const right = what === "right", of = words.findIndex((one, owner) => owner !== seat && (right ? one === word : was.view.race));
    return [seat, of, word, right ? was.view.value : 0];
  });
}

/** Return a document for the end of a round: all words are shown, and no player is asked for anything. */
function endOf(was, now) {
  const { words, points } = now.view.results.at(-1), nonces = now.view.nonces.at(-1) ?? [];
  const found = was.view.seats.map((seat) => [seat, words[seat], nonces[seat] ?? ""]).filter(([, word]) => word);
  const view = { ...was.view, found, points, phase: "ended", awaited: [], turn: null, results: now.view.results };
  return { ...now, line: was.line, view, last: now.view.over };
}

/** Return the scenes between two documents, each with the document for its racks. */
export function scenesOf(was, now) {
  const [old, view] = [was?.view, now.view];
  if (!old || !view || was.game !== now.game || old.phase === "ended") return [];
  const grew = view.results.length - old.results.length, same = grew === 0 && view.round === old.round;
  if (same && view.rows.length === old.rows.length + 1) {
    return [{ what: "row", state: now, lasts: still() ? 0 : FIRST_MS + FLIP_MS * now.length + LOOK_MS }];
  }
  if (!(same && view.rows.length === old.rows.length) && !(grew === 1 && old.rows.length)) return [];
  const tries = openedIn(was, now), scenes = [];
  const ended = grew ? endOf(was, now) : now;
  if (tries.length && !old.race) scenes.push({ what: "closed", state: was, tries }, { what: "opened", state: was, tries, lasts: TURN_MS + VERDICT_MS * (tries.length + 1) });
  const hits = tries.filter(([, of, , earned], at) => earned && tries.findIndex((one) => one[1] === of && one[3]) === at);
  if (hits.length) scenes.push({ what: "hit", state: was, tries: hits, lasts: still() ? COIN_MS : Math.max(...hits.map(([, , word]) => revealed(word).lasts)) + COIN_MS });
  else if (tries.length && old.race) scenes.push({ what: "miss", state: was, tries, lasts: MISS_MS });
  return grew ? [...scenes, { what: "ended", state: ended }] : scenes;
}

/** Return true if the game has moved on: another row, another round, or the end. */
const moved = (was, now) => !now.view || !was.view || was.view.rows.length !== now.view.rows.length || was.view.results.length !== now.view.results.length || was.view.over !== now.view.over;

/** The shown document, the newest one, the scenes still to play, and the function that draws the page. */
const line = { shown: null, newest: null, scenes: [], timer: 0, again: () => {} };

/**
 * Return the document to show now; news is played first, with the document as it was.
 *
 * @param {object} newest The newest document.
 * @param {function} again Draws the page again.
 * @returns {object} A document; during a scene it has `scene`, and `racks` for the racks.
 */
export function held(newest, again) {
  line.again = again;
  if (line.newest !== newest) {
    if (line.scenes.length === 0) play(scenesOf(line.shown, newest));
    else if (moved(line.newest, newest)) play([]); // the game moves on: drop the scenes
    line.newest = newest;
  }
  const [scene] = line.scenes;
  if (!scene) return (line.shown = newest);
  const then = scene.what === "row" ? line.shown : { ...(scene.what === "ended" ? scene.state : line.shown), moments: newest.moments };
  return { ...then, hot: null, left_ms: null, scene, racks: scene.state };
}

function play(scenes) {
  clearTimeout(line.timer);
  line.scenes = scenes;
  if (scenes[0]?.lasts !== undefined) line.timer = setTimeout(ended, scenes[0].lasts);
}

/** End the present scene; the next one begins. */
export function ended() {
  play(line.scenes.slice(1));
  line.again();
}

/** A touch ends the present scene, except on the menu and dialogs. */
afterTouch(({ target }) => line.scenes[0]?.lasts !== undefined && !target.closest?.(".menu, dialog") && ended());
