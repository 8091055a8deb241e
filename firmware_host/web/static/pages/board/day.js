/** The word of the day: one tap starts it, and found words are collected on this board. */
import { Collection } from "../../parts/aside/found.js";
import { levels } from "../../parts/choosing.js";
import { Dialog } from "../../parts/dialog.js";
import { dateOf, LAST, today } from "../../parts/days.js";
import { Mark } from "../../parts/pieces.js";
import { html, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** The number of letters of the word of the day, the same on every board. */
const LETTERS = 5;

/** The first possible day; the program is not older. */
const FIRST = 300;

/** True if this page runs on the board's own computer, whose clock may be wrong. */
const ONE_CLOCK = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/** Return the number of today, or 0 if no clock is reliable. */
function numberOf(collected) {
  const { day = 0 } = collected ?? {}, here = today();
  return day || (ONE_CLOCK || here < FIRST ? 0 : here);
}

/** Return the game that has a word of the day, and its setting for it. */
function drawsDay(offered) {
  for (const game of offered) for (const knob of levels(game)) if (knob.choices.some(({ value }) => value === "day")) return { game, knob };
  return {};
}

/**
 * The button that starts the word of the day; after it was found, it opens the collection.
 *
 * @param {object} given
 * @param {object[]} given.offered The games that can be chosen.
 * @param {?object} given.collected The collection; null before it has arrived.
 * @param {object} given.who The players, as `/api/begin` expects them.
 * @param {function} given.ask Sends a command; returns whether it was accepted.
 * @param {function} given.close Called after the game has begun.
 */
export function DayButton({ state, offered, collected, setCollected, who, ask, close, off }) {
  const [opened, open] = useState("");
  const { game, knob } = drawsDay(offered);
  if (!game || !collected) return null;
  const number = numberOf(collected);
  const found = number && collected.found.some((one) => one.day === number && one.language === state.language);
  const play = async (day) => {
    open("");
    if (await ask("/api/begin", { ...who, game: game.name, rules: { [knob.name]: "day" }, length: Math.min(LETTERS, game.lengths.at(-1)), board_makes: true, rounds: 1, day, once: true })) close();
  };
  const press = () => (found ? open("found") : number ? play(number) : open("number"));
  const date = number ? dateOf(number) : null;
  return html`<div class="day"><button type="button" class="paper" disabled=${off} onClick=${press}>
    <span class="leaf" aria-hidden="true"><em>${date ? date.toLocaleDateString(state.language, { month: "short", timeZone: "UTC" }) : "…"}</em><b>${date ? date.getUTCDate() : "?"}</b></span>
    <span>${say("web-day")}<small>${found ? html`<${Mark} name="tick" /> ${say("web-day-found")}` : say("web-day-same")}</small></span></button>
    ${opened === "number" && html`<${AskNumber} collected=${collected} play=${play} close=${() => open("")} />`}
    ${opened === "found" && html`<${Collection} collected=${collected} set=${setCollected} close=${() => open("")} />`}</div>`;
}

/** Ask for the number of the day, which is in every shared text of another board. */
function AskNumber({ collected, play, close }) {
  const here = today();
  const [day, set] = useState(String(here >= FIRST ? here : collected.last ? collected.last + 1 : ""));
  const fits = /^[1-9]\d{0,4}$/.test(day) && Number(day) <= LAST;
  const date = fits && dateOf(Number(day)).toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  return html`<${Dialog} title=${say("web-day-number")} closeWord=${say("web-close")} close=${close}>
    <p>${say("web-day-number-why")}</p>
    <p class="pair"><label class="field">${say("web-day-number-field")}<input class="number" inputmode="numeric" maxlength="5" value=${day} onInput=${(event) => set(event.currentTarget.value.trim())} /></label>
      <output>${date || " "}</output></p>
    <p><button type="button" class="main" disabled=${!fits} onClick=${() => play(Number(day))}>${say("web-day-play")}</button></p></${Dialog}>`;
}
