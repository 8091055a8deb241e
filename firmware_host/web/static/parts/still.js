/** Components that are redrawn only when a property changes. */
import { Component } from "../vendor/preact.js";

/**
 * Return a component that is redrawn only when one of its properties has changed.
 *
 * A page redraws at each state of the board, and most of it is the same.
 *
 * @param {function} draw Draws it from its properties alone; it has no state and no children.
 */
export const still = (draw) => class extends Component {
  shouldComponentUpdate(next) {
    const names = Object.keys(next);
    return names.length !== Object.keys(this.props).length || names.some((name) => next[name] !== this.props[name]);
  }

  render(given) {
    return draw(given);
  }
};
