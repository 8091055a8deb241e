/** The known or noted facts about the letters of a hidden word, as keys show them. */
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Drawn, rowsAbout } from "./grid.js";

/** Return what the marks about a hidden word say of each letter. */
export function marked(view, seat) {
  const noted = {};
  for (const { word, marks } of rowsAbout(view, seat)) {
    const letters = [...word];
    letters.forEach((letter, at) => {
      if (marks[at] === "g") noted[letter] = [...new Set([...(Array.isArray(noted[letter]) ? noted[letter] : []), at + 1])].sort();
      else if (marks[at] === "y") noted[letter] ??= "yes";
      else if (!letters.some((one, place) => one === letter && marks[place] !== "-")) noted[letter] = "no";
    });
  }
  return noted;
}

/** Return the class of a letter with a fact or note. */
export const kindOf = (noted) => (Array.isArray(noted) ? "at" : noted ?? "");

/** Return a note in words. */
export const noteOf = (noted) => (Array.isArray(noted) ? say("web-wqrdles-note-at", { n: noted.join(", ") }) : noted ? say(`web-wqrdles-note-${noted}`) : "");

/** Return the sign beside a letter: its places, or an arrow to both sides; none for an absent letter. */
export const signOf = (noted) => (Array.isArray(noted) ? html`<small>${noted.join(" ")}</small>` : noted === "yes" && html`<${Drawn} name="elsewhere" />`);

/** Return a function that gives what a key of the word pad shows, from notes by letter. */
export const onKey = (notes) => (letter) => notes[letter] && { kind: kindOf(notes[letter]), sign: signOf(notes[letter]), text: noteOf(notes[letter]) };

/** Return the same function, from the marks about a player's word. */
export const known = (view, owner) => onKey(marked(view, owner));
