/**
 * How the pieces lie in a zone: rigid, in the way of a letter that they can still become.
 *
 * The board knows which pieces lie in a zone; how they are turned is the players' own
 * business, and stays on a page.
 */
import { posesOf } from "./letters.js";
import { KINDS } from "../pieces.js";
import { useRef } from "../../vendor/preact.js";
import { say } from "../words.js";

/** Round the box of a letter (32 x 48) there is so much room, where nobody moves the pieces. */
export const BOX = "-5 -6 42 60";

/** Two pieces lie alike if their middles are nearer than this and they are turned alike. */
const NEAR = 3, ALIKE = 12;

/**
 * Whether a zone can still become a letter.
 *
 * @param {object} face The zone, with `placed` and `covered` by kind.
 * @param {number[]} build The letter's pieces by kind.
 */
export const canBe = ({ placed, covered }, build) =>
  build.every((count, place) => count >= placed[place] && (!covered[place] || count === placed[place]));

/**
 * Return why a letter cannot be in a zone; "" where it can.
 *
 * @param {string} letter Which one.
 * @param {object} face The zone.
 * @param {number[]} build The letter's pieces.
 */
export function unlike(letter, face, build) {
  if (!build || canBe(face, build)) return "";
  return say("web-letter-not", { letter, n: face.zone, why: reason(face, build) });
}

/** Return why a zone cannot be a letter: the first piece that is too much, or not there. */
function reason({ placed, covered }, build) {
  const much = KINDS.find((_, place) => placed[place] > build[place]);
  if (much) return say("web-letter-much", { kind: say(`kind-${much}`) });
  const none = KINDS.find((_, place) => covered[place] && placed[place] < build[place]);
  return say("web-letter-none", { kind: say(`kind-${none}`) });
}

/** Return how often each kind lies there, in the order of every count. */
const counted = (lie) => KINDS.map((kind) => lie.filter((one) => one.kind === kind).length);

/** Turns are the same after a whole one; a stick looks the same after half of one. */
function alike(one, other) {
  const round = one.kind === "red" || one.kind === "yellow" ? 180 : 360;
  const turn = (((one.turn - other.turn) % round) + round) % round;
  return one.kind === other.kind && Math.min(turn, round - turn) < ALIKE
    && Math.hypot(one.x - other.x, one.y - other.y) < NEAR;
}

/** Return where the pieces of a letter are still missing, those that lie so taken off. */
function open(lie, poses) {
  const free = [...poses];
  let fits = 0;
  for (const one of lie) {
    const at = free.findIndex((pose) => alike(one, pose));
    if (at < 0) continue;
    free.splice(at, 1);
    fits += 1;
  }
  return { free, fits };
}

/** Lay pieces as a letter has them, each where it has the shortest way; and say what is missing. */
function arranged(lie, poses) {
  const free = [...poses];
  const way = (one, pose) => (alike(one, pose) ? -1 : Math.hypot(one.x - pose.x, one.y - pose.y));
  const laid = lie.map((one) => {
    const fit = free.filter((pose) => pose.kind === one.kind).sort((a, b) => way(one, a) - way(one, b))[0];
    if (!fit) return one;
    free.splice(free.indexOf(fit), 1);
    return { ...one, x: fit.x, y: fit.y, turn: fit.turn };
  });
  return { laid, missing: free };
}

/** The letters that a zone can still become and that can be drawn, best first. */
function ways(face, letters, lie) {
  return Object.keys(letters)
    .filter((letter) => posesOf(letter) && canBe(face, letters[letter]))
    .map((letter) => ({ letter, poses: posesOf(letter), ...open(lie, posesOf(letter)) }))
    .sort((one, other) => other.fits - one.fits || rank(one) - rank(other) || one.poses.length - other.poses.length);
}

/** Letters before hyphen and apostrophe, which hardly any word has. */
const rank = ({ letter }) => (/[A-Z]/.test(letter) ? 0 : 1);

/** Return the places where a piece of a kind would lie in what a zone can become, each once. */
export function places(face, letters, lie, kind) {
  const found = [];
  for (const { letter, free, fits } of ways(face, letters, lie)) {
    if (fits < lie.length || rank({ letter })) continue;
    for (const pose of free) {
      if (pose.kind === kind && !found.some((one) => alike(one, pose))) found.push(pose);
    }
  }
  return found;
}

/** Where the first curve stands, so that it is in the middle; a stick is there anyway. */
const MIDDLE = { blue: 24, green: 22 };

/** Where a piece lies that fits no letter that can be drawn: beside the others. */
const beside = (lie, kind) => ({ kind, x: 6 + (lie.length % 4) * 7, y: 24, turn: 0 });

/**
 * Lay one piece more.
 *
 * @param {object} face The zone as it is now, that piece included.
 * @param {object} letters Each letter's pieces.
 * @param {object[]} lie What lies there already.
 * @param {string} kind What comes.
 * @param {object} [aim] Where a hand has let it go, in the zone's own measures.
 */
function added(face, letters, lie, kind, aim) {
  const [best] = ways(face, letters, lie).filter(({ free }) => free.some((pose) => pose.kind === kind));
  if (!best) return [...lie, { ...beside(lie, kind), fresh: true }];
  if (best.fits < lie.length) return arranged([...lie, { kind, x: 16, y: 24, turn: 0, fresh: true }], best.poses).laid;
  const near = (pose) => (aim ? Math.hypot(pose.x - aim.x, pose.y - aim.y) : 0);
  const all = lie.length || aim ? places(face, letters, lie, kind) : [];
  const [pose = { kind, x: MIDDLE[kind] ?? 16, y: 24, turn: 0 }] = all.sort((one, other) => near(one) - near(other));
  return [...lie, { ...pose, fresh: true }];
}

/**
 * Return how pieces lie after a zone has changed.
 *
 * @param {object[]} before How they lay: `{kind, x, y, turn}` of each.
 * @param {object} face The zone as it is now.
 * @param {object} letters Each letter's pieces.
 * @param {object} [aim] Where a hand has let the last piece go.
 */
function after(before, face, letters, aim) {
  let lie = before.map((one) => ({ ...one, fresh: false }));
  KINDS.forEach((kind, place) => {
    while (counted(lie)[place] > face.placed[place]) {
      lie.splice(lie.findLastIndex((one) => one.kind === kind), 1);
    }
    while (counted(lie)[place] < face.placed[place]) lie = added(face, letters, lie, kind, aim);
  });
  return lie;
}

/** Return how all pieces of a letter lie, those that lie already moved there. */
function whole(before, letter) {
  const poses = posesOf(letter);
  if (!poses) return before;
  const { laid, missing } = arranged(before, poses);
  return [...laid.filter((one) => poses.some((pose) => alike(one, pose))), ...missing.map((pose) => ({ ...pose, fresh: true }))];
}

/** Return a piece that was let go: in the place of a letter where one is near, else where it is. */
export function snapped(face, letters, lie, at) {
  const one = lie[at], others = lie.filter((_, index) => index !== at);
  const near = places(face, letters, others, one.kind)
    .map((pose) => [Math.hypot(pose.x - one.x, pose.y - one.y), pose])
    .sort(([a], [b]) => a - b)[0];
  return near && near[0] < 9 ? { ...one, ...near[1] } : one;
}

/**
 * Return how the pieces lie now, and what is missing of the letter that was typed there.
 *
 * @param {object[]} before How they lay.
 * @param {object} now What there is.
 * @param {object} now.face The zone.
 * @param {object} now.letters Each letter's pieces.
 * @param {string} now.typed The letter that stands in its slot; "" for none.
 * @param {object} now.aim Where a hand has let the last piece go; null for nowhere.
 */
export function settled(before, { face, letters, typed, aim = null }) {
  if (face.letter) return { lie: whole(before, face.letter), missing: [] };
  const lie = after(before, face, letters, aim);
  const poses = typed && posesOf(typed);
  if (!poses) return { lie, missing: [] };
  const { laid, missing } = arranged(lie, poses);
  return { lie: laid, missing };
}

/**
 * How the pieces of a zone lie on a page where nobody moves them: a phone, or the wall.
 *
 * @param {object} face The zone.
 * @param {object} letters Each letter's pieces.
 * @param {string} [typed] The letter that is spelled there.
 * @returns {{lie: object[], missing: object[]}} The pieces, and what that letter still lacks.
 */
export function useLying(face, letters, typed = "") {
  const kept = useRef({ lie: [], of: "" });
  const of = JSON.stringify([face.placed, face.covered, face.letter, typed]);
  if (kept.current.of !== of) kept.current = { ...settled(kept.current.lie, { face, letters, typed }), of };
  return kept.current;
}
