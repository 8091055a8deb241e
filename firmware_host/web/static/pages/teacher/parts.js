/** What the teacher's sections share: folding up, asking once more, and doing. */
import { Dialog } from "../../parts/dialog.js";
import { act } from "../../parts/live.js";
import { html, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** A section that is folded up until somebody wants it. */
export function Section({ title, count, opened, children }) {
  const [open, setOpen] = useState(false);
  const turn = ({ currentTarget }) => {
    if (currentTarget.open && !open) opened?.();
    setOpen(currentTarget.open);
  };
  return html`<details class="section" onToggle=${turn}>
    <summary><h2>${title}</h2>${count !== undefined && html` <span class="count number">${count}</span>`}</summary>
    ${open && html`<div class="inside">${children}</div>`}
  </details>`;
}

/** A button that asks once more, since what it does cannot be taken back. */
export function Sure({ word, title, means, yes, danger = true, disabled = false }) {
  const [open, setOpen] = useState(false);
  const go = async () => {
    setOpen(false);
    await yes();
  };
  return html`
    <button type="button" class=${danger ? "danger" : ""} disabled=${disabled} onClick=${() => setOpen(true)}>${word}</button>
    ${open && html`<${Dialog} title=${title ?? word} closeWord=${say("web-cancel")} close=${() => setOpen(false)}>
      <p>${means}</p>
      <p><button type="button" class="main" onClick=${go}>${word}</button></p>
    </${Dialog}>`}`;
}

/**
 * Return a function that does something, and what to say about the last thing done.
 *
 * @returns {[function, string]}
 */
export function useDoing() {
  const [why, setWhy] = useState("");
  const send = async (path, body = {}) => {
    const answer = await act(path, body);
    setWhy(answer.refused || answer.error ? answer.text ?? answer.error : "");
    return answer;
  };
  return [send, why];
}

/** What went wrong, said aloud by a screen reader as well. */
export function Why({ why }) {
  return html`<p class="why" role="alert">${why}</p>`;
}

/** A labelled choice. */
export function Choice({ label, value, options, change, disabled = false }) {
  return html`<label class="field">${label}
    <select value=${String(value)} disabled=${disabled} onChange=${(event) => change(event.currentTarget.value)}>
      ${options.map(([key, word]) => html`<option key=${key} value=${String(key)} selected=${String(key) === String(value)}>${word}</option>`)}
    </select></label>`;
}

/** A box to tick, with its label. */
export function Tick({ label, checked, change }) {
  return html`<label class="tick"><input type="checkbox" checked=${checked}
    onChange=${(event) => change(event.currentTarget.checked)} /> ${label}</label>`;
}
