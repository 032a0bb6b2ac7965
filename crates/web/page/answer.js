// The odds: one clear answer at the top, and what stands behind it.

/** Games asked for at first, and at most without being told to. */
const FIRST_GAMES = 1024;
const MOST_GAMES = 262144;
/** A sampled answer that is surer than this half-width is sure enough. */
const SURE = 0.005;
/** How long one slice of games should take, in milliseconds: short, so that a stop comes through. */
const SLICE = 250;

/** How a score reads in words, for the side that is ahead. */
const wordsFor = (ahead) => {
  if (ahead < 0.52) return null;
  if (ahead < 0.6) return "Slight favourite";
  if (ahead < 0.75) return "Favourite";
  if (ahead < 0.9) return "Strong favourite";
  return "All but certain to win";
};

/** The answer as one short sentence. */
const headline = (found) => {
  if (found.harmless) return "Neither side can hurt the other: nobody wins.";
  const { score, low, high, games } = found;
  const [name, ahead] = score >= 0.5 ? [found.sides[0].name, score] : [found.sides[1].name, 1 - score];
  const much = score >= 0.5 ? scoreText(score, low, high, games) : scoreText(1 - score, 1 - high, 1 - low, games);
  // All that is still possible counts as even.
  const even = low >= 0.48 && high <= 0.52;
  if (games && low < 0.5 && high > 0.5 && !even) return `Not clear yet who is ahead. ${found.sides[0].name}: ${scoreText(score, low, high, games)}`;
  const words = wordsFor(ahead);
  return words ? `${words}: ${name}, ${much}` : `An even fight. ${found.sides[0].name}: ${scoreText(score, low, high, games)}`;
};

const methodLine = (found) =>
  found.games
    ? `Played ${count(found.games)} games; the interval holds the true odds 95 times in 100. A draw counts half.`
    : "Exact: every outcome of every die is counted. A draw counts half, and each side goes first in half of the fights.";

/** Chances of a win, a draw and a loss over both seatings. */
const chances = (found) => {
  const seats = [found.first, found.second];
  const games = seats.reduce((sum, seat) => sum + seat.games, 0);
  return ["wins", "draws", "losses"].map((key) => seats.reduce((sum, seat) => sum + seat[key], 0) / (games || 2));
};

/** The strip at the top, which stays in sight. */
const drawStrip = (found) => {
  const [win, draw, loss] = chances(found);
  const { score, low, high, games } = found;
  const side = (at) => {
    const much = at === 0 ? shortScore(score, low, high, games) : shortScore(1 - score, 1 - high, 1 - low, games);
    const [, words, number] = much.match(/^(under |over )?(.*)$/);
    return make(
      "div",
      { class: at === 0 ? "a" : "b" },
      make("div", { class: "name", title: found.sides[at].name }, found.sides[at].name),
      make("div", { class: "much" }, words ? make("small", {}, words) : null, number),
    );
  };
  const part = (name, width) => make("i", { class: name, style: `width:${fixed(width * 100, 3)}%` });
  const doubt = games ? make("i", { class: "doubt", style: `left:${fixed(low * 100, 3)}%;width:${fixed((high - low) * 100, 3)}%` }) : null;
  const bar = make("div", { class: "bar", "aria-hidden": "true" }, part("a", win), part("draw", draw), part("b", loss), make("i", { class: "middle" }), doubt);
  const how = games ? `± ${fixed(((high - low) / 2) * 100, decimalsFor(((high - low) / 2) * 100))}` : "exact";
  put(byId("strip"), make("div", { class: "names" }, side(0), make("div", { class: "how" }, make("span", { class: "tag" }, how)), side(1)), bar);
};

const drawSeats = (found) => {
  const [a, b] = found.sides;
  const seats = [found.first, found.second];
  const row = (name, key) => [name, ...seats.map((seat) => seat[key])];
  const scoreOf = (seat) => (seat.score ? scoreText(seat.score.value, seat.score.low, seat.score.high, seat.games) : ABSENT);
  const rows = [
    row(`won by ${a.name}`, "win_says"),
    row("draw", "draw_says"),
    row(`won by ${b.name}`, "loss_says"),
    [`score of ${a.name}`, ...seats.map(scoreOf)],
  ];
  const meaning = catalogue ? `Side A ${catalogue.seats[0]}, side B ${catalogue.seats[1]}.` : "";
  const about = (side) => {
    const lost = ["to shooting", "to melee", "by morale"].map((how, at) => [side.mean_lost[at], how]).filter(([mean]) => mean >= 0.05);
    const words = lost.map(([mean, how]) => `${fixed(mean, 1)} ${how}`).join(", ");
    return make("li", {}, `${side.name}: ${fixed(side.mean_left, 1)} of ${side.figures} figures left on average${words ? "; lost " + words : ""}.`);
  };
  const limit = found.limit_share > 0 ? `; ${share(found.limit_share, found.games)} reach the turn limit` : "";
  put(
    byId("seats"),
    make(
      "details",
      { "data-fold": "seats", open: isWide() },
      make("summary", { "data-key": "seats" }, "Who goes first, and the losses"),
      tableOf("Odds of both seatings", ["", `${a.name} is side A`, `${b.name} is side A`], rows),
      make("p", { class: "note" }, meaning),
      make("ul", { class: "facts" }, about(a), about(b), make("li", {}, `A fight lasts ${fixed(found.mean_turns, 1)} turns on average${limit}.`)),
      make("p", { class: "note" }, found.ground),
    ),
  );
};

const drawSurvivors = (found) => {
  const sides = found.sides.map((side) => ({
    name: side.name,
    games: found.games,
    law: side.left.map((entry) => ({ value: entry.figures, p: entry.p })),
  }));
  put(byId("survivors"), make("h2", {}, "Who is left"), figure("Figures left at the end, share of fights", survivorsPicture(sides), survivorsTable(sides)));
};

/** The answer as a listener hears it: told once it has come to rest. */
const say = (() => {
  let timer = null;
  return (text) => {
    clearTimeout(timer);
    timer = setTimeout(() => tell(byId("spoken"), text), 600);
  };
})();

/**
 * What is shown, and whether it is of an earlier state; and the run of games that refines it: `turn` tells a later run from an earlier
 * one.
 */
const play = { found: null, old: false, turn: 0, going: false, most: MOST_GAMES };

const drawAnswer = (found) => {
  play.found = found;
  drawStrip(found);
  tell(byId("verdict"), headline(found));
  tell(byId("method"), methodLine(found));
  say(headline(found));
  // The odds are on the screen before what stands behind them is drawn.
  setTimeout(() => {
    if (play.found !== found) return;
    drawSeats(found);
    drawSurvivors(found);
  });
};

const STOP = "Stop";

/** The button is made once: one that is replaced between press and release is never clicked. */
const playButton = make("button", { type: "button", "data-key": "play", onclick: () => pressPlay() }, STOP);
const playBar = make("progress", { "aria-label": "Games played" });

/** Stop and go, for answers that are played. */
const drawPlaying = () => {
  const { found, going, most } = play;
  const holder = byId("playing");
  if (!found?.games) return put(holder);
  tell(playButton, going ? STOP : "Play more games");
  playBar.max = Math.max(1, most);
  playBar.value = found.games;
  playBar.hidden = !going;
  if (playButton.parentNode !== holder) put(holder, playButton, playBar);
};

const pressPlay = () => {
  if (play.going) stopPlaying();
  else if (!play.old) playOn();
  // The first games of another fight are being played: they are let finish, and no more are asked for.
  else if (playButton.textContent === STOP) play.most = 0;
};

const stopPlaying = () => {
  play.turn++;
  play.going = false;
  front.forget("answer");
  drawPlaying();
  later();
};

const playOn = () => {
  play.most = play.found.games * 4;
  refine(++play.turn, SLICE).catch(complain);
};

const ask = (games) => front.ask("answer", { ask: "answer", data: dataOf(), meet: meetOf(), games });

/** Asks for more and more games until the answer is sure enough, somebody stops it, or the question changes. */
const refine = async (turn, spent) => {
  play.going = true;
  drawPlaying();
  let games = play.found.games;
  let step = games;
  while (turn === play.turn && games < play.most) {
    const pace = Math.min(4, SLICE / Math.max(1, spent));
    step = Math.max(FIRST_GAMES, Math.round((step * pace) / FIRST_GAMES) * FIRST_GAMES);
    games = Math.min(games + step, play.most);
    const from = performance.now();
    const found = await ask(games);
    spent = performance.now() - from;
    if (turn !== play.turn) return;
    drawAnswer(found);
    drawPlaying();
    if (play.most <= MOST_GAMES && (found.high - found.low) / 2 <= SURE) break;
  }
  if (turn !== play.turn) return;
  play.going = false;
  drawPlaying();
  later();
};

/** What of the page is of an earlier state when the odds are. */
const markOld = (old) => {
  play.old = old;
  for (const id of ["strip", "verdict", "method"]) byId(id).classList.toggle("old", old);
};

/** What is shown is of another state: games of it are played no more, and the odds turn pale until there are new ones. */
const outdate = () => {
  play.going = false;
  front.forget("answer");
  markOld(true);
  return ++play.turn;
};

/** Milliseconds after which it is said that an answer is being waited for. */
const UNTOLD = 700;

/** The first games of a state, or its exact odds; who waits for long is told so. */
const firstAnswer = async (turn) => {
  const waiting = setTimeout(() => {
    if (turn === play.turn) tell(byId("method"), "Working it out. Until then the odds are those of before.");
  }, UNTOLD);
  try {
    return await ask(FIRST_GAMES);
  } catch (trouble) {
    if (turn === play.turn && play.found) tell(byId("method"), methodLine(play.found));
    throw trouble;
  } finally {
    clearTimeout(waiting);
  }
};

/** Asks anew: the state has changed. */
const askAnswer = async () => {
  const turn = outdate();
  play.most = MOST_GAMES;
  const from = performance.now();
  const found = await firstAnswer(turn);
  if (turn !== play.turn) return;
  markOld(false);
  // What was said while the answer was waited for is about something else.
  if (complained < from) quieten();
  drawAnswer(found);
  drawPlaying();
  // Whoever waits for the answer waits for the first games only.
  if (found.games) refine(turn, performance.now() - from).catch(failed);
  else later();
};
