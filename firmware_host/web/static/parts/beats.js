/**
 * New moments, played once on a page: board and phones alike.
 *
 * A beat is a moment of the board (`state.moments`) that this page has not played yet. It ends
 * after some time, or when the next one arrives; nothing waits for it. The moment of a turn comes
 * after the moment that led to it.
 */
import { since } from "./sound/since.js";
import { useEffect, useRef, useState } from "../vendor/preact.js";

/**
 * How long each kind is played on public pages, in milliseconds, the most important first; others
 * are not played.
 */
const LASTS = { wrong: 2600, bonus: 3000, hint: 5000, time: 2600, no: 1550, yes: 1450, power: 4000, undone: 2200 };

/** Kinds of wrong guesses that are played as "wrong". */
const WRONG = { "last-token": "wrong", out: "wrong" };
const everybody = (one) => (WRONG[one.what] ? { ...one, what: WRONG[one.what] } : one);

/** Return the moments that a newly opened page plays: only restored power. */
const atFirst = (moments) => (moments.at(-1)?.what === "power" ? moments.slice(-1) : []);

/**
 * Return the beat that is played now, or null.
 *
 * @param {object} state The state document.
 * @param {object} lasts The duration of each kind of beat, in milliseconds. Of several new
 *   beats the one listed first is played.
 * @param {function} own Returns a moment as this page plays it, or null.
 */
export function useBeat(state, lasts = LASTS, own = everybody) {
  const played = useRef(null);
  const then = useRef(null);
  const [beat, set] = useState(null);
  const { moments } = state;
  const newest = moments.at(-1)?.n ?? 0;
  useEffect(() => {
    const fresh = played.current === null ? atFirst(moments) : since(moments, played.current);
    played.current = newest;
    const order = Object.keys(lasts);
    const [now, ...more] = fresh.map(own).filter((one) => one && one.what in lasts)
      .sort((one, other) => order.indexOf(one.what) - order.indexOf(other.what));
    if (!now && fresh.every((one) => one.what === "turn")) return;
    then.current = more.find((one) => one.what === "turn") ?? null;
    set(now ?? null);
  }, [newest]);
  useEffect(() => {
    if (!beat) return undefined;
    const timer = setTimeout(() => {
      set(then.current);
      then.current = null;
    }, lasts[beat.what]);
    return () => clearTimeout(timer);
  }, [beat]);
  return beat;
}
