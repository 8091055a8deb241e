/** WQRDLES in the history: every hidden word in a position. */
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Hidden, nameOf } from "./grid.js";

function Position({ view, game, players }) {
  const sitting = players ?? game?.players ?? [];
  return html`<div class="wq-wall wq-then">${view.seats.map((seat) => html`<${Hidden} key=${seat} state=${{ view, players: sitting }} seat=${seat} heading="h3" digits="whole" />`)}</div>
    <${Opens} view=${view} game=${game} players=${sitting} />`;
}

/** The nonces of the last finished round. */
function Opens({ view, game, players }) {
  const round = view.nonces.length - 1, words = game?.results[round]?.words;
  if (!words || view.rows.length) return null;
  return html`<dl class="wq-opens">${view.nonces[round].map((nonce, seat) => nonce && html`
    <dt>${nameOf(players, seat)} <b>${words[seat]}</b></dt>
    <dd>${say("web-wqrdles-opens")}${" "}<code>${nonce}</code></dd>`)}</dl>`;
}

/** The words of a round, in turn order. */
const Word = ({ result }) => html`${result.words.map((word) => word || "-").join(" · ")}`;

export const history = { Position, Word };
