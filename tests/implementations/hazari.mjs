// Hazari and its family in JavaScript, for the conformance protocol.
//
// It needs Node and no packages, reads the rules that it is sent and plays by them. Start
// reading at the end; `Game` has a method for each operation.

import { fileURLToPath } from "node:url";

const KNOWN = { // every word of the rules that this program understands, by where it stands
  "table/direction": "counterclockwise clockwise",
  "table/first_leader": "next_to_dealer dealer last_deal_winner",
  "table/next_dealer": "next previous",
  "combinations/key": "run_order multiples ranks",
  "comparison/order": "high_wins low_wins",
  "comparison/made_from": "some_cards all_cards",
  "comparison/spare": "ignored kicker",
  "arrangement/order": "not_rising falling free",
  "arrangement/on_violation": "reject sort foul",
  "play/next_leader": "winner same",
  "play/ties": "last_played first_played nobody split suit",
  "play/award": "captured_card_points",
  "match/check": "after_deal at_once",
  "match/reached_together": "highest_wins extend_target",
  "match/winner": "highest_total",
  "match/ties": "shared play_on extend_target",
  "redeals/claim": "automatic on_request",
  "redeals/dealer": "stays moves",
  "instant_wins/after": "dealing arranging round deal",
  "instant_wins/if_several": "first_in_order all",
  "instant_wins/effect": "win_match win_deal",
};
const CONDITIONS = ["rounds_won", "groups_held", "hand_lacks", "pairs_in_hand", "same_rank_in_hand"];
const PARTS = [
  "id", "name", "aliases", "cards", "key", "same_rank", "run", "suited", "exact_ranks",
];
const OPERATIONS = [
  "classify", "compare", "value", "arrangement", "round", "seats", "deal", "points", "sheet",
  "target", "hand",
];

class Reject extends Error {} // the input is against the rules
class Unsupported extends Error {} // the rules have something that this program does not know

// A kind is a word, or an object of one word and its argument.
const kind = (value) => (typeof value === "string" ? [value, {}] : Object.entries(value)[0]);
const rankOf = (card) => card.slice(0, -1);
const suitOf = (card) => card.slice(-1);
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
const add = (a, b) => a.map((x, i) => x + b[i]);
const falling = (numbers) => [...numbers].sort((a, b) => b - a);
const count = (things, thing) => things.filter((x) => x === thing).length;
const range = (n) => [...Array(n).keys()];
const list = (value) => (Array.isArray(value) ? value : [value]);
const same = (a, b) => a.length === b.length && a.every((x, i) => x === b[i]);
const setOf = (ranks) => [...ranks].sort().join(" ");

// Positive if a is greater; lists are compared number by number, the longer one is greater.
function order(a, b) {
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const sign = Array.isArray(a[i]) ? order(a[i], b[i]) : a[i] - b[i];
    if (sign) return sign;
  }
  return a.length - b.length;
}

// All ways to take so many cards.
function* taking(cards, size, from = 0) {
  if (size === 0) yield [];
  for (let i = from; i <= cards.length - size && size > 0; i += 1) {
    for (const more of taking(cards, size - 1, i + 1)) yield [cards[i], ...more];
  }
}

function checkKnown(rules) {
  for (const [path, words] of Object.entries(KNOWN)) {
    const [block, name] = path.split("/");
    for (const thing of list(rules[block])) {
      const [word] = kind(thing[name]);
      if (!words.split(" ").includes(word)) throw new Unsupported(`${path}: ${word} is not known`);
    }
  }
  const refuse = (where, object, known) => {
    const unknown = Object.keys(object).find((name) => !known.includes(name));
    if (unknown) throw new Unsupported(`${where}: ${unknown} is not known`);
  };
  rules.combinations.forEach((combination) => refuse("combinations", combination, PARTS));
  [...rules.redeals, ...rules.instant_wins].forEach((event) => refuse("when", event.when, CONDITIONS));
}

export class Game {
  constructor(rules) {
    checkKnown(rules);
    this.rules = rules;
    this.ladder = rules.combinations;
    this.place = new Map(this.ladder.map((combination, i) => [combination.id, i]));
    this.height = this.heights(["rest"]);
    this.runs = this.runHeights();
    this.keys = new Map(); // of each combination: kind of key, heights, how many cards count
    for (const combination of this.ladder) {
      const [word, argument] = kind(combination.key);
      const heights = this.heights(argument.order ?? ["rest"]);
      this.keys.set(combination.id, { word, heights, number: argument.cards });
    }
  }

  // --- ranks and runs ---

  // A height for each rank, bigger for stronger ones, by an order with exceptions.
  heights(stated) {
    const named = stated.flat();
    const rest = this.rules.deck.ranks.filter((rank) => !named.includes(rank));
    const places = stated.flatMap((place) => (place === "rest" ? rest : [place]));
    return new Map(places.flatMap((place, i) => list(place).map((rank) => [rank, -i])));
  }

  // A height for each set of ranks that is a run, of one to five cards.
  runHeights() {
    const { ranks } = this.rules.deck;
    const found = new Map();
    for (let size = 1; size <= Math.min(5, ranks.length); size += 1) {
      const all = range(ranks.length - size + 1).map((i) => ranks.slice(i, i + size));
      const aces = size > 1 && ranks[0] === "A";
      const runs = aces
        ? { ace_high: [all[0]], ace_low: [[...ranks.slice(1 - size), "A"]], rest: all.slice(1) }
        : { ace_high: [], ace_low: [], rest: all };
      let height = 0;
      for (const place of this.rules.runs.order) {
        const places = place === "rest"
          ? runs.rest.map((run) => [run])
          : [list(place).flatMap((name) => runs[name])];
        for (const equal of places) {
          height -= 1;
          for (const run of equal) found.set(setOf(run), height);
        }
      }
    }
    return found;
  }

  // --- what a group counts as ---

  // The combinations that a group can make; with `atMost` of at most so many cards.
  ladderOf(group, atMost) {
    const stated = this.rules.groups[group - 1];
    const whole = atMost === null && this.rules.comparison.made_from === "all_cards";
    const limit = atMost ?? stated.cards;
    return this.ladder.filter(({ id, cards }) => (stated.combinations?.includes(id) ?? true)
      && (whole ? cards === stated.cards : cards <= limit));
  }

  // The first combination whose tests these cards pass.
  first(cards, steps) {
    const ranks = cards.map(rankOf);
    const held = [...new Set(ranks)];
    const counts = falling(held.map((rank) => count(ranks, rank)));
    const run = held.length === ranks.length && this.runs.has(setOf(ranks));
    const suited = new Set(cards.map(suitOf)).size === 1;
    return steps.find((step) => step.cards === cards.length
      && same(step.same_rank ?? counts, counts)
      && (step.run ?? run) === run
      && (step.suited ?? suited) === suited
      && setOf(step.exact_ranks ?? ranks) === setOf(ranks));
  }

  // What decides between groups of the same combination.
  key(cards, id) {
    const { word, heights, number } = this.keys.get(id);
    const ranks = cards.map(rankOf);
    if (word === "run_order") return [this.runs.get(setOf(ranks))];
    if (word === "ranks") return falling(ranks.map((rank) => heights.get(rank))).slice(0, number);
    return [...new Set(ranks)].map((rank) => [count(ranks, rank), heights.get(rank)])
      .sort((a, b) => order(b, a)).map(([, height]) => height);
  }

  // What a group counts as, or null if its cards make no combination.
  best(cards, group, atMost = null) {
    let best = null;
    const steps = this.ladderOf(group, atMost);
    const kickers = this.rules.comparison.spare === "kicker" && atMost === null;
    for (const size of new Set(steps.map((step) => step.cards))) {
      for (const some of taking(cards, size)) {
        const step = this.first(some, steps);
        if (!step) continue;
        const spare = cards.filter((card) => !some.includes(card));
        const kicker = kickers ? falling(spare.map((card) => this.height.get(rankOf(card)))) : [];
        const strength = [-this.place.get(step.id), this.key(some, step.id), kicker];
        if (!best || order(strength, best.strength) > 0) {
          best = { strength, combination: step.id, cards: some, spare };
        }
      }
    }
    return best;
  }

  // Positive if what a group counts as wins, negative if it loses, 0 if they are equal.
  better(a, b) {
    if (!a || !b) return Number(Boolean(a)) - Number(Boolean(b));
    const sign = Math.sign(order(a.strength, b.strength));
    return this.rules.comparison.order === "high_wins" ? sign : -sign;
  }

  classify({ cards, group }) {
    return { combination: this.best(cards, group)?.combination ?? null };
  }

  value({ cards, group }) {
    const found = this.best(cards, group) ?? { combination: null, cards: [], spare: cards };
    return { combination: found.combination, cards: found.cards, spare: found.spare };
  }

  compare({ a, b }) {
    const sign = this.better(this.best(a.cards, a.group), this.best(b.cards, b.group));
    return { winner: ["b", "tie", "a"][sign + 1] };
  }

  // --- arrangements ---

  judged(groups) {
    const number = this.rules.arrangement.judged_on.cards;
    return groups.map((cards, i) => this.best(
      cards, i + 1, number === "all" ? null : Math.min(number, cards.length),
    ));
  }

  // The numbers of the groups that are too strong for the one before them.
  tooStrong(groups) {
    const least = { not_rising: 1, falling: 0, free: 2 }[this.rules.arrangement.order];
    const values = this.judged(groups);
    return range(groups.length).slice(1)
      .filter((i) => this.better(values[i], values[i - 1]) >= least).map((i) => i + 1);
  }

  // Groups of the same size change places until they descend.
  putRight(groups) {
    const values = this.judged(groups);
    const left = range(groups.length).sort((i, j) => this.better(values[j], values[i]) || i - j);
    return groups.map((place) => {
      const at = left.findIndex((i) => groups[i].length === place.length);
      return groups[left.splice(at, 1)[0]];
    });
  }

  checkCards(hand, groups) {
    const sizes = this.rules.groups.map((group) => group.cards);
    const cards = groups.flat();
    if (!same(groups.map((group) => group.length), sizes)) throw new Reject("wrong_size");
    if (new Set(cards).size < cards.length) throw new Reject("repeated_card");
    if (cards.some((card) => !hand.includes(card))) throw new Reject("foreign_card");
    if (hand.some((card) => !cards.includes(card))) throw new Reject("missing_card");
  }

  arrangement({ hand, groups: given }) {
    let groups = given;
    this.checkCards(hand, groups);
    const [word, foul] = kind(this.rules.arrangement.on_violation);
    let wrong = this.tooStrong(groups);
    if (wrong.length && word === "sort") {
      groups = this.putRight(groups);
      wrong = this.tooStrong(groups);
    }
    if (wrong.length && word !== "foul") throw new Reject("wrong_order");
    const fouled = wrong.length > 0;
    const nothing = fouled && foul.effect === "scores_nothing";
    let from = null;
    if (fouled && !nothing) from = foul.scope === "whole_deal" ? 1 : wrong[0];
    return { groups, fouled, cannot_win_from: from, scores_nothing: nothing };
  }

  // --- rounds ---

  // The seat so many steps on in the direction of play.
  after(seat, steps = 1) {
    const { players, direction } = this.rules.table;
    const turn = direction === "clockwise" ? -steps : steps;
    return (seat + turn + players) % players;
  }

  orderFrom(leader) {
    return range(this.rules.table.players).map((i) => this.after(leader, i));
  }

  // How good the suits of the cards are that make it, from the most important card on.
  suits({ cards, combination }) {
    const { word, heights } = this.keys.get(combination);
    const ranks = cards.map(rankOf);
    const held = (rank) => (word === "multiples" ? count(ranks, rank) : 0);
    return cards.map((card) => [
      held(rankOf(card)), heights.get(rankOf(card)), -this.rules.deck.suits.indexOf(suitOf(card)),
    ]).sort((a, b) => order(b, a)).map(([, , suit]) => suit);
  }

  // Who of the players with equally strong groups wins; they stand in playing order.
  winners(equal, found) {
    const { ties } = this.rules.play;
    if (equal.length === 1 || ties === "split") return equal;
    if (ties === "nobody") return [];
    if (ties === "first_played") return equal.slice(0, 1);
    if (ties === "last_played") return equal.slice(-1);
    return equal.reduce((best, seat) => {
      const sign = best.length ? order(this.suits(found[seat]), this.suits(found[best[0]])) : 1;
      return sign >= 0 ? [seat] : best;
    }, []);
  }

  round({ round, leader, groups, cannot_win: cannotWin }) {
    const seats = this.orderFrom(leader);
    const found = groups.map((cards) => this.best(cards, round));
    let equal = [];
    for (const seat of seats.filter((s) => found[s] && !cannotWin.includes(s))) {
      const sign = equal.length ? this.better(found[seat], found[equal[0]]) : 1;
      if (sign > 0) equal = [seat];
      else if (sign === 0) equal.push(seat);
    }
    const winners = equal.length ? this.winners(equal, found) : [];
    const last = winners.at(-1);
    const worth = this.worth(groups.flat());
    const share = Math.floor(worth / winners.length);
    const points = groups.map((_, seat) => (winners.includes(seat) ? share : 0));
    if (winners.length) points[last] += worth - sum(points);
    const follows = winners.length && this.rules.play.next_leader === "winner";
    return {
      order: seats, winners, points, unclaimed: worth - sum(points),
      next_leader: follows ? last : leader,
    };
  }

  seats({ dealer, last_points: lastPoints }) {
    const { first_leader: rule, next_dealer: next } = this.rules.table;
    let leader = rule === "dealer" ? dealer : this.after(dealer);
    if (rule === "last_deal_winner" && lastPoints) {
      leader = this.orderFrom(leader).find((seat) => lastPoints[seat] === Math.max(...lastPoints));
    }
    return {
      order: this.orderFrom(leader),
      next_dealer: this.after(dealer, next === "next" ? 1 : -1),
    };
  }

  // --- points and the end of the match ---

  worth(cards) {
    return sum(cards.map((card) => this.rules.card_points.values[rankOf(card)]));
  }

  points({ cards }) {
    return { points: this.worth(cards) };
  }

  sheet({ points, unclaimed, undealt }) {
    const total = this.rules.card_points.total - this.worth(undealt);
    if (points.length !== this.rules.table.players) throw new Reject("wrong_count");
    if (Math.min(...points) < 0) throw new Reject("negative");
    if (sum(points) + unclaimed !== total) throw new Reject("wrong_total");
    if (kind(this.rules.play.ties)[0] !== "split") {
      const { ranks, suits } = this.rules.deck;
      let sums = new Set([0]);
      for (const card of ranks.flatMap((rank) => suits.map((suit) => rank + suit))) {
        if (undealt.includes(card)) continue;
        sums = new Set([...sums].flatMap((x) => [x, x + this.worth([card])]));
      }
      if (![...points, unclaimed].every((x) => sums.has(x))) throw new Reject("impossible");
    }
    return { total };
  }

  target({ totals, target: given }) {
    const { match } = this.rules;
    const target = given ?? match.target;
    const there = range(totals.length).filter((seat) => totals[seat] >= target);
    const [together, extend] = kind(match.reached_together);
    if (there.length > 1 && together === "extend_target") {
      return { winners: [], target: target + extend.by };
    }
    const best = there.filter((seat) => totals[seat] === Math.max(...totals));
    const [ties, rise] = kind(match.ties);
    if (best.length > 1 && ties !== "shared") {
      return { winners: [], target: target + (rise.by ?? 0) };
    }
    return { winners: best, target };
  }

  // --- redeals and instant wins ---

  // Whether all conditions hold for a player, who has won these rounds alone.
  holds(when, hand, groups = null, won = []) {
    const ranks = hand.map(rankOf);
    const counts = [...new Set(ranks)].map((rank) => count(ranks, rank));
    const makes = (numbers, ids) => groups !== null && numbers.every(
      (i) => ids.includes(this.best(groups[i - 1], i)?.combination),
    );
    const tests = {
      hand_lacks: (ids) => !this.handMakes(hand, ids),
      pairs_in_hand: (a) => sum(counts.map((n) => Math.floor(n / 2))) >= a.at_least,
      same_rank_in_hand: (a) => Math.max(...counts) >= a.cards,
      groups_held: (a) => makes(a.groups, a.with),
      rounds_won: (a) => a.rounds.every((i) => won.includes(i)) && makes(a.rounds, a.with),
    };
    return Object.entries(when).every(([word, argument]) => tests[word](argument));
  }

  // Whether some cards of a hand make one of these combinations.
  handMakes(hand, ids) {
    const sizes = new Set(this.ladder.filter(({ id }) => ids.includes(id)).map((c) => c.cards));
    for (const size of sizes) {
      for (const some of taking(hand, size)) {
        if (ids.includes(this.first(some, this.ladder)?.id)) return true;
      }
    }
    return false;
  }

  hand({ hand }) {
    const held = (events) => events.filter((e) => this.holds(e.when, hand)).map((e) => e.id);
    return {
      redeals: held(this.rules.redeals),
      instant_wins: held(this.rules.instant_wins.filter((e) => e.after === "dealing")),
    };
  }

  deal(given) {
    return new Deal(this, given).play();
  }
}

// A whole deal, step by step. Each step returns the result if it ends the deal.
class Deal {
  constructor(game, given) {
    this.game = game;
    this.rules = game.rules;
    this.given = given;
    this.target = given.target ?? this.rules.match.target;
    const seats = game.seats(given);
    this.order = seats.order;
    this.nextDealer = seats.next_dealer;
    this.zeros = this.order.map(() => 0);
    this.placed = null; // what became of the arrangements, by seat
    this.fouled = [];
    this.rounds = [];
  }

  play() {
    return this.redeal("automatic")
      ?? this.redeal("on_request")
      ?? this.instantWin("dealing")
      ?? this.arrange()
      ?? this.instantWin("arranging")
      ?? this.allFouled()
      ?? this.playRounds()
      ?? this.instantWin("deal")
      ?? this.end("played", this.captured());
  }

  redeal(claim) {
    const { claims, hands } = this.given;
    for (const event of this.rules.redeals.filter((e) => e.claim === claim)) {
      for (const seat of this.order) {
        const asked = claims.some((c) => c.seat === seat && c.redeal === event.id);
        if ((asked || claim === "automatic") && this.game.holds(event.when, hands[seat])) {
          return this.void("redeal", event.id, [seat], event.dealer === "moves");
        }
      }
    }
    return null;
  }

  arrange() {
    const { hands, arrangements } = this.given;
    this.placed = hands.map(
      (hand, seat) => this.game.arrangement({ hand, groups: arrangements[seat] }),
    );
    this.fouled = this.order.filter((seat) => this.placed[seat].fouled);
    return null;
  }

  allFouled() {
    const [word, foul] = kind(this.rules.arrangement.on_violation);
    if (word !== "foul" || foul.all_fouled === "play_on") return null;
    if (this.fouled.length < this.order.length) return null;
    return this.void("all_fouled", null, this.fouled, foul.all_fouled === "redeal_next_dealer");
  }

  playRounds() {
    let leader = this.order[0];
    const last = this.rules.groups.length;
    for (let round = 1; round <= last; round += 1) {
      const { next_leader: next, ...played } = this.game.round({
        round,
        leader,
        groups: this.placed.map((placed) => placed.groups[round - 1]),
        cannot_win: this.order.filter((s) => (this.placed[s].cannot_win_from ?? Infinity) <= round),
      });
      leader = next;
      this.rounds.push(played);
      const ended = this.instantWin({ round }) ?? (round < last ? this.checkNow() : null);
      if (ended) return ended;
    }
    return null;
  }

  checkNow() {
    if (this.rules.match.check !== "at_once") return null;
    const captured = this.captured();
    const totals = add(this.given.totals, captured.points);
    const checked = this.game.target({ totals, target: this.target });
    if (checked.winners.length) return this.end("target_reached", captured);
    this.target = checked.target;
    return null;
  }

  // Points by seat so far, and what nobody scores.
  captured() {
    const points = this.rounds.map((played) => played.points).reduce(add, this.zeros);
    let unclaimed = sum(this.rounds.map((played) => played.unclaimed));
    for (const seat of this.order.filter((s) => this.placed[s].scores_nothing)) {
      unclaimed += points[seat];
      points[seat] = 0;
    }
    return { points, unclaimed };
  }

  instantWin(moment) {
    for (const event of this.rules.instant_wins) {
      if (JSON.stringify(event.after) !== JSON.stringify(moment)) continue;
      const able = this.order.filter((seat) => this.winsBy(event, seat));
      const seats = event.if_several === "first_in_order" ? able.slice(0, 1) : able;
      if (seats.length) return this.won(event, seats);
    }
    return null;
  }

  winsBy(event, seat) {
    const alone = range(this.rounds.length)
      .filter((i) => same(this.rounds[i].winners, [seat])).map((i) => i + 1);
    const groups = this.placed ? this.placed[seat].groups : null;
    return !this.fouled.includes(seat)
      && this.game.holds(event.when, this.given.hands[seat], groups, alone);
  }

  won(event, seats) {
    const [word, effect] = kind(event.effect);
    if (word === "win_deal") {
      const whole = this.rules.card_points.total;
      const share = Math.floor(whole / seats.length);
      const points = this.zeros.map((_, seat) => (seats.includes(seat) ? share : 0));
      points[seats[0]] += whole - sum(points);
      return this.end("instant_win", { points, unclaimed: 0 }, { reason: event.id, seats });
    }
    const points = effect.deal_points === "counted" ? this.captured().points : this.zeros;
    const totals = add(this.given.totals, points);
    for (const seat of seats) {
      totals[seat] = effect.score === "target"
        ? Math.max(totals[seat], this.target)
        : totals[seat] + effect.score.add;
    }
    return this.result("instant_win", {
      reason: event.id, seats, points, totals, match_winners: seats,
    });
  }

  void(ending, reason, seats, moves) {
    const nextDealer = moves ? this.nextDealer : this.given.dealer;
    return this.result(ending, {
      reason, seats, next_dealer: nextDealer, last_points: this.given.last_points,
    });
  }

  end(ending, { points, unclaimed }, more = {}) {
    const totals = add(this.given.totals, points);
    const { winners, target } = this.game.target({ totals, target: this.target });
    return this.result(ending, {
      points, unclaimed, totals, target, match_winners: winners, ...more,
    });
  }

  result(ending, more) {
    return {
      ending, reason: null, seats: [], fouled: this.fouled, rounds: this.rounds,
      points: this.zeros, unclaimed: 0, totals: this.given.totals, target: this.target,
      next_dealer: this.nextDealer, match_winners: [], last_points: more.points, ...more,
    };
  }
}

function answer(game, { op, input }) {
  try {
    return { result: game[op](input) };
  } catch (error) {
    if (error instanceof Reject) return { reject: error.message };
    throw error;
  }
}

// Answer what has come, line by line, until the input ends.
export async function main(makeGame = (rules) => new Game(rules), name = "hazari.mjs") {
  const hello = {
    protocol: 1, name, version: "1", language: "JavaScript", operations: OPERATIONS, spec: [1],
  };
  let game = null;
  let rest = "";
  const reply = (message) => {
    if (message.rules) game = makeGame(message.rules); // one process for each case
    if (message.op === "hello") return { result: hello };
    if (message.op !== "rules") return answer(game, message);
    game = makeGame(message.input);
    return { result: {} };
  };
  process.stdin.setEncoding("utf8");
  for await (const data of process.stdin) {
    const lines = (rest + data).split("\n");
    rest = lines.pop();
    const said = lines.map((line) => {
      const message = JSON.parse(line);
      try {
        return { id: message.id, ...reply(message) };
      } catch (error) {
        if (error instanceof Unsupported) return { id: message.id, skip: error.message };
        throw error;
      }
    });
    process.stdout.write(said.map((one) => `${JSON.stringify(one)}\n`).join(""));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
