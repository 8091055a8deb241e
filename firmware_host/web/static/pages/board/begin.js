/** A new game with rules of the house: every rule that a table may settle. */
import { Choosing } from "../../parts/choosing.js";
import { Dialog } from "../../parts/dialog.js";
import { act } from "../../parts/live.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

export function Begin({ state, setWhy, close }) {
  const begin = async (wishes) => {
    const answer = await act("/api/begin", wishes);
    setWhy(answer.ok ? "" : answer.text ?? answer.error);
    close();
  };
  return html`<${Dialog} title=${say("web-begin")} closeWord=${say("web-close")} close=${close}>
    <${Choosing} state=${state} begin=${begin} /></${Dialog}>`;
}
