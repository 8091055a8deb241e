/** Decipher's part of the pages. */
export { heard } from "./decipher-heard.js";
export { seat } from "./decipher-seat.js";
export { wall } from "./decipher-wall.js";
