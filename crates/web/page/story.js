// What comes after the odds: win rate against number of figures, prices, and one battle told in words.

/** Numbers of figures at most on the curve: each is a duel of its own. */
const POINTS = 17;
/** How many of them are asked for at once: few, so that a change of mind need not wait. */
const AT_ONCE = 3;

/** Which unit's figures the curve varies. */
let varied = 0;

const numbersAround = (figures) => {
  const most = Math.max(8, 2 * figures);
  const gap = Math.max(1, Math.ceil(most / POINTS));
  const numbers = new Set([1, figures]);
  for (let at = gap; at <= most; at += gap) numbers.add(at);
  // From what is played outwards, so that the part that matters is there first.
  return [...numbers].sort((one, other) => Math.abs(one - figures) - Math.abs(other - figures));
};

const drawCurve = (found, points, even) => {
  const side = found.sides[varied];
  const options = found.sides.map((one, at) => [at, one.name]);
  const pick = switches("Whose figures", options, varied, (at) => {
    varied = at;
    askCurve().catch(quietly("curve"));
  });
  const ordered = [...points].sort((one, other) => one.figures - other.figures);
  const rows = ordered.map((point) => [String(point.figures), scoreText(point.score, point.low, point.high, point.games)]);
  const picture = ordered.length > 1 ? curvePicture(side.name, ordered, even?.figures ?? null, side.figures, varied === 0 ? "a" : "b") : make("p", { class: "note" }, "Working it out…");
  put(
    byId("curve"),
    make("h2", {}, "How many would it take?"),
    pick,
    even ? make("p", { class: "headline" }, even.says) : null,
    figure(`Score of ${side.name} by its number of figures`, picture, tableOf("Score by number of figures", ["figures", "score"], rows)),
  );
};

const askCurve = async () => {
  const found = play.found;
  const unit = found.sides[varied];
  const request = { data: dataOf(), duel: duelOf(), vary: varied };
  const points = [];
  drawCurve(found, points, null);
  const numbers = numbersAround(unit.figures);
  while (numbers.length > 0) {
    const told = await curveLane.ask("curve", { ask: "curve", ...request, figures: numbers.splice(0, AT_ONCE) });
    points.push(...told.points);
    drawCurve(found, points, null);
  }
  const even = await curveLane.ask("curve", { ask: "even", ...request });
  // The even number may lie beyond what was drawn until now.
  const known = new Set(points.map((point) => point.figures));
  points.push(...even.between.filter((point) => !known.has(point.figures)));
  drawCurve(found, points, even);
};

// ---- prices ----------------------------------------------------------------------------------------------------------

/** A 95 % interval is so many standard errors to either side. */
const Z95 = 1.959964;

const priceOf = (price) => {
  // The measure itself costs what it is said to cost.
  if (price.points !== null && price.error === 0) return fixed(price.points, 0) + " points";
  if (price.points !== null) return withHalfWidth(price.points, price.error === null ? NaN : Z95 * price.error) + " points";
  if (price.at_least !== null) return `at least ${fixed(price.at_least, 0)} points`;
  if (price.at_most !== null) return `at most ${fixed(price.at_most, 0)} points`;
  return "no price can be told";
};

/** What the price is measured by. */
const measureOf = (price) => {
  if (price.points === null) return price.says;
  const anchor = allUnits().find((unit) => unit.id === price.anchor)?.name ?? price.anchor;
  const each = price.points_a_figure === null ? "" : `${fixed(price.points_a_figure, 1)} a figure; `;
  if (price.unit === price.anchor) return `The measure itself: ${fixed(price.anchor_points, 0)} a figure, by definition.`;
  const games = price.games ? ` ${count(price.games)} games.` : "";
  const sure = price.error ? " The ± is a 95 % interval." : "";
  return `${each}${each ? "the" : "The"} measure is ${fixed(price.anchor_points, 0)} for a figure of ${anchor}.${games}${sure}`;
};

/** Games of either seating of a price that is played: at first, and at most without being told to. */
const PRICE_GAMES = 256;
const MOST_PRICE_GAMES = 16384;
/** A price that is surer than this share of itself is sure enough. */
const SURE_PRICE = 0.02;

/** Which run of prices is at work, and the games that it asks for; a later one ends it. */
const pricing = { turn: 0, going: false, games: PRICE_GAMES };

const isSure = (price) => isText(price) || !price.games || (price.error !== null && Z95 * price.error < SURE_PRICE * price.points);

const drawPrices = (found, prices) => {
  const one = (at) => {
    const price = prices[at];
    return make(
      "div",
      { class: at === 0 ? "a" : "b" },
      found.sides[at].name,
      make("strong", {}, price ? (isText(price) ? "no price" : priceOf(price)) : "…"),
      price ? make("p", { class: "note" }, isText(price) ? price : measureOf(price)) : null,
    );
  };
  const rows = prices.flatMap((price, at) => (price && !isText(price) ? price.against.map((enemy) => [found.sides[at].name, enemy.name, enemy.rate === null ? enemy.says : fixed(enemy.rate, 2)]) : []));
  put(
    byId("price"),
    make("h2", {}, "What they should cost"),
    make("div", { class: "prices" }, one(0), one(1)),
    ...[...new Set(prices.flatMap((price) => (price && !isText(price) ? [price.method_says] : [])))].map((method) => make("p", { class: "note" }, method)),
    prices.some((price) => price?.games)
      ? make("div", { class: "row" }, make("button", { type: "button", "data-key": "price.play", onclick: pressPrices }, pricing.going ? "Stop the games" : "Play more games"))
      : null,
    rows.length ? make("details", { "data-fold": "against" }, make("summary", { "data-key": "against" }, "Enemy by enemy"), tableOf("Prices enemy by enemy", ["one figure of", "against", "is worth so many"], rows)) : null,
  );
};

/** Prices as they were told last. */
let prices = [null, null];

const pressPrices = () => {
  if (pricing.going) {
    pricing.turn++;
    pricing.going = false;
    priceLane.forget("price");
    return drawPrices(play.found, prices);
  }
  askPrices(pricing.games * 4, pricing.games * 4).catch(quietly("price"));
};

/** Prices of both units. Where they are played they are asked for again with more games, until they are sure enough or somebody stops it. */
const askPrices = async (from = PRICE_GAMES, to = MOST_PRICE_GAMES) => {
  const turn = ++pricing.turn;
  const found = play.found;
  const data = dataOf();
  const units = [0, 1].map((at) => unitOf(at));
  if (from === PRICE_GAMES) prices = [null, null];
  pricing.going = true;
  drawPrices(found, prices);
  for (let games = from; games <= to; games *= 4) {
    pricing.games = games;
    for (const at of [0, 1]) {
      if (games > from && isSure(prices[at])) continue;
      const told = await priceLane.ask("price", { ask: "price", data, unit: units[at], games }).catch((trouble) => {
        if (trouble instanceof Fault) return trouble.message;
        throw trouble;
      });
      if (turn !== pricing.turn) return;
      prices[at] = told;
      drawPrices(found, prices);
    }
    if (prices.every(isSure)) break;
  }
  pricing.going = false;
  drawPrices(found, prices);
};

// ---- a story ---------------------------------------------------------------------------------------------------------

let game = 0;

/** Which games are worth seeing is known better once the answer is at rest; the story itself stays as it is. */
const drawStoryButtons = (found) => {
  put(byId("story-buttons"), ...storyButtons(found));
};

const storyButtons = (found) => {
  const button = (text, number, key) =>
    make("button", { type: "button", "data-key": "story." + key, class: key === "tell" ? "first" : null, onclick: () => askStory(number).catch(complain) }, text);
  const worth = ["The longest", "The shortest", "The most lopsided", "The closest"]
    .map((text, at) => [text, found?.games_worth_seeing?.[at]])
    .filter(([, number]) => Number.isFinite(number));
  return [button("Tell a battle", game, "tell"), button("Another", game + 1, "next"), ...worth.map(([text, number], at) => button(text, number, "worth" + at))];
};

const drawStory = (found, told) => {
  const line = (text) => {
    const deep = text.search(/\S/);
    const kind = /^Turn \d/.test(text) ? "turn" : deep > 3 ? "deeper" : deep > 0 ? "deep" : null;
    return make("li", { class: kind }, text.trim());
  };
  put(
    byId("story"),
    make("h2", {}, "One battle told"),
    told ? null : make("p", { class: "note" }, "Every move and every roll of one fight in words. The same number tells the same fight again."),
    make("div", { id: "story-buttons", class: "row" }, ...storyButtons(found)),
    told ? make("h3", {}, `Game ${told.game}: ${told.title}`) : null,
    told ? make("p", { class: "note" }, `Side A: ${told.side_a}. ${told.ground}`) : null,
    told ? make("ol", { class: "tale", tabindex: "0", "aria-label": "The battle, line by line" }, ...told.lines.map(line)) : null,
    told ? make("p", { role: "status" }, told.ended) : null,
  );
};

const askStory = async (number) => {
  game = number;
  const told = await front.ask("story", { ask: "story", data: dataOf(), meet: meetOf(), game: number });
  drawStory(play.old ? null : play.found, told);
};
