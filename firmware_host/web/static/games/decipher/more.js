/** Rarely needed parts of Decipher's phone: the alphabet, the help with letters, hints, and retiring. */
import { Dialog } from "../../parts/dialog.js";
import { useHelp } from "../../parts/letters/kept.js";
import { Alphabet, Letter } from "../../parts/letters/letters.js";
import { actShowing } from "../../parts/live.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** The question before retiring, because the phone cannot undo it. */
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

/** The available hints with their prices; each can be had once a round. */
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

/** The hints on the board's page, where players first choose who asks. */
export function HintsHere({ state, game, by, choose, setWhy, close }) {
  const seekers = state.players.filter((one) => !one.bot && game.board.speakers(state).includes(one.seat));
  const send = async (path, body) => {
    const answer = await actShowing(setWhy)(path, { ...body, by });
    if (!answer.ok) close(); // the board says why
    return answer;
  };
  const who = seekers.length > 1 && html`<div class="segment" role="group" aria-label=${say("web-hint-who")}><span aria-hidden="true">${say("web-hint-who")}</span>${seekers.map((one) => html`
    <button type="button" key=${one.seat} aria-pressed=${one.seat === by} onClick=${() => choose(one.seat)}>${one.name}</button>`)}</div>`;
  return html`<${Hints} ...${{ state, you: { seat: by }, send, open: close, who }} />`;
}

/** The entries behind "More". */
export function More({ you, open }) {
  const [help, setHelp] = useHelp();
  return html`<button type="button" aria-pressed=${help} onClick=${() => setHelp(!help)}>${say("web-letters-help")}</button>
    ${you.may.includes("hint") && html`<button type="button" onClick=${() => open("hints")}>${say("web-hints")}</button>`}
    ${you.may.includes("retire") && html`<button type="button" onClick=${() => open("retire")}>${say("web-retire")}</button>`}`;
}

/** Every letter with its pieces. */
export const Letters = ({ letters }) => html`<${Alphabet} letters=${letters} say=${say} />`;

/** Show the word of a hunch on a slip of paper, to its player alone. */
export function Receipt({ word, letters, done }) {
  return html`<div class="play receipt"><div class="above" role="status"><div class="printer"></div><div class="slip"><h2>${say("web-hunch-yours")}</h2>
      <p class="word" aria-hidden="true">${[...word].map((letter) => html`<${Letter} letter=${letter} build=${letters[letter] ?? []} small />`)}</p>
      <p class="large">${say("web-hunch-locked", { word })}</p><p>${say("web-hunch-sealed")}</p></div></div>
    <div class="below"><p class="two"><button type="button" class="main" onClick=${done}>${say("web-seat-game")}</button></p></div></div>`;
}
