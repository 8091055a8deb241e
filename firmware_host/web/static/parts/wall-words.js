/** Words for five metres away. */

/** As large as it can be in one line. */
export const fit = (text) => ({ "--chars": Math.max(10, text.length + 2) });
