/** What a page fetches only once it draws it. */
import { html, useEffect, useState } from "../vendor/preact.js";

/**
 * Return a component that is fetched when it is drawn for the first time, and draws nothing until then.
 *
 * @param {function} fetched Returns a promise of the script, by `import()`.
 * @param {string} name What the script calls the component.
 */
export function lazy(fetched, name) {
  let script = null;
  return function Lazy(given) {
    const [, draw] = useState(0);
    useEffect(() => {
      if (!script) fetched().then((one) => draw(Boolean((script = one))));
    }, []);
    return script && html`<${script[name]} ...${given} />`;
  };
}
