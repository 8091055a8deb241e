/** An unattended board: it demonstrates the game, asks whether a player is there, and passes the turn on. */
import { Languages } from "./languages.js";
import { Animal, ANIMALS } from "../../parts/animals.js";
import { act } from "../../parts/live.js";
import { Dialog } from "../../parts/dialog.js";
import { posesOf } from "../../parts/letters/letters.js";
import { SYMBOLS } from "../../parts/pieces.js";
import { Loudspeaker } from "../../parts/sound/loudspeaker.js";
import { html, useEffect } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** Time without a touch before the demonstration starts, per piece, and before it starts again. */
const BEGINS_MS = 5000, PIECE_MS = 1100, AGAIN_MS = 4000;

/** The shortest time between two reports of activity. */
const STAY_MS = 5000;

const doing = (body) => act("/api/kiosk", body);

/** Report every touch of the page to the board, so that it does not ask whether a player is there. */
function useStay() {
  useEffect(() => {
    let told = -STAY_MS;
    const touch = () => {
      if (performance.now() - told < STAY_MS) return;
      told = performance.now();
      doing({ does: "stay" });
    };
    addEventListener("pointerdown", touch, { capture: true });
    addEventListener("keydown", touch, { capture: true });
    return () => {
      removeEventListener("pointerdown", touch, { capture: true });
      removeEventListener("keydown", touch, { capture: true });
    };
  }, []);
}

/** While nobody is there, show pieces that move into the zones as if dragged. */
function useShow({ state, letters, setShown }) {
  const here = state.kiosk.here || !state.tutorial;
  useEffect(() => {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const word = say("web-kiosk-shown");
    if (here || still || ![...word].every((letter) => letters[letter] && posesOf(letter))) return undefined;
    const steps = [...word].flatMap((letter, at) => posesOf(letter).map((pose) => [at, pose]));
    let timer = 0;
    const step = (n) => {
      setShown(steps.slice(0, n));
      const next = n > steps.length ? 0 : n + 1;
      timer = setTimeout(() => step(next), n === steps.length ? AGAIN_MS : PIECE_MS);
    };
    timer = setTimeout(() => step(1), BEGINS_MS);
    return () => {
      clearTimeout(timer);
      setShown([]);
    };
  }, [here, state.language, letters]);
}

/**
 * The kiosk's parts over the board: its question, and the message about the next player.
 *
 * @param {object} given The values of `useGiven`.
 * @param {function} given.setShown Called with the demonstrated pieces: the zone's place in the word, and the pose.
 */
export function Kiosk(given) {
  const { kiosk, tutorial, view } = given.state;
  useStay();
  useShow(given);
  if (kiosk.asks) {
    return html`<${Dialog} title=${say("kiosk-still")} closeWord=${say("web-keep-on")} close=${() => doing({ does: "stay" })}>
      <p>${say("kiosk-still-why")}</p></${Dialog}>`;
  }
  if (!kiosk.here) return html`<p class="touch-note">${say("web-kiosk-touch")}</p>`;
  const up = kiosk.turn === "up", over = view?.over && !tutorial;
  const said = over || (up && view?.over) ? "kiosk-over" : up ? "kiosk-turn" : kiosk.turn === "soon" ? "kiosk-soon" : "";
  return said && html`<p class="turn-note" role="status">${say(said)}
    ${up && html` <button type="button" onClick=${() => doing({ does: "over" })}>${say("web-kiosk-next")}</button>`}</p>`;
}

/** A player: an animal and its name. */
const Sits = ({ animal, name }) => html`<li class=${`seat paper who-${animal || ANIMALS[0]}`}>
  <span class="face"><${Animal} name=${animal || ANIMALS[0]} /></span><b>${name}</b></li>`;

/** The choice of one to four animals; no names are typed. */
export function KioskWho({ state }) {
  const here = state.players.filter((one) => !one.left), free = SYMBOLS.filter((name) => !here.some((one) => one.symbol === name));
  const press = async (button) => {
    await act("/api/board/touch", { act: "press", button });
    await act("/api/board/touch", { act: "release", button });
  };
  return html`<section class="who">
    <h1>${say("web-who-plays")}</h1>
    <p>${here.length > 1 ? say("web-kiosk-many") : say("web-who-alone")}</p>
    <ol class="seats">${here.map((one) => html`<${Sits} key=${one.seat} ...${one} />`)}
      ${!here.length && html`<${Sits} animal=${ANIMALS[0]} name=${say(`player-${SYMBOLS[0]}`)} />`}
      ${free.length > 0 && html`<li><button type="button" class="seat add" onClick=${async () => {
        if (!here.length) await press(SYMBOLS[0]);
        await press(here.length ? free[0] : SYMBOLS[1]);
      }}><span aria-hidden="true">+</span>${say("web-who-more")}</button></li>`}</ol>
    <div class="last"><button type="button" class="main" onClick=${() => press("tick")}>${say("web-who-start")}</button></div>
  </section>`;
}

/** The menu of a kiosk, without actions that end, erase or change settings. */
export function KioskMenu({ state, close, help, setHelp }) {
  const button = (code, does) => html`<button type="button" onClick=${async () => {
    close();
    await doing({ does });
  }}>${say(code)}</button>`;
  return html`<${Dialog} title=${say("web-board-menu")} closeWord=${say("web-close")} close=${close}>
    <div class="menu-grid"><${Languages} state=${state} /><${Loudspeaker} say=${say} />
      ${state.tutorial && button("web-tutorial-skip", "game")}
      <button type="button" aria-pressed=${help} onClick=${() => setHelp(!help)}>${say("web-letters-help")}</button>
      ${button("web-kiosk-next", "over")}</div></${Dialog}>`;
}
