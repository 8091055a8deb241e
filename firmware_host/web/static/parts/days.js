/** The number of a day for the word of the day: 1 January 2026 is 0. */
const FIRST_DAY = Date.UTC(2026, 0, 1), DAY_MS = 86_400_000;

/** The last number that the board accepts. */
export const LAST = 36_500;

/** Return the number of today in this browser's time zone. */
export function today() {
  const now = new Date();
  return Math.round((Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) - FIRST_DAY) / DAY_MS);
}

/** Return the date of a day, at midnight UTC. */
export const dateOf = (day) => new Date(FIRST_DAY + day * DAY_MS);
