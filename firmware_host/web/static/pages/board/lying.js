/** How the pieces of a zone lie on a page where nobody moves them: a phone, or the wall. */
import { settled } from "./laid.js";
import { useRef } from "../../vendor/preact.js";

/**
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
