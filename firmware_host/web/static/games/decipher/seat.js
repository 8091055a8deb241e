/** Decipher on a phone: guesses, the maker's secret, a private hunch. */
import { Dialog } from "../../parts/dialog.js";
import { useHeld } from "../../parts/held.js";
import { Alphabet, Pieces, inWords } from "../../parts/letters.js";
import { GuessToken } from "../../parts/tokens.js";
import { html, useState } from "../../vendor/preact.js";
import { WordPad } from "../../parts/wordpad.js";
import { say } from "../../parts/words.js";
import { SeatZones } from "../../parts/zones.js";
import { hunched, rounds, task } from "./turn.js";

/** What a phone is for at this moment. */
function purpose({ you }) {
  return you.may.includes("secret") ? "secret" : you.may.includes("guess") ? "guess" : "look";
}

/** What whoever is on turn is asked to do. */
const TASKS = {
  take: "web-you-take",
  place: "web-you-place",
  asked: "web-you-asked",
  bonus: "web-you-bonus",
  guess: "web-you-guess",
  wait: "web-you-wait",
};

/** Return what this player is asked to do; null for somebody else's turn. */
function yours({ view, you }) {
  const mine = !view.over && !view.waiting && view.turn === you.seat;
  return mine ? say(TASKS[task(view)]) : null;
}

/** What lies, and what has been guessed. */
function Now({ state }) {
  return html`<${SeatZones} state=${state} /><${Facts} state=${state} />
    ${state.hunches.length > 0 && html`<p>${hunched(state.hunches)}</p>`}`;
}

function Facts({ state: { view, you, players } }) {
  const name = (seat) => players.find((one) => one.seat === seat)?.name ?? say("web-the-board");
  const { points } = players.find((one) => one.seat === you.seat) ?? { points: null };
  return html`
    <p class="facts">
      ${rounds(view).map((text) => html`<span>${text}</span>`)}
      ${view.tokens[you.seat] !== undefined && view.maker !== you.seat && !view.waiting && html`
        <span>${say("web-tokens", { n: view.tokens[you.seat] })}
          ${Array.from({ length: view.tokens[you.seat] }, () => html` <${GuessToken} />`)}</span>`}
      ${view.bonus_mode && html`<span>${say("web-bonus", { n: view.bonus_left })}</span>
        <span>${say("web-hidden", { n: view.hidden })}</span>`}
      ${points !== null && html`<span>${say("web-points-n", { n: points })}</span>`}
    </p>
    ${view.guesses.length > 0 && html`<p class="facts">${say("web-guessed")} ${view.guesses
      .map(([seat, word]) => `${name(seat)} ${word}`).join(" · ")}</p>`}`;
}

/** What may be done now with a button alone. */
function Acts({ you, send }) {
  const line = (body) => () => send("/api/do", body);
  return html`
    ${you.secret && html`<${Secret} secret=${you.secret} />`}
    ${you.may.includes("ask") && html`<p class="pair">
      <button type="button" class="main" onClick=${line({ do: "ask" })}>${say("web-ask")}</button>
      <button type="button" onClick=${line({ do: "pass" })}>${say("web-pass")}</button></p>`}`;
}

/** A word to spell: the maker's secret, a guess, or a hunch. */
function Pad({ state, you, send }) {
  const [word, spell] = useState("");
  const [rows, setRows] = useState(false);
  const [again, setAgain] = useState("");
  const may = (name) => you.may.includes(name);
  const secret = may("secret");
  if (secret && you.secret && again !== "change") {
    return html`<section class="right"><p class="pair">
      <button type="button" onClick=${() => setAgain("change")}>${say("web-secret-change")}</button></p></section>`;
  }
  if (!secret && !may("guess") && !may("hunch")) return null;
  const submit = (path, body) => async () => {
    const answer = await send(path, body);
    if (answer.ok) spell("");
    setAgain(answer.refused === "word-unknown" ? "override" : "");
  };
  const whole = word.length === state.length;
  const button = (text, path, body, main = true) => html`<button type="button" class=${main ? "main" : ""}
    disabled=${!whole} onClick=${submit(path, body)}>${text}</button>`;
  return html`<section class="right" aria-label=${say("web-doing")}>
    <h2>${say(secret ? "web-secret-title" : may("guess") ? "web-guess-title" : "web-hunch-title")}</h2>
    <${WordPad} ...${{ word, spell, rows, say }} length=${state.length} language=${state.language} hidden=${secret}
      label=${say("web-word-of", { n: state.length })} turn=${() => setRows(!rows)} done=${toButton}>
      <p class="pair">
        ${secret && button(say("web-secret-set"), "/api/do", { do: "secret", word })}
        ${secret && again === "override"
          && button(say("web-secret-anyway"), "/api/do", { do: "secret", word, override: true }, false)}
        ${may("guess") && button(say("web-guess", { word: whole ? word : "…" }), "/api/do", { do: "guess", word })}
        ${may("hunch") && button(say("web-hunch"), "/api/hunch", { word }, false)}
      </p>
    </${WordPad}>
    ${may("guess") && html`<p class="small">${say("web-guess-costs")}</p>`}
    ${may("hunch") && html`<p class="small">${you.hunch
      ? say("web-hunch-is", { word: you.hunch })
      : say("web-hunch-what")}</p>`}
  </section>`;
}

/** Enter in the word goes to the button: a guess costs a token, so it is pressed there. */
const toButton = () => requestAnimationFrame(() =>
  document.querySelector(".wordpad .pair button:not(:disabled)")?.focus());

/** The maker's own word: it shows only while it is held. */
function Secret({ secret }) {
  const [held, holding] = useHeld();
  return html`<div class="secret">
    <button type="button" class="main" ...${holding}>${say("web-secret-hold")}</button>
    <div class="shown" aria-live="polite">${held && html`
      <p class="word">${[...secret.word].map((letter, at) => html`
        <span><b>${letter}</b><${Pieces} counts=${secret.builds[at]} /></span>`)}
        <span class="unseen">${secret.word}</span></p>
      <p>${say("web-secret-left")} <${Pieces} counts=${secret.hidden} />
        <span class="unseen">${inWords(secret.hidden, say)}</span></p>`}</div>
  </div>`;
}

/** Retiring is asked once more, for it cannot be taken back by the phone alone. */
function Retire({ send, open }) {
  const yes = async () => {
    await send("/api/do", { do: "retire" });
    open("");
  };
  return html`<${Dialog} title=${say("web-retire-sure")} closeWord=${say("web-retire-no")} close=${() => open("")}>
    <p>${say("web-retire-means")}</p>
    <p><button type="button" class="main" onClick=${yes}>${say("web-retire-yes")}</button></p>
  </${Dialog}>`;
}

/** What stands in the list behind "More". */
function More({ you, open }) {
  return you.may.includes("retire") && html`<button type="button" onClick=${() => open("retire")}>${say("web-retire")}</button>`;
}

const Help = { code: "web-alphabet", Sheet: ({ letters }) => html`<${Alphabet} letters=${letters} say=${say} />` };

export const seat = { Now, Acts, Pad, More, Help, purpose, yours, sheets: { retire: Retire } };
