// Lets the first of equal groups win.
import { Game, main } from "../hazari.mjs";

class Wrong extends Game {
  winners(equal) {
    return equal.slice(0, 1);
  }
}

await main((rules) => new Wrong(rules), "first_of_equals");
