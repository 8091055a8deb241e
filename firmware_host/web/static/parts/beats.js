/**
 * What has just happened, as a page plays it once: the board and the phones alike.
 *
 * A beat is a moment of the board (`state.moments`) that this page has not played yet. It
 * is over after a while, or when the next one comes; nothing waits for it. Whose turn it
 * is comes after what has led to it, on a page that plays that.
 */
import { since } from "./sound/since.js";
import { useEffect, useRef, useState } from "../vendor/preact.js";

/** How long each is played where everybody looks, in milliseconds, the weightiest first; what is not named is not played. */
const LASTS = { game: 6000, round: 5000, wrong: 2600, bonus: 3000, hint: 5000, time: 2600, no: 1550, yes: 1450, power: 4000, undone: 2200 };

/** A wrong guess is one whatever it has left over. */
const WRONG = { "last-token": "wrong", out: "wrong" };
const everybody = (one) => (WRONG[one.what] ? { ...one, what: WRONG[one.what] } : one);

/** What a page plays that has just come: nothing, but that the power is back, until somebody acts. */
const atFirst = (moments) => (moments.at(-1)?.what === "power" ? moments.slice(-1) : []);

/**
 * Return the beat that is played now; null for none.
 *
 * @param {object} state The state document.
 * @param {object} lasts For each beat how long it is played, in milliseconds; of those that
 *   come together the one is played that stands first here.
 * @param {function} own Returns a moment as this page plays it; null where it does not.
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
