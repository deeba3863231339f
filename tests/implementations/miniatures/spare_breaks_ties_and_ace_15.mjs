// Lets the spare card decide between equal groups, and counts an ace as 15 points.
import { Game, main } from "../hazari.mjs";

function wrong(rules) {
  rules.comparison.spare = "kicker";
  rules.card_points.values.A = 15;
  rules.card_points.total += 4 * 5;
  return new Game(rules);
}

await main(wrong, "spare_breaks_ties_and_ace_15");
