/** What a page reads from the board once, such as its words. */

/** So long is waited for an answer, and so long before the next try, in milliseconds. */
const ANSWER_MS = 12000, AGAIN_MS = 2000;

/**
 * Return what the board answers, as JSON. Without an answer it is asked again, silently: a
 * page that has lost the board says so by its line (`live.js`).
 *
 * @param {string} path Such as "/api/alphabet".
 * @returns {Promise<object>} `{ok, status, json}`.
 */
export async function readJson(path) {
  try {
    const answer = await fetch(path, { signal: AbortSignal.timeout(ANSWER_MS) });
    if (answer.status < 500) return { ok: answer.ok, status: answer.status, json: await answer.json() };
  } catch { /* no answer, or half of one */ }
  await new Promise((again) => setTimeout(again, AGAIN_MS));
  return readJson(path);
}
