// Takes K-A-2 for a run, the lowest.
import { Game, main } from "../hazari.mjs";

class Wrong extends Game {
  runHeights() {
    return super.runHeights().set("2 A K", -99);
  }
}

await main((rules) => new Wrong(rules), "king_ace_two");
