/** The claim: a player has all letters of the keyword. */
import { Animal } from "../../parts/animals.js";
import { useModal } from "../../parts/dialog.js";
import { act } from "../../parts/live.js";
import { html, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Tile, spelled } from "./parts.js";

/**
 * Offer the claim to each player who can make it, one after the other; after "later" it is offered
 * to that player again in the next round.
 */
export function Claims({ state, setWhy }) {
  const { view, players, turning } = state;
  const [later, wait] = useState([]); // the round and the seat of each "later"
  const one = players.find(({ seat, bot }) => view?.claims.includes(seat) && !bot && !later.includes(`${view.round} ${seat}`));
  if (!one || view.over || turning) return null;
  const decline = () => wait([...later, `${view.round} ${one.seat}`]);
  const claim = async () => {
    const answer = await act("/api/do", { do: "claim", by: one.seat });
    setWhy(answer.text ?? "");
    if (!answer.ok) decline();
  };
  return html`<${Scene} key=${one.seat} ...${{ one, view, claim }} on=${decline} />`;
}

function Scene({ one, view, claim, on }) {
  const box = useModal((own) => own.querySelector(".main"), { focusVisible: false });
  return html`<dialog ref=${box} class="kw-claim" aria-labelledby="claim-title" onClose=${() => box.current && on()}>
    <${Animal} name=${one.animal || "board"} /><h2 id="claim-title">${say("web-keyword-has-all", { name: one.name, word: view.keyword })}</h2>
    <ol style=${{ "--cards": view.keyword.length }}>${spelled(view.keyword, view.words[one.seat]).map((from, at) => html`<li key=${at} style=${{ "--at": at }}>
      <${Tile} text=${view.keyword[at]} /><small><span class="unseen">${view.keyword[at]} </span>${from}</small></li>`)}</ol>
    <p class="go"><button type="button" class="main" onClick=${claim}>${say("web-keyword-claim-it")}</button>
      <button type="button" onClick=${() => box.current.close()}>${say("web-keyword-on")}</button></p>
  </dialog>`;
}
