/** A board in a corner that runs by itself: it shows how it is played, asks who is there, and gives the turn on. */
import { Languages } from "./languages.js";
import { Animal, ANIMALS } from "../../parts/animals.js";
import { act } from "../../parts/live.js";
import { Dialog } from "../../parts/dialog.js";
import { posesOf } from "../../parts/letters/letters.js";
import { SYMBOLS } from "../../parts/pieces.js";
import { Loudspeaker } from "../../parts/sound/loudspeaker.js";
import { html, useEffect } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** Nobody has touched it for so long before it begins, then for each piece, and before it begins anew. */
const BEGINS_MS = 5000, PIECE_MS = 1100, AGAIN_MS = 4000;

/** A hand that moves about tells the board so at most this often. */
const STAY_MS = 5000;

const doing = (body) => act("/api/kiosk", body);

/** Tell the board of every hand on the page: it asks whether somebody is there, and waits for none other. */
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

/** While nobody is there, pieces lie down in the zones by themselves, as if a hand had dragged them. */
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
 * What a kiosk has over the board: its question, and what it says of the next one's turn.
 *
 * @param {object} given What the board's parts are given.
 * @param {function} given.setShown Told the pieces that lie there for show: the zone's place in the word, and the pose.
 */
export function Kiosk(given) {
  const { kiosk, tutorial, view } = given.state;
  useStay();
  useShow(given);
  if (kiosk.asks) {
    return html`<${Dialog} title=${say("kiosk-still")} closeWord=${say("web-keep-on")} close=${() => doing({ does: "stay" })}>
      <p>${say("kiosk-still-why")}</p></${Dialog}>`;
  }
  const up = kiosk.turn === "up", over = view?.over && !tutorial;
  const said = over || (up && view?.over) ? "kiosk-over" : up ? "kiosk-turn" : kiosk.turn === "soon" ? "kiosk-soon" : "";
  return said && html`<p class="turn-note" role="status">${say(said)}
    ${up && html` <button type="button" onClick=${() => doing({ does: "over" })}>${say("web-kiosk-next")}</button>`}</p>`;
}

/** Somebody who plays: an animal, and what the board calls them. */
const Sits = ({ animal, name }) => html`<li class=${`seat paper who-${animal || ANIMALS[0]}`}>
  <span class="face"><${Animal} name=${animal || ANIMALS[0]} /></span><b>${name}</b></li>`;

/** Who plays: one to four animals; nobody types a name. */
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

/** The menu of a kiosk: nothing of it ends, erases or changes what is the house's. */
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
