/**
 * Return the moments that are new to a page.
 *
 * @param {object[]} moments The moments of a state document, in order.
 * @param {number|null} heard The number of the last known one; null for a page that was just
 *   opened and starts with the next. A restarted board counts from 1 again.
 */
export function since(moments, heard) {
  if (heard === null) return [];
  const begun = (moments.at(-1)?.n ?? 0) < heard ? 0 : heard;
  return moments.filter((one) => one.n > begun);
}
