/** A guess in the slots under the zones, typed by keys or by the alphabet beside them. */
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { laid } from "./laid.js";
import { say } from "../words.js";

/**
 * Return the letters typed so far, and the slot for the next one.
 *
 * @param {object} state The state document.
 * @param {function} give Called with the word when it is given.
 * @param {function} unlike Returns why a letter cannot be in a zone; "" if it can.
 * @param {boolean} follows True to move to the zone that the board has just answered.
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
  const wrong = state.moments.findLast((one) => MISSES.includes(one.what));
  useEffect(() => void (wrong?.word === letters.join("") && clear()), [wrong?.n]); // a right guess stays until its letters are revealed
  useEffect(() => {
    if (answered >= 0) set((now) => (now.letters[answered] ? now : { ...now, at: answered, followed: true })); // the answered zone is the one to think about
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

/** The kinds of wrong guesses. */
const MISSES = ["wrong", "last-token", "out"];

const EMPTY = Object.freeze({ letters: Object.freeze([]), at: 0, why: "", keyed: false, followed: false });

/** Return the state for a typed key: a word begins with its first letter, whatever zone was answered. */
const begun = (now, key) => (key && now.followed && !now.letters.some(Boolean) ? { ...now, at: 0 } : now);

/** Return the letters with one more, and the next free slot; or why it is refused. */
function typed({ letters, at }, one, length, unlike) {
  const why = unlike(at);
  if (why) return { letters, at, why };
  const now = Array.from({ length }, (_, place) => (place === at ? one : letters[place] ?? ""));
  const later = now.findIndex((letter, place) => !letter && place > at);
  const any = now.findIndex((letter) => !letter);
  return { letters: now, at: later >= 0 ? later : any >= 0 ? any : at, why: "" };
}

/** Return the letters without the one in this slot, or in the slot before. */
function erased({ letters, at }) {
  const place = letters[at] ? at : Math.max(0, at - 1);
  return { letters: letters.map((one, here) => (here === place ? "" : one)), at: place, why: "" };
}

/**
 * Handle each key that is not typed into a field, wherever the focus is.
 *
 * @param {function} does Handles a key; returns whether it had a meaning.
 * @returns {function} Stops it.
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

/** Return true if Enter gives the word: not on a button with another meaning. */
export function gives({ key, target }) {
  const pressed = target.closest?.("a, summary, button");
  return key === "Enter" && (!pressed || pressed.matches(".slot, .key:not(.wide)"));
}

/** Keys that spell, lay and move; an open dialog has its own keys. */
export function useKeys(spelling, hand, state) {
  const now = useRef(null);
  now.current = { spelling, hand, state }; // a key may arrive before an effect of this drawing
  useEffect(() => {
    return typing((event) => !document.querySelector("dialog[open]") && does(event, now.current));
  }, []);
  const whole = spelling.keyed && spelling.whole ? spelling.word : "";
  useEffect(() => {
    if (whole) document.querySelector(".guess")?.focus(); // so that Enter gives it and a screen reader reads it
  }, [whole]);
}

/** Handle a key; return whether it had a meaning. */
function does(event, { spelling, hand, state }) {
  const { key, target } = event;
  if (/^[1-6]$/.test(key) && hand.item && state.zones[key - 1]?.in_word) {
    if (!event.repeat) hand.put(Number(key));
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

/** The slot of a zone: its letter, or the place of the next one. */
export function Slot({ zone, spelling }) {
  const place = zone - spelling.first, letter = spelling.letters[place] ?? "";
  const now = spelling.zone === zone;
  const label = letter ? say("web-slot", { n: zone, letter }) : say("web-slot-empty", { n: zone });
  return html`<button type="button" class=${`slot ${letter ? "full" : ""} ${now ? "now" : ""}`} aria-label=${label} aria-current=${now ? "true" : null}
    onClick=${() => spelling.go(place)}>${letter}</button>`;
}
