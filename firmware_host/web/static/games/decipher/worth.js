/** Facts about a word that a player is about to hide. */
import { act } from "../../parts/live.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/**
 * Warnings about a complete word for its maker. They are not stored, and any word may be chosen.
 *
 * Twins are not named, because bystanders only see dots for the word itself.
 */
export function Worth({ word, language }) {
  const [worth, setWorth] = useState(null);
  useEffect(() => void act("/api/word", { word, language }).then(setWorth), [word, language]);
  return html`<div class="small" role="status">${worth?.rare && html`<p>${say("web-word-rare")}</p>`}
    ${worth?.twins?.length > 0 && html`<p>${say("web-word-twins")}</p>`}</div>`;
}
