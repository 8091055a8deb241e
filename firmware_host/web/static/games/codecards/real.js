/** Code cards with real cards, on a phone: cards are tapped at the board, and pages do not know them. */
import { Dialog } from "../../parts/dialog.js";
import { useHeld } from "../../parts/held.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { PlayingCard, called } from "./faces.js";
import { COLUMNS, Table, pads } from "./table.js";

/** The buttons for lines without values; breaking the code asks first. */
function Lines({ state: { view }, you, send, open }) {
  const button = (act, code, press = () => send("/api/do", { do: act })) => you.may.includes(act)
    && html`<button type="button" key=${act} onClick=${press}>${say(code, { n: view.column })}</button>`;
  return html`${button("break", "web-codecards-break", () => open("break"))}${button("skip", "web-codecards-skip")}${button("done", "web-codecards-done")}`;
}

/** The own code or the pile before the next hidden card, while its button is held. */
function Looked({ code, cards }) {
  const [looks, looking] = useHeld();
  return html`<div class="secret"><button type="button" ...${looking}>${code}</button>
    <p class="cc-shown" aria-live="polite">${looks && cards.map((one) => html`<span key=${one}><${PlayingCard} card=${one} /><span class="unseen">${called(one)} </span></span>`)}</p></div>`;
}

/** The page of a turn. */
export function AtBoard(given) {
  const { state, you, task, says } = given, { view, players } = state;
  const next = pads(view).slice(0, view.first_turn ? 1 : COLUMNS.length);
  const { code = [], pile = [] } = you.secret ?? {};
  return html`<div class="cc-own">${says}
      <${Table} ...${{ view, players, seat: you.seat }} />
      ${task !== null && html`<p class="facts">${say("web-codecards-tap-play", { n: next.join(", ") })}</p>`}
      ${code.length > 0 && code.every(Boolean) && html`<div class="looks"><${Looked} code=${say("web-codecards-look-own")} cards=${code} />
        ${pile.length > 0 && html`<${Looked} code=${say("web-codecards-look-held", { n: view.column })} cards=${pile} />`}</div>`}
      <p class="two"><${Lines} ...${given} /></p></div>`;
}

/** The question before breaking the code. */
export const Break = ({ send, open }) => html`<${Sure} yes=${() => send("/api/do", { do: "break" }).then(() => open(""))} close=${() => open("")} />`;

/** A dialog that asks before the code is broken, because that ends the game. */
export const Sure = ({ yes, close }) => html`<${Dialog} title=${say("web-codecards-break-sure")} closeWord=${say("web-cancel")} close=${close}>
  <p>${say("web-codecards-break-means")}</p>
  <p><button type="button" class="main" onClick=${yes}>${say("web-codecards-break")}</button></p>
</${Dialog}>`;
