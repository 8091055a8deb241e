/** Shared parts of the teacher's sections: folding, confirming, and sending. */
import { Dialog } from "../../parts/dialog.js";
import { actShowing } from "../../parts/live.js";
import { html, useId, useState } from "../../vendor/preact.js";
import { most, say } from "../../parts/words.js";

/** A section that is closed until it is opened. */
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

/** A button that asks for confirmation, since its action cannot be undone. */
export function Sure({ word, title, means, yes, danger = true, disabled = false, face = word, look = danger ? "danger" : "" }) {
  const [open, setOpen] = useState(false);
  const go = async () => {
    setOpen(false);
    await yes();
  };
  return html`
    <button type="button" class=${look} disabled=${disabled} onClick=${() => setOpen(true)}>${face}</button>
    ${open && html`<${Dialog} title=${title ?? word} closeWord=${say("web-cancel")} close=${() => setOpen(false)}>
      <p>${means}</p>
      <p><button type="button" class="main" onClick=${go}>${word}</button></p>
    </${Dialog}>`}`;
}

/** A button that asks for the passphrase, since its action shows or deletes names. */
export function Asked({ word, title, means, yes, danger = true }) {
  const [open, setOpen] = useState(false);
  const [send, why] = useDoing();
  const go = async (event) => {
    event.preventDefault();
    const answer = await send("/api/teacher/again", Object.fromEntries(new FormData(event.currentTarget)));
    if (!answer.ok) return;
    setOpen(false);
    await yes();
  };
  return html`
    <button type="button" class=${danger ? "danger" : ""} onClick=${() => setOpen(true)}>${word}</button>
    ${open && html`<${Dialog} title=${title ?? word} closeWord=${say("web-cancel")} close=${() => setOpen(false)}>
      <p>${means}</p>
      <form onSubmit=${go}>
        <${Passphrase} name="passphrase" label=${say("web-passphrase-again")} />
        <${Why} why=${why} />
        <p><button class="main">${word}</button></p>
      </form>
    </${Dialog}>`}`;
}

/** An input for a passphrase that can be made visible. */
export function Passphrase({ name, label, fresh = false }) {
  const [seen, setSeen] = useState(false);
  const id = useId();
  return html`<p class="field"><label for=${id}>${label}</label>
    <span class="beside"><input id=${id} name=${name} type=${seen ? "text" : "password"} required minlength=${fresh ? 8 : 1}
      maxlength=${most("passphrase")} autocomplete=${fresh ? "new-password" : "current-password"} autocapitalize="off" spellcheck="false" />
    <button type="button" aria-pressed=${seen} onClick=${() => setSeen(!seen)}>${say("web-show")}</button></span></p>`;
}

/**
 * Return a function that executes an action, and the error text of the last action.
 *
 * @returns {[function, string]}
 */
export function useDoing() {
  const [why, setWhy] = useState("");
  return [actShowing(setWhy), why];
}

/** An error text, which screen readers announce. */
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
