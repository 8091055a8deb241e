/** The maker's word on a phone: typed in secret, and shown only while a button is held. */
import { Guessed } from "./pad.js";
import { Says } from "../../pages/seat/head.js";
import { SeatZones } from "../../pages/seat/zones.js";
import { useHeld } from "../../parts/held.js";
import { Pieces, inWords } from "../../parts/letters/letters.js";
import { html, useState } from "../../vendor/preact.js";
import { WordPad } from "../../parts/letters/wordpad.js";
import { say } from "../../parts/words.js";
import { Worth } from "./worth.js";

/** The maker's own word, while the button is held. */
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

/** A word to make, or to replace before the first action. */
function Make({ state, you, send }) {
  const [word, spell] = useState("");
  const [rows, setRows] = useState(false);
  const [again, setAgain] = useState("");
  if (you.secret && again !== "change") {
    return html`<p class="pair"><button type="button" onClick=${() => setAgain("change")}>${say("web-secret-change")}</button></p>`;
  }
  const submit = (more) => async () => {
    const answer = await send("/api/do", { do: "secret", word, ...more });
    if (answer.ok) spell("");
    setAgain(answer.refused === "word-unknown" ? "override" : "");
  };
  const part = word.length !== state.length;
  return html`<section class="right" aria-label=${say("web-doing")}>
    <h2 class="unseen">${say("web-secret-title")}</h2>
    <${WordPad} ...${{ word, spell, rows, say }} length=${state.length} language=${state.language} hidden=${true}
      label=${say("web-word-of", { n: state.length })} turn=${() => setRows(!rows)}>
      <p class="pair"><button type="button" class="main" disabled=${part} onClick=${submit({})}>${say("web-secret-set")}</button>
        ${again === "override" && html`<button type="button" disabled=${part} onClick=${submit({ override: true })}>${say("web-secret-anyway")}</button>`}</p>
      ${!part && html`<${Worth} key=${word} word=${word} language=${state.language} />`}
    </${WordPad}></section>`;
}

/** The maker's page: typing the word, and looking at it while others seek. */
export function Maker({ state, you, send, letters, task: mine }) {
  return html`<div class="play maker"><div class="above"><${Says} state=${state} task=${mine} small=${you.may.includes("secret")} />
      ${you.secret && html`<${SeatZones} state=${state} letters=${letters} /><${Guessed} state=${state} you=${you} />`}</div>
    <div class="below">${you.secret && html`<${Secret} secret=${you.secret} />`}
      ${you.may.includes("secret") && html`<${Make} ...${{ state, you, send }} />`}</div></div>`;
}
