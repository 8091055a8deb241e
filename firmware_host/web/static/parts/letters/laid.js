/** Words as they are laid: capitals of the language, ä, ö, ü and ß as two letters. */
import { keyboard, laidAs } from "../words.js";

/** Whether a sign is a letter, and no hyphen or apostrophe. */
export const isLetter = (sign) => /\p{L}/u.test(sign);

/** The signs that have a tile: with or without hyphen and apostrophe. */
export const tiles = (language, signs) => [...keyboard(language).letters].filter((sign) => signs || isLetter(sign));

/** Return a word as it is laid: capitals of the language, at most so many; no signs where there are none. */
export function laid(typed, language, length, signs = true) {
  const spelled = [...typed.normalize("NFC").toLowerCase()]
    .map((sign) => laidAs(sign) ?? sign.normalize("NFD")[0])
    .join("").toUpperCase();
  const known = tiles(language, signs);
  return [...spelled].filter((sign) => known.includes(sign)).slice(0, length).join("");
}
