/** The letter zones as everybody sees them, drawn from their faces, the same for every game. */
import { Card } from "./cards.js";
import { Letter, Pieces, inWords } from "./letters/letters.js";
import { KINDS } from "./pieces.js";
import { html } from "../vendor/preact.js";
import { say } from "./words.js";

/** A letter with its mark: filled if it is in its place, crossed out if it belongs elsewhere. */
export function Marked({ letter, mark }) {
  return html`<span class=${`marked ${mark ?? ""}`}>${letter}<span class="unseen">${mark ? ` ${say(`web-mark-${mark}`)}` : ""}</span></span>`;
}

/** The content of a zone: a card, a letter, or pieces. */
export function Lies({ face }) {
  if (face.card) return html`<${Card} ...${face.card} />`;
  if (face.spelled) return html`<${Marked} letter=${face.spelled} mark=${face.mark} />`;
  if (face.letter) return html`<${Letter} letter=${face.letter} build=${face.build} /><span class="unseen">${face.letter}</span>`;
  return html`<${Pieces} counts=${face.placed} />`;
}

/** Return true if a piece may not go into a zone: its kind was a No there. */
export const shut = ({ covered }, item) => Boolean(item?.kind && covered?.[KINDS.indexOf(item.kind)]);

/** Return the pieces in a zone and the excluded ones as a text. */
export function told({ placed, covered }, lies = inWords(placed, say)) {
  const not = KINDS.filter((_, place) => covered[place]).map((kind) => say(`kind-${kind}`)).join(", ");
  return [lies && say("web-zone-lies", { pieces: lies }), not && say("web-zone-not", { pieces: not })].filter(Boolean).join(" ");
}
