/**
 * What has just happened, as a page plays it once: the board and the phones alike.
 *
 * A beat is a moment of the board (`state.moments`) that this page has not played yet. It
 * is over after a while, or when the next one comes; nothing waits for it. Whose turn it
 * is comes after what has led to it, on a page that plays that.
 */
import { since } from "./sound/sound.js";
import { useEffect, useRef, useState } from "../vendor/preact.js";

/**
 * Return the beat that is played now; null for none.
 *
 * @param {object} state The state document.
 * @param {object} lasts For each beat how long it is played, in milliseconds; of those that
 *   come together the one is played that stands first here.
 * @param {function} own Returns a moment as this page plays it; null where it does not.
 */
export function useBeat(state, lasts, own = (one) => one) {
  const played = useRef(null);
  const then = useRef(null);
  const [beat, set] = useState(null);
  const { moments } = state;
  const newest = moments.at(-1)?.n ?? 0;
  useEffect(() => {
    const fresh = since(moments, played.current);
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
