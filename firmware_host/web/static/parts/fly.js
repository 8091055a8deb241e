/** Coins and cards that move from one place of a page to another. */

/** The duration of a move, in milliseconds. */
export const FLIES_MS = 500;

/** The media query for reduced motion, created once, as that takes longer than reading it. */
export const CALM = matchMedia("(prefers-reduced-motion: reduce)");

/** Move a copy of a picture between two elements after a delay, then remove it. */
export function fly(from, to, picture, delay = 0) {
  if (!from || !to || CALM.matches) return;
  const start = from.getBoundingClientRect(), end = to.getBoundingClientRect();
  if (!start.width) return; // not visible on a small screen
  const flying = picture.cloneNode(true);
  flying.classList.add("flies");
  flying.style.left = `${start.x}px`;
  flying.style.top = `${start.y}px`;
  flying.style.height = `${start.height}px`;
  document.body.append(flying);
  const way = `translate(${end.x + end.width / 2 - start.x - start.width / 2}px, ${end.y + end.height / 2 - start.y - start.height / 2}px) scale(0.6)`;
  flying.animate([{ transform: "none" }, { transform: way, opacity: 0.9 }], { duration: FLIES_MS, delay, easing: "cubic-bezier(.5,-.2,.4,1)", fill: "backwards" })
    .finished.finally(() => flying.remove());
}
