/**
 * The lesson of a game: three pictures, then a guided turn that does not count. A browser shows it
 * once by itself.
 */
import { useModal } from "./dialog.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { say } from "./words.js";

/** How long each picture is highlighted, in milliseconds. */
const PICTURE_MS = 6500;

/**
 * Return whether the lesson of a game is open, and a function to close it.
 *
 * It opens when the first round of that game begins in a browser that has not shown it. The game's
 * part of the page has the lesson among its sheets, as `lesson`.
 *
 * @param {object} state The state document.
 * @param {object} game The game's part of the page.
 */
export function useLesson({ page, view, place, tutorial, language }, game) {
  const [opened, open] = useState("");
  const begins = Boolean(game.board?.sheets?.lesson && view && !tutorial && !view.over && !view.results?.length && place !== "class" && language === document.documentElement.lang); // else the texts are fetched first
  useEffect(() => {
    const key = `lesson-${page}`;
    if (!begins || localStorage.getItem(key)) return;
    localStorage.setItem(key, "shown");
    open(page);
  }, [begins, page]);
  return [opened === page && Boolean(view) && !view.over, () => open("")];
}

/**
 * A lesson in front of the page.
 *
 * @param {object} given
 * @param {string} given.title The name of the game.
 * @param {Array} given.pictures For each a component, and the code of its sentence.
 * @param {function} [given.Try] The guided turn, given `done`.
 * @param {function} given.close Closes the lesson.
 */
export function Lesson({ title, pictures, Try, close }) {
  const box = useModal((own) => own.querySelector("h2"));
  const [at, show] = useState(0);
  const [tries, start] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => show(Math.min(at + 1, pictures.length - 1)), PICTURE_MS);
    return () => clearTimeout(timer);
  }, [at]);
  return html`<dialog ref=${box} class="lesson cloth" aria-labelledby="lesson-title" onClose=${() => box.current && close()}>
    <h2 id="lesson-title" tabindex="-1">${say(tries ? "web-lesson-trying" : "web-lesson", { game: title })}</h2>
    ${tries ? html`<${Try} done=${() => box.current.close()} /><button type="button" class="aside" aria-label=${say("web-tutorial-skip")} onClick=${() => box.current.close()}>✕</button>`
    : html`<ol class="pictures">${pictures.map(([Picture, code], here) => html`
      <li key=${code} class=${`paper ${here === at ? "on" : here < at ? "was" : ""}`}><div class="picture cloth" aria-hidden="true"><${Picture} /></div>
        <p><b aria-hidden="true">${here + 1}</b><span>${say(code)}</span></p></li>`)}</ol>
    <p class="go"><button type="button" class="main" onClick=${() => (Try ? start(true) : box.current.close())}>${say(Try ? "web-lesson-try" : "web-who-start")}</button>
      ${Try && html`<button type="button" onClick=${() => box.current.close()}>${say("web-tutorial-skip")}</button>`}</p>`}
  </dialog>`;
}
