/** A dialog in front of the page; Escape and its own button close it. A text field gets the focus. */
import { html, useLayoutEffect, useRef } from "../vendor/preact.js";

/**
 * Give the focus to the page's element with `data-first`, unless another element has it.
 *
 * @param {Element} [closed] A closed dialog, which does not count as an element that has it.
 */
export const focusFirst = (closed) => (document.activeElement === document.body || closed?.contains(document.activeElement)) && document.querySelector("[data-first]")?.focus({ preventScroll: true });

/**
 * Return the ref of a dialog that is open as long as it is drawn.
 *
 * @param {function} first Returns the element within the dialog that gets the focus.
 * @param {object} [options] Options for `focus`.
 */
export function useModal(first, options) {
  const box = useRef(null);
  useLayoutEffect(() => {
    const own = box.current;
    own.showModal();
    first(own).focus(options);
    return () => { own.close(); focusFirst(own); }; // before it is removed, so that the focus returns to where it was
  }, []);
  return box;
}

/**
 * @param {object} given
 * @param {string} given.title
 * @param {function} given.close Called when it closes.
 * @param {string} given.closeWord The label of the button that only closes it.
 */
export function Dialog({ title, close, closeWord, children }) {
  const box = useModal((own) => own.querySelector(".boxes input") ?? own.querySelector("h2"));
  return html`<dialog ref=${box} aria-labelledby="dialog-title" onClose=${() => box.current && close()}>
    <h2 id="dialog-title" tabindex="-1">${title}</h2>
    <div class="inside">${children}</div>
    <p class="closing"><button type="button" onClick=${() => box.current.close()}>${closeWord}</button></p>
  </dialog>`;
}
