/** Scripts that are fetched when they are first drawn. */
import { html, useEffect, useState } from "../vendor/preact.js";

/** The pause before a script that did not arrive is requested again, in milliseconds. */
const AGAIN_MS = 2000;

/**
 * Return a script. If the board does not answer, request it again.
 *
 * @param {function} fetched Returns a promise of the script, by `import()`.
 * @param {number} tries The most requests, at least 1.
 * @throws The error of the script itself at once; TypeError if it did not arrive.
 */
export async function script(fetched, tries = 15) {
  try {
    return await fetched();
  } catch (fault) {
    if (!(fault instanceof TypeError) || tries < 2) throw fault;
  }
  await new Promise((again) => setTimeout(again, AGAIN_MS));
  return script(fetched, tries - 1);
}

/**
 * Return a component that is fetched when it is first drawn, and draws nothing before.
 *
 * @param {function} fetched Returns a promise of the script, by `import()`.
 * @param {string} name The exported name of the component.
 */
export function lazy(fetched, name) {
  let own = null;
  return function Lazy(given) {
    const [, draw] = useState(0);
    useEffect(() => {
      if (!own) script(fetched).then((one) => draw(Boolean((own = one))));
    }, []);
    return own && html`<${own[name]} ...${given} />`;
  };
}
