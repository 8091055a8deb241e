/** A guess on a phone: slots under the zones, letters built of pieces, or a keyboard. */
import { useHelp } from "../../parts/letters/kept.js";
import { canBe, unlike } from "../../parts/letters/lying.js";
import { useKeys, useSpelling } from "../../parts/letters/spelling.js";
import { Says } from "../../pages/seat/head.js";
import { SeatZones } from "../../pages/seat/zones.js";
import { Letter, inWords } from "../../parts/letters/letters.js";
import { isLetter, laid } from "../../parts/letters/laid.js";
import { html, useMemo, useState } from "../../vendor/preact.js";
import { guessed, keyboard, say } from "../../parts/words.js";
import { hinted } from "./turn.js";

/** The hand of a phone without pieces. */
const EMPTY_HAND = Object.freeze({ item: null });

/** Press the main button, for Enter. */
const press = () => document.querySelector(".two .main:not(:disabled)")?.click();

/**
 * @param {object} given
 * @param {object} given.state The state document; likewise `you`, `send`, `letters` and `task` of the page.
 * @param {function} [given.leave] Returns to the piece in hand.
 * @param {function} given.lock Called with a word that was locked as a hunch.
 */
export function Guess({ state, you, send, letters, task, leave, lock }) {
  const [rows, setRows] = useState(false);
  const [help] = useHelp();
  const spelling = useSpelling(state, press, (letter, zone) => (help ? unlike(letter, state.zones[zone - 1], letters[letter]) : ""), false);
  useKeys(spelling, EMPTY_HAND, state);
  const may = (name) => you.may.includes(name);
  const { word, whole, first } = spelling;
  const give = async () => {
    await send("/api/do", { do: "guess", word });
  };
  const hunch = async () => {
    if ((await send("/api/hunch", { word })).ok) {
      lock(word);
      spelling.clear();
    }
  };
  const label = (zone, at) => (spelling.letters[at] ? say("web-slot", { n: zone, letter: spelling.letters[at] }) : say("web-slot-empty", { n: zone }));
  const slots = Array.from({ length: state.length }, (_, at) => spelling.letters[at] ?? "");
  const hint = spelling.why && html`<span class="no-letter">${spelling.why}</span>`;
  return html`<div class="play guess" aria-label=${say("web-doing")} role="group">
    <div class="above"><${Says} state=${state} task=${task} news=${hint} small />
      <${SeatZones} ...${{ state, letters, label }} chosen=${spelling.zone} choose=${(zone) => spelling.go(zone - first)} word=${slots} />
      <${Guessed} state=${state} you=${you} /></div>
    <div class="below"><${Keys} ...${{ state, letters, spelling, help, rows }} turn=${() => setRows(!rows)} />
      <p class="two">${leave && html`<button type="button" onClick=${leave}>${say("web-seat-piece")}</button>`}
        ${!leave && may("pass") && html`<button type="button" onClick=${() => send("/api/do", { do: "pass" })}>${say("web-pass")}</button>`}
        ${may("hunch") && html`<button type="button" class=${may("guess") ? "" : "main"} disabled=${!whole} onClick=${hunch}>${say("web-hunch")}</button>`}
        ${may("guess") && html`<button type="button" class="main" disabled=${!whole} onClick=${give}>${whole ? say("web-guess-it", { word }) : say("web-guess-empty")}</button>`}</p>
    </div></div>`;
}

/** The guesses so far, and the player's own hunch. */
export function Guessed({ state, you }) {
  const { view, players } = state;
  const name = (seat) => players.find((one) => one.seat === seat)?.name ?? say("web-the-board");
  return html`${hinted(state) && html`<p class="facts hinted" role="status">${hinted(state)}</p>`}${you.hunch && html`<p class="facts locked-hunch"><b>${say("web-hunch-locked", { word: you.hunch })}</b></p>`}
    ${view.guesses.length > 0 && html`<p class="facts">${say("web-guessed")} ${view.guesses.slice(-3).map(([seat, word]) => `${name(seat)} ${guessed(state, word)}`).join(" · ")}</p>`}`;
}

/** The keys: A to Z built of pieces in six columns, or a keyboard. */
function Keys({ state, letters, spelling, help, rows, turn }) {
  const face = state.zones[spelling.zone - 1], board = keyboard(state.language);
  const press = (sign) => [...laid(sign, state.language, 2)].forEach(spelling.type);
  const pale = (sign) => Boolean(help && letters[sign] && face && !canBe(face, letters[sign]));
  const key = (sign, inside) => html`<button type="button" key=${sign} class=${`key ${pale(sign) ? "pale" : ""}`} aria-disabled=${pale(sign) ? "true" : null}
    aria-label=${sign} onClick=${() => press(sign)}>${inside ?? (sign === "'" ? "’" : sign)}</button>`;
  const built = useMemo(() => Object.fromEntries(Object.keys(letters).map((sign) =>
    [sign, html`<${Letter} letter=${sign} build=${letters[sign]} small /><span class="unseen">${inWords(letters[sign], say)}</span>`])), [letters]);
  const back = html`<button type="button" class="key wide" disabled=${!spelling.letters.some(Boolean)} onClick=${spelling.back}><span aria-hidden="true">⌫</span><span class="unseen">${say("web-key-delete")}</span></button>`;
  const other = html`<button type="button" class="key wide turn" onClick=${turn}>${rows ? "ABC" : board.rows[0].slice(0, 6)}<span class="unseen"> ${say(rows ? "web-key-abc" : "web-key-rows")}</span></button>`;
  if (rows) {
    return html`<div class="pad rows" role="group" aria-label=${say("web-keys")}>${board.rows.map((row) => html`<div key=${row}>${[...row].map((sign) => key(sign))}</div>`)}
      <div>${board.more.map((sign) => key(sign))}${back}${other}</div></div>`;
  }
  const signs = Object.keys(letters).filter((sign) => !isLetter(sign) && board.more.includes(sign));
  return html`<div class=${`pad abc ${signs.length ? "signs" : ""}`} role="group" aria-label=${say("web-keys")}>
    ${[...Object.keys(letters).filter(isLetter).sort(), ...signs].map((sign) => key(sign, built[sign]))}${back}${other}</div>`;
}
