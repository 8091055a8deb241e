/**
 * Return the moments that are new to a page.
 *
 * @param {object[]} moments Those of a state document, in their order.
 * @param {number|null} heard The number of the last that was heard; null for a page that
 *   has just come: it hears of what comes. A board that has started anew counts from 1.
 */
export function since(moments, heard) {
  if (heard === null) return [];
  const begun = (moments.at(-1)?.n ?? 0) < heard ? 0 : heard;
  return moments.filter((one) => one.n > begun);
}
