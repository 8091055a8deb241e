/** Reading data from the board once, such as a page's texts. */

/** The timeout of a request, and the pause before the next attempt, in milliseconds. */
const ANSWER_MS = 12000, AGAIN_MS = 2000;

/**
 * Return the board's answer as JSON. Without an answer it is asked again, silently: `live.js` shows
 * that the connection is lost.
 *
 * @param {string} path Such as "/api/alphabet".
 * @returns {Promise<object>} `{ok, status, json}`.
 */
export async function readJson(path) {
  try {
    const answer = await fetch(path, { signal: AbortSignal.timeout(ANSWER_MS) });
    if (answer.status < 500) return { ok: answer.ok, status: answer.status, json: await answer.json() };
  } catch { /* no answer, or an incomplete one */ }
  await new Promise((again) => setTimeout(again, AGAIN_MS));
  return readJson(path);
}
