/** Code cards on a tablet, drawn as on the virtual board if the board deals. */
import { Lesson, Middle, Player, Private, Supply, headline, held, news } from "./board.js";

/** A tablet has no readers, so real cards cannot be used. */
const elsewhere = ({ view }) => view.cards !== "dealt";

export const tablet = { Middle, Foot: Supply, Player, news, headline, held, elsewhere, where: () => "", private: Private, sheets: { lesson: Lesson } };
