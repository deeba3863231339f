// Lets the spare card decide between equal groups.
import { Game, main } from "../hazari.mjs";

function wrong(rules) {
  rules.comparison.spare = "kicker";
  return new Game(rules);
}

await main(wrong, "spare_breaks_ties");
