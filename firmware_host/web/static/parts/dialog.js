/** A question or a sheet in front of the page; Escape and its own button close it. A word is typed at once. */
import { html, useLayoutEffect, useRef } from "../vendor/preact.js";

/**
 * @param {object} given
 * @param {string} given.title
 * @param {function} given.close Told when it is to be closed.
 * @param {string} given.closeWord What stands on the button that does nothing else.
 */
export function Dialog({ title, close, closeWord, children }) {
  const box = useRef(null);
  useLayoutEffect(() => {
    const own = box.current;
    own.showModal();
    (own.querySelector(".boxes input") ?? own.querySelector("h2")).focus();
    return () => own.close(); // while it is still there: so the focus is back where it was opened
  }, []);
  return html`<dialog ref=${box} aria-labelledby="dialog-title" onClose=${() => box.current && close()}>
    <h2 id="dialog-title" tabindex="-1">${title}</h2>
    <div class="inside">${children}</div>
    <p class="closing"><button type="button" onClick=${() => box.current.close()}>${closeWord}</button></p>
  </dialog>`;
}
