/** WQRDLES looked at again: every hidden word as it stood. */
import { html } from "../vendor/preact.js";
import { Hidden } from "./wqrdles-grid.js";

function Position({ view, game, players }) {
  const sitting = players ?? (game?.names ?? []).map((name, seat) => ({ seat, name, symbol: "" }));
  return html`<div class="wq-wall wq-then">${view.seats.map((seat) => html`<${Hidden} key=${seat} state=${{ view, players: sitting }} seat=${seat} heading="h3" />`)}</div>`;
}

/** The words of a round, in turn order. */
const Word = ({ result }) => html`${result.words.map((word) => word || "-").join(" · ")}`;

export const history = { Position, Word };
