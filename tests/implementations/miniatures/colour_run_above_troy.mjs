// Ranks a Colour Run above a Troy, as Teen Patti does in places.
import { Game, main } from "../hazari.mjs";

function wrong(rules) {
  const ladder = rules.combinations;
  const place = (id) => ladder.findIndex((step) => step.id === id);
  ladder.splice(place("troy"), 0, ...ladder.splice(place("colour_run"), 1));
  return new Game(rules);
}

await main(wrong, "colour_run_above_troy");
