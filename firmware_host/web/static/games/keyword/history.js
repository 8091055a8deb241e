/** KEYWORD in the history: the row, the words of the round, and the collected words. */
import { html } from "../../vendor/preact.js";
import { Keyword, Opened, Row } from "./parts.js";

function Position({ view, game, players }) {
  const sitting = players ?? game?.players ?? [];
  return html`<div class="kw-then"><${Row} view=${view} /><${Opened} view=${view} players=${sitting} />
    <ul>${sitting.map(({ seat, name }) => html`<li key=${seat}><b>${name}</b> <${Keyword} view=${view} words=${view.words[seat]} />${" "}
      ${(view.words[seat] ?? []).map(({ word }) => word).join(", ")}</li>`)}</ul></div>`;
}

/** The scored word of a round; each player's own word is in that player's column. */
const Word = ({ result }) => html`${result.word || "–"}`;

export const history = { Position, Word };
