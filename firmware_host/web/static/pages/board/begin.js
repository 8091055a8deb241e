/** A new game with house rules: all rules that players may choose. */
import { Choosing } from "../../parts/choosing.js";
import { Dialog } from "../../parts/dialog.js";
import { Evening } from "../../parts/aside/evening.js";
import { act, actShowing } from "../../parts/live.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/**
 * @param {object} given
 * @param {object} given.wanted The chosen players and game; null for the present players.
 */
export function Begin({ state, setWhy, close, wanted }) {
  const begin = async (wishes) => {
    await actShowing(setWhy)("/api/begin", { ...wanted?.people, ...wishes });
    close();
  };
  const evening = async (key) => {
    const answer = await act("/api/evening", { key, ...wanted?.people });
    if (answer.ok) close();
    return answer.ok ? "" : answer.text ?? answer.error;
  };
  const { seats: players, name: chosen, length, rounds, maker: board_makes, level } = wanted ?? {};
  const asked = wanted ? { ...state, players, chosen, length, rounds, board_makes, ...(level && { pack: "" }) } : state;
  return html`<${Dialog} title=${say("web-begin")} closeWord=${say("web-close")} close=${close}>
    <${Choosing} state=${asked} begin=${begin} level=${level} open />
    <${Evening} begin=${evening} /></${Dialog}>`;
}
