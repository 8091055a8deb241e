/** What a player of Decipher needs more rarely: the alphabet, the help with letters, hints, and retiring from a round. */
import { Dialog } from "../../parts/dialog.js";
import { useHelp } from "../../parts/letters/kept.js";
import { Alphabet } from "../../parts/letters/letters.js";
import { act } from "../../parts/live.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** Retiring is asked once more, for it cannot be taken back by the phone alone. */
export function Retire({ send, open }) {
  const yes = async () => {
    await send("/api/do", { do: "retire" });
    open("");
  };
  return html`<${Dialog} title=${say("web-retire-sure")} closeWord=${say("web-retire-no")} close=${() => open("")}>
    <p>${say("web-retire-means")}</p>
    <p><button type="button" class="main" onClick=${yes}>${say("web-retire-yes")}</button></p>
  </${Dialog}>`;
}

/** What the board can tell, each with its price; whoever has had it this round cannot have it again. */
export function Hints({ state: { view }, you, send, open, who = null }) {
  const had = view.hinted.filter(([seat]) => seat === you.seat).map(([, about]) => about);
  const left = view.hints.filter(([about]) => !had.includes(about));
  const ask = (about) => async () => {
    if ((await send("/api/do", { do: "hint", about })).ok) open("");
  };
  return html`<${Dialog} title=${say("web-hints")} closeWord=${say("hint-not")} close=${() => open("")}>
    <p>${say("web-hints-how")}</p>${who}
    <div class="hints">${left.map(([about, price]) => html`<button type="button" class="main" key=${about} onClick=${ask(about)}><span>${say(`web-hint-${about}`)}</span>
      <small>${price ? say("web-hint-costs", { n: price }) : say("web-hint-free")}</small></button>`)}</div>
  </${Dialog}>`;
}

/** The same at the board's page, where somebody says first who asks. */
export function HintsHere({ state, game, by, choose, setWhy, close }) {
  const seekers = state.players.filter((one) => !one.bot && game.board.speakers(state).includes(one.seat));
  const send = async (path, body) => {
    const answer = await act(path, { ...body, by });
    setWhy(answer.ok ? "" : answer.text ?? answer.error);
    if (!answer.ok) close(); // the board says why
    return answer;
  };
  const who = seekers.length > 1 && html`<div class="segment" role="group" aria-label=${say("web-hint-who")}><span aria-hidden="true">${say("web-hint-who")}</span>${seekers.map((one) => html`
    <button type="button" key=${one.seat} aria-pressed=${one.seat === by} onClick=${() => choose(one.seat)}>${one.name}</button>`)}</div>`;
  return html`<${Hints} ...${{ state, you: { seat: by }, send, open: close, who }} />`;
}

/** What stands in the list behind "More". */
export function More({ you, open }) {
  const [help, setHelp] = useHelp();
  return html`<button type="button" aria-pressed=${help} onClick=${() => setHelp(!help)}>${say("web-letters-help")}</button>
    ${you.may.includes("hint") && html`<button type="button" onClick=${() => open("hints")}>${say("web-hints")}</button>`}
    ${you.may.includes("retire") && html`<button type="button" onClick=${() => open("retire")}>${say("web-retire")}</button>`}`;
}

/** Every letter with its pieces. */
export const Letters = ({ letters }) => html`<${Alphabet} letters=${letters} say=${say} />`;
