/** A guess that is spelled in the slots under the zones, by keys or by the alphabet beside them. */
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { laid } from "./laid.js";
import { say } from "../words.js";

/**
 * What is spelled, and in which slot the next letter goes.
 *
 * @param {object} state The state document.
 * @param {function} give Told of the word once somebody gives it.
 * @param {function} unlike Returns why a letter cannot be in a zone; "" where it can.
 * @param {boolean} follows Whether the next letter goes where the board has just answered.
 */
export function useSpelling(state, give, unlike = () => "", follows = true) {
  const { view, length } = state;
  const [{ letters, at, why, keyed }, set] = useState(EMPTY);
  const open = Boolean(view?.seekers?.length) && !view.over && !view.waiting;
  const first = view?.first_zone ?? 1;
  const clear = () => set(EMPTY);
  const go = (place) => set((now) => ({ ...now, at: place, why: "", followed: false }));
  const answered = follows && view?.last ? view.last[0] - first : -1;
  useEffect(clear, [view?.round, view?.results?.length, length, state.language]);
  useEffect(() => {
    if (answered >= 0) set((now) => (now.letters[answered] ? now : { ...now, at: answered, followed: true })); // what fits there is news
  }, [answered, view?.placed?.flat().join(), view?.noes]);
  const type = (sign, key = false) => {
    const one = laid(sign, state.language, 1);
    if (one) set((now) => ({ ...typed(begun(now, key), one, length, (place) => unlike(one, first + place)), keyed: key }));
  };
  const word = letters.join("");
  const whole = word.length === length && letters.length === length;
  const done = () => whole && give(word, clear);
  return { open, letters, at, why, keyed, go, type, back: () => set(erased), clear, word, whole, done, zone: first + at, first };
}

const EMPTY = Object.freeze({ letters: Object.freeze([]), at: 0, why: "", keyed: false, followed: false });

/** Whoever types a word on keys begins with its first letter, wherever the board has answered last. */
const begun = (now, key) => (key && now.followed && !now.letters.some(Boolean) ? { ...now, at: 0 } : now);

/** Return what is spelled with one letter more, and the slot that is free next; or why it is none. */
function typed({ letters, at }, one, length, unlike) {
  const why = unlike(at);
  if (why) return { letters, at, why };
  const now = Array.from({ length }, (_, place) => (place === at ? one : letters[place] ?? ""));
  const later = now.findIndex((letter, place) => !letter && place > at);
  const any = now.findIndex((letter) => !letter);
  return { letters: now, at: later >= 0 ? later : any >= 0 ? any : at, why: "" };
}

/** Return what is spelled without the letter of this slot, or of the one before it. */
function erased({ letters, at }) {
  const place = letters[at] ? at : Math.max(0, at - 1);
  return { letters: letters.map((one, here) => (here === place ? "" : one)), at: place, why: "" };
}

/**
 * Hear each key that belongs to no field, wherever the focus is.
 *
 * @param {function} does Does what a key means; returns whether it meant anything.
 * @returns {function} Ends it.
 */
export function typing(does) {
  const key = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest?.("input, textarea, select, aside.door")) return;
    if (does(event)) event.preventDefault();
  };
  addEventListener("keydown", key);
  return () => removeEventListener("keydown", key);
}

/** Whether Enter gives the word: it does but on a button that means something else. */
export function gives({ key, target }) {
  const pressed = target.closest?.("a, summary, button");
  return key === "Enter" && (!pressed || pressed.matches(".slot, .key:not(.wide)"));
}

/** Keys that spell, lay and move; where a dialog stands open they are its own. */
export function useKeys(spelling, hand, state) {
  const now = useRef(null);
  now.current = { spelling, hand, state }; // a key may come before an effect of this drawing
  useEffect(() => {
    return typing((event) => !document.querySelector("dialog[open]") && does(event, now.current));
  }, []);
  const whole = spelling.keyed && spelling.whole ? spelling.word : "";
  useEffect(() => {
    if (whole) document.querySelector(".guess")?.focus(); // Enter gives it, and a voice reads it out
  }, [whole]);
}

/** Do what a key means; return whether it meant anything. */
function does(event, { spelling, hand, state }) {
  const { key, target } = event;
  if (/^[1-6]$/.test(key) && hand.item && state.zones[key - 1]?.in_word) {
    hand.put(Number(key));
    return true;
  }
  if (!spelling.open) return false;
  if (key === "Enter") return gives({ key, target }) && spelling.whole && (spelling.done(), true);
  if (key === "Backspace") return spelling.back(), true;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (step && !target.matches(".pad")) {
    spelling.go(Math.min(Math.max(spelling.at + step, 0), state.length - 1));
    return true;
  }
  if (key.length > 1 || !/[\p{L}'-]/u.test(key)) return false;
  spelling.type(key, true);
  return true;
}

/** The slot of one zone: what is spelled there, or where the next letter goes. */
export function Slot({ zone, spelling }) {
  const place = zone - spelling.first, letter = spelling.letters[place] ?? "";
  const now = spelling.zone === zone;
  const label = letter ? say("web-slot", { n: zone, letter }) : say("web-slot-empty", { n: zone });
  return html`<button type="button" class=${`slot ${letter ? "full" : ""} ${now ? "now" : ""}`} aria-label=${label} aria-current=${now ? "true" : null}
    onClick=${() => spelling.go(place)}>${letter}</button>`;
}
