/** The spelling of words with tiles: capitals of the language, ä, ö, ü and ß as two letters. */
import { keyboard, laidAs } from "../words.js";

/** Return true for a letter, false for hyphen and apostrophe. */
export const isLetter = (sign) => /\p{L}/u.test(sign);

/** Return the signs that have a tile, with or without hyphen and apostrophe. */
export const tiles = (language, signs) => [...keyboard(language).letters].filter((sign) => signs || isLetter(sign));

/** Return a typed word, in any Unicode form, in the spelling of tiles; at most `length` signs. */
export function laid(typed, language, length, signs = true) {
  const spelled = [...typed.normalize("NFC").toLowerCase()]
    .map((sign) => laidAs(sign) ?? sign.normalize("NFKD"))
    .join("").toUpperCase();
  const known = tiles(language, signs);
  return [...spelled].filter((sign) => known.includes(sign)).slice(0, length).join("");
}
