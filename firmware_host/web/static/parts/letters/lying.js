/**
 * The poses of the pieces in a zone: rigid, and arranged as a letter that they can still become.
 *
 * The board knows which pieces lie in a zone. Their poses are only known to a page.
 */
import { posesOf } from "./letters.js";
import { KINDS } from "../pieces.js";
import { useRef } from "../../vendor/preact.js";
import { say } from "../words.js";

/** The view box if pieces cannot be moved: the box of a letter (32 x 48) with a margin. */
export const BOX = "-5 -6 42 60";

/**
 * Two poses are equal if their middles are closer than `NEAR` and their turns closer than `ALIKE`
 * degrees.
 */
const NEAR = 3, ALIKE = 12;

/**
 * Return true if a zone can still become a letter.
 *
 * @param {object} face The zone, with `placed` and `covered` by kind.
 * @param {number[]} build The letter's pieces by kind.
 */
export const canBe = ({ placed, covered }, build) =>
  build.every((count, place) => count >= placed[place] && (!covered[place] || count === placed[place]));

/**
 * Return why a letter cannot be in a zone; "" if it can.
 *
 * @param {string} letter The letter.
 * @param {object} face The zone.
 * @param {number[]} build The letter's pieces.
 */
export function unlike(letter, face, build) {
  if (!build || canBe(face, build)) return "";
  return say("web-letter-not", { letter, n: face.zone, why: reason(face, build) });
}

/** Return why a zone cannot be a letter: the first piece that is too much or excluded. */
function reason({ placed, covered }, build) {
  const much = KINDS.find((_, place) => placed[place] > build[place]);
  if (much) return say("web-letter-much", { kind: say(`kind-${much}`) });
  const none = KINDS.find((_, place) => covered[place] && placed[place] < build[place]);
  return say("web-letter-none", { kind: say(`kind-${none}`) });
}

/** Return the number of each kind, in the order of `KINDS`. */
const counted = (lie) => KINDS.map((kind) => lie.filter((one) => one.kind === kind).length);

/** Return true if two poses look alike. A stick looks the same after half a turn. */
function alike(one, other) {
  const round = one.kind === "red" || one.kind === "yellow" ? 180 : 360;
  const turn = (((one.turn - other.turn) % round) + round) % round;
  return one.kind === other.kind && Math.min(turn, round - turn) < ALIKE
    && Math.hypot(one.x - other.x, one.y - other.y) < NEAR;
}

/** Return the poses of a letter that are not yet filled by the lying pieces. */
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

/** Move pieces into the poses of a letter, each the shortest way; return the missing poses too. */
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

/** Return the letters that a zone can still become and that can be drawn, best first. */
function ways(face, letters, lie) {
  return Object.keys(letters)
    .filter((letter) => posesOf(letter) && canBe(face, letters[letter]))
    .map((letter) => ({ letter, poses: posesOf(letter), ...open(lie, posesOf(letter)) }))
    .sort((one, other) => other.fits - one.fits || rank(one) - rank(other) || one.poses.length - other.poses.length);
}

/** The order of letters, before hyphen and apostrophe, which are rare. */
const rank = ({ letter }) => (/[A-Z]/.test(letter) ? 0 : 1);

/** Return all poses that a piece of a kind can have in what a zone can become, without duplicates. */
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

/** The x of the first curve, so that it is in the middle; a stick is there anyway. */
const MIDDLE = { blue: 24, green: 22 };

/** Return the pose of a piece that fits no drawable letter: beside the others. */
const beside = (lie, kind) => ({ kind, x: 6 + (lie.length % 4) * 7, y: 24, turn: 0 });

/**
 * Return the poses after one more piece was laid.
 *
 * @param {object} face The zone as it is now, with that piece.
 * @param {object} letters Each letter's pieces.
 * @param {object[]} lie The poses before.
 * @param {string} kind The kind of the new piece.
 * @param {object} [aim] Where it was released, in the zone's coordinates.
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
 * Return the poses after a zone has changed.
 *
 * @param {object[]} before The poses before: `{kind, x, y, turn}` of each.
 * @param {object} face The zone as it is now.
 * @param {object} letters Each letter's pieces.
 * @param {object} [aim] Where the last piece was released.
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

/** Return the poses of all pieces of a letter; lying pieces move there. */
function whole(before, letter) {
  const poses = posesOf(letter);
  if (!poses) return before;
  const { laid, missing } = arranged(before, poses);
  return [...laid.filter((one) => poses.some((pose) => alike(one, pose))), ...missing.map((pose) => ({ ...pose, fresh: true }))];
}

/** Return the pose of a released piece: that of a letter if one is near, else its own. */
export function snapped(face, letters, lie, at) {
  const one = lie[at], others = lie.filter((_, index) => index !== at);
  const near = places(face, letters, others, one.kind)
    .map((pose) => [Math.hypot(pose.x - one.x, pose.y - one.y), pose])
    .sort(([a], [b]) => a - b)[0];
  return near && near[0] < 9 ? { ...one, ...near[1] } : one;
}

/**
 * Return the poses now, and those missing for the letter in the slot.
 *
 * @param {object[]} before The poses before.
 * @param {object} now The present state:
 * @param {object} now.face The zone.
 * @param {object} now.letters Each letter's pieces.
 * @param {string} now.typed The letter in the slot; "" for none.
 * @param {object} now.aim Where the last piece was released; null for unknown.
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
 * Return the poses of a zone's pieces on a page where they cannot be moved: a phone, or the wall.
 *
 * @param {object} face The zone.
 * @param {object} letters Each letter's pieces.
 * @param {string} [typed] The letter in the slot.
 * @returns {{lie: object[], missing: object[]}} The poses, and those missing for that letter.
 */
export function useLying(face, letters, typed = "") {
  const kept = useRef({ lie: [], of: "" });
  const of = JSON.stringify([face.placed, face.covered, face.letter, typed]);
  if (kept.current.of !== of) kept.current = { ...settled(kept.current.lie, { face, letters, typed }), of };
  return kept.current;
}
