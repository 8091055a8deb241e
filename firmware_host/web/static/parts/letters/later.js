/** What is drawn a frame late, or bit by bit: an answer comes first, however slow the processor. */
import { useEffect, useState } from "../../vendor/preact.js";

/** Do something once what is drawn now can be seen; return what calls it off. */
function afterwards(act) {
  let timer = 0;
  const frame = requestAnimationFrame(() => (timer = setTimeout(act)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Return a string or number as it was, and as it is once the frame has been seen. */
export function useLater(now) {
  const [shown, show] = useState(now);
  useEffect(() => afterwards(() => show(now)), [now]);
  return shown;
}

/** Return how many of so many things are drawn by now: some more with each frame. */
export function useMore(all, step) {
  const [many, set] = useState(step);
  useEffect(() => (many < all ? afterwards(() => set(many + step)) : undefined), [many, all]);
  return many;
}
