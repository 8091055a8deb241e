/** Any game at the virtual board: items to tap in the tray, and its lines behind a button. */
import { Takes } from "../../pages/board/hand.js";
import { Heaps } from "../../pages/board/heaps.js";
import { Card } from "../../parts/cards.js";
import { Dialog } from "../../parts/dialog.js";
import { actShowing } from "../../parts/live.js";
import { html, useState } from "../../vendor/preact.js";
import { keyboard, say } from "../../parts/words.js";
import { Drawing, useGame, valueName } from "./declared.js";
import { Pad } from "./pad.js";

/** The most cards in the tray; more are chosen from a sheet. */
const FEW = 4;

/** The items that can be tapped: pieces, letter tiles, and the game's own cards. */
function Tray({ state, hand, setWhy, open }) {
  const game = useGame(state.chosen);
  const { hears, cards } = game;
  const taps = (what) => hears.includes(what);
  const sheet = (name, sign, code) => html`<button type="button" key=${name} class="heap" onClick=${() => open(name)}>
    <${Card} text=${sign} /><span>${hand.item?.[name] ?? say(code)}</span></button>`;
  return html`<div class="tray" role="group" aria-label=${say("web-board-tray")}>
    ${taps("piece") && html`<${Heaps} ...${{ state, hand, setWhy }} />`}
    ${taps("tile") && sheet("letter", "A", "web-board-tiles")}
    ${taps("card") && (cards.length > FEW ? sheet("card", "?", "web-board-cards") : cards.map((card) => html`
      <${Takes} key=${card} item=${{ card }} hand=${hand} setWhy=${setWhy}><${Front} game=${game} card=${card} />
        <span>${valueName(game, card)}</span></${Takes}>`))}</div>`;
}

/** A card with the game's drawing, else with its first letter. */
const Front = ({ game, card }) => (game.drawings.includes(card)
  ? html`<span class="card"><${Drawing} game=${game} name=${card} /></span>`
  : html`<${Card} text=${valueName(game, card).charAt(0).toUpperCase()} />`);

/** A sheet of items: one is chosen, and put into a zone. */
const sheet = (key, code, list) => function Things({ state, hand, close }) {
  const game = useGame(state.chosen);
  const take = (one) => () => {
    hand.pick({ [key]: one });
    close();
  };
  return html`<${Dialog} title=${say(code)} closeWord=${say("web-close")} close=${close}>
    <div class="parts">${list(game, state).map((one) => html`<button type="button" key=${one} onClick=${take(one)}>${valueName(game, one)}</button>`)}</div></${Dialog}>`;
};

const Letters = sheet("letter", "web-board-tiles", (_, state) => [...keyboard(state.language).letters].map((one) => one.toUpperCase()));
const Cards = sheet("card", "web-board-cards", (game) => game.cards);

/** The button for the lines of the player on turn. */
function Doings({ state: { view, chosen }, open }) {
  const game = useGame(chosen);
  if (!view || view.over || !game.verbs.length) return null;
  return html`<button type="button" onClick=${() => open("lines")}>${say("web-doing")}</button>`;
}

/** The lines on a shared screen; the player is chosen if no single player is on turn. */
function Lines({ state, close }) {
  const game = useGame(state.chosen);
  const { view, players } = state;
  const [who, choose] = useState(players[0]?.seat);
  const [why, setWhy] = useState("");
  const seat = view?.turn ?? who;
  const send = async (path, line) => {
    const { by } = game.verbs.find((verb) => verb.do === line.do);
    const answer = await actShowing(setWhy)(path, by ? { ...line, by: seat } : line);
    if (answer.ok) close();
    return answer;
  };
  const may = view?.may ?? game.verbs.map((verb) => verb.do);
  return html`<${Dialog} title=${players.find((one) => one.seat === seat)?.name ?? ""} closeWord=${say("web-close")} close=${close}>
    <p class="why" role="alert">${why}</p>
    <${Pad} ...${{ state, send }} all you=${{ seat, may }} /></${Dialog}>`;
}

export const board = { Tray, Doings, sheets: { letter: Letters, card: Cards, lines: Lines } };
