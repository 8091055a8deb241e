/** After a game of KEYWORD: the collected words, and the longest words of each hand in a round. */
import { readJson } from "../../parts/read.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Rows } from "./rows.js";

/**
 * Return the sentence about the longest words of the last round; "" if this page may not read the
 * history.
 */
async function longest() {
  const asked = `lang=${document.documentElement.lang}`;
  const { json: { games = [] } } = await readJson(`/api/history?${asked}`);
  const { json: { positions = [] } } = games.length ? await readJson(`/api/history/${games[0].game}?${asked}`) : { json: {} };
  return positions.findLast(({ insight }) => insight?.said)?.insight.said ?? "";
}

export function After({ state }) {
  const [said, set] = useState(""), { claimed, orange_left, blue_left } = state.view;
  useEffect(() => void longest().then(set), []);
  return html`<div class="kw-after">${!(claimed || (orange_left && blue_left)) && html`<p>${say("web-keyword-out")}</p>`}<${Rows} state=${{ ...state, view: { ...state.view, opened: [], laid: [], passed: [] } }} />${said && html`<p>${said}</p>`}</div>`;
}
