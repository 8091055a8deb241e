/** The letter zones as everybody sees them: the same for every game, drawn from their faces. */
import { Card } from "./cards.js";
import { Letter, Pieces, inWords } from "./letters/letters.js";
import { KINDS } from "./pieces.js";
import { html } from "../vendor/preact.js";
import { say } from "./words.js";

/** A letter and what it is worth: filled where it belongs here, crossed out where elsewhere. */
export function Marked({ letter, mark }) {
  return html`<span class=${`marked ${mark ?? ""}`}>${letter}<span class="unseen">${mark ? ` ${say(`web-mark-${mark}`)}` : ""}</span></span>`;
}

/** What lies in a zone: a card, a letter that was called out or built, or pieces. */
export function Lies({ face }) {
  if (face.card) return html`<${Card} ...${face.card} />`;
  if (face.spelled) return html`<${Marked} letter=${face.spelled} mark=${face.mark} />`;
  if (face.letter) return html`<${Letter} letter=${face.letter} build=${face.build} /><span class="unseen">${face.letter}</span>`;
  return html`<${Pieces} counts=${face.placed} />`;
}

/** What lies in a zone and what does not belong there, for whoever listens. */
export function told({ placed, covered }) {
  const lies = inWords(placed, say);
  const not = covered.flatMap((yes, place) => (yes ? [say(`kind-${KINDS[place]}`)] : []));
  return [
    ...(lies ? [say("web-zone-lies", { pieces: lies })] : []),
    ...(not.length ? [say("web-zone-not", { pieces: not.join(", ") })] : []),
  ].join(" ");
}
