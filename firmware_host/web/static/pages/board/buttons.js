/** The board's buttons: down as long as a finger, a mouse or a key is down. */
import { act } from "../../parts/live.js";
import { Mark, Symbol, SYMBOLS } from "../../parts/pieces.js";
import { html, useLayoutEffect, useRef } from "../../vendor/preact.js";

/** The four players' buttons. */
export const SYMBOLS_NAMED = SYMBOLS;

/** The button of a player; who sat down without one shares the four, in turn order, and a bot has none. */
export const buttonOf = ({ symbol, seat, bot }) => (bot ? "" : symbol || SYMBOLS[seat % SYMBOLS.length]);

/** The buttons of some players, each once: those who share one are named together. */
export const ownButtons = (players, does, more) => SYMBOLS.flatMap((name) => {
  const who = players.filter((one) => buttonOf(one) === name).map((one) => one.name);
  return who.length ? [{ name, does: does(who.join(", ")), ...more }] : [];
});

/** Long enough for what opens after three seconds. */
const GRIP_MS = 3300;

/** As long as a finger is on a button when a voice or a switch pushes it. */
const TAP_MS = 120;

/** One after the other: a release must never overtake its press. */
let line = Promise.resolve();
const send = (what, button) => {
  line = line.then(() => act("/api/board/touch", { act: what, button }));
  return line;
};

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** Hold buttons down together, and let them go. */
export async function grip(names, ms = GRIP_MS) {
  for (const name of names) send("press", name);
  await line;
  await wait(ms);
  for (const name of names) send("release", name);
  await line;
}

/** Push a button once; two that are pushed at once would be held together. */
export function push(name) {
  pushed = pushed.then(() => grip([name], TAP_MS));
  return pushed;
}

let pushed = Promise.resolve();

/**
 * Buttons of the board, by what they do now.
 *
 * @param {object} given
 * @param {object[]} given.buttons Each `{name, does, lid, asks}`: whether it leads behind the lid, and the sheet that asks first.
 *   One name may come twice, with another `lid`: who lays, and who claims.
 */
export function Buttons({ buttons, setWhy, setOpen }) {
  const press = ({ name, lid, asks }) => async () => {
    setWhy("");
    if (asks) return setOpen(asks);
    await push(name);
    if (lid) setOpen("lid");
  };
  return buttons.map((one) => html`<button type="button" class="main does" key=${`${one.name} ${one.lid}`} data-button=${one.name} onClick=${press(one)}>
    <${SYMBOLS.includes(one.name) ? Symbol : Mark} name=${one.name} /><span>${one.does}</span></button>`);
}

/**
 * A button of the board.
 *
 * @param {object} given
 * @param {string} given.name As the board calls it, such as "tick" or "zone-3".
 * @param {function} given.clear Called with "" at each press: what was said is past.
 */
export function Button({ name, clear, class: kind = "", label, children }) {
  const down = useRef(false);
  const press = () => {
    if (down.current) return;
    down.current = true;
    clear?.("");
    send("press", name);
  };
  const release = () => {
    if (!down.current) return;
    down.current = false;
    send("release", name);
  };
  // Behind the lid a press may shut what the button stands in: whoever lets go then, lets go of nothing.
  useLayoutEffect(() => release, []);
  const key = (does) => (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    does();
  };
  const finger = (event) => {
    if (event.button > 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    press();
  };
  // A click without a pointer and without a key: a voice, a switch, a screen reader.
  const voice = (event) => event.detail === 0 && !down.current && push(name);
  return html`<button type="button" class=${`knob ${kind}`} aria-label=${label} data-button=${name}
    onPointerDown=${finger} onPointerUp=${release} onPointerCancel=${release} onLostPointerCapture=${release}
    onKeyDown=${key(press)} onKeyUp=${key(release)} onBlur=${release} onClick=${voice}
    onContextMenu=${(event) => event.preventDefault()}>${children}</button>`;
}
