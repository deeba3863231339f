// Counts only aces, court cards and tens, 200 points in all.
import { Game, main } from "../hazari.mjs";

function wrong(rules) {
  for (const rank of "98765432") rules.card_points.values[rank] = 0;
  rules.card_points.total = 200;
  return new Game(rules);
}

await main(wrong, "pack_of_200");
