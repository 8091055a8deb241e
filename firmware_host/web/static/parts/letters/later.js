/** Delayed and gradual drawing, so that answers appear first even on a slow processor. */
import { useEffect, useState } from "../../vendor/preact.js";

/** Call a function after the present frame is visible; return a function that cancels it. */
function afterwards(act) {
  let timer = 0;
  const frame = requestAnimationFrame(() => (timer = setTimeout(act)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Return a string or number one frame late. */
export function useLater(now) {
  const [shown, show] = useState(now);
  useEffect(() => afterwards(() => show(now)), [now]);
  return shown;
}

/** Return how many of `all` things to draw now: `step` more with each frame. */
export function useMore(all, step) {
  const [many, set] = useState(step);
  useEffect(() => (many < all ? afterwards(() => set(many + step)) : undefined), [many, all]);
  return many;
}
