// Numbers as the reports print them: digits follow the half-width of the interval, and a sampled 0 or all of n prints as a bound.
// The rules are those of the crate `report` (number.rs); a test holds the two against each other.

const ABSENT = "-";
const SMALLEST_PERCENT = 1e-4;
const MOST_DECIMALS = 4;

const fixed = (value, decimals) => {
  if (!Number.isFinite(value)) return ABSENT;
  // Only odd multiples of 1/2^(d+1) lie just between two texts; they go to the even digit, where toFixed goes up.
  const between = Math.abs((value * 2 ** (decimals + 1)) % 2) === 1;
  const scaled = value * 10 ** decimals;
  const even = 2 * Math.round(scaled / 2);
  const text = (between ? even / 10 ** decimals : value).toFixed(decimals);
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text;
};

const decimalsFor = (halfWidth) => {
  const width = Math.abs(halfWidth);
  if (!Number.isFinite(width) || width === 0) return 2;
  for (let decimals = 0; decimals < 6; decimals++) if (width * 10 ** decimals >= 2.95) return decimals;
  return 6;
};

const withHalfWidth = (value, halfWidth) => {
  if (!Number.isFinite(halfWidth)) return fixed(value, 2);
  const width = Math.abs(halfWidth) < 5e-7 ? 0 : Math.abs(halfWidth);
  const decimals = decimalsFor(width);
  if (!Number.isFinite(value) || width === 0) return fixed(value, decimals);
  return fixed(value, decimals) + " ± " + fixed(width, decimals);
};

/** `under x %` below one half, `over 100 - x %` above. */
const edge = (share, percent) => {
  let decimals = 0;
  for (; decimals < MOST_DECIMALS; decimals++) {
    const rest = (percent * 10 ** decimals) % 1;
    if (rest < 1e-6 || 1 - rest < 1e-6) break;
  }
  return share < 0.5 ? "under " + fixed(percent, decimals) + " %" : "over " + fixed(100 - percent, decimals) + " %";
};

const offTheEnds = (share, least) => {
  for (let decimals = least; decimals <= MOST_DECIMALS; decimals++) {
    const text = fixed(share * 100, decimals);
    if (Number(text) !== 0 && Number(text) !== 100) return text + " %";
  }
  return edge(share, SMALLEST_PERCENT);
};

/** The largest chance that can hide behind games in which it never came true (Clopper and Pearson, 95 %). */
const noneOf = (games) => -Math.expm1(Math.log(0.025) / games);

const endOfSample = (all, games, bound) => {
  const percent = Math.max(bound * 100, SMALLEST_PERCENT);
  const decimals = games < 30 ? 0 : Math.min(decimalsFor(percent / 10), MOST_DECIMALS);
  const scale = 10 ** decimals;
  return edge(all ? 1 : 0, Math.min(Math.ceil(percent * scale - 1e-9) / scale, 100));
};

/** An exact probability as a percentage. */
const exactPercent = (probability) => {
  if (!Number.isFinite(probability)) return ABSENT;
  if (probability <= 0) return "0 %";
  if (probability >= 1 - 1e-13) return "100 %";
  const nearest = Math.min(probability, 1 - probability) * 100;
  if (nearest < SMALLEST_PERCENT) return edge(probability, SMALLEST_PERCENT);
  let decimals = 2;
  while (decimals < MOST_DECIMALS && nearest * 10 ** decimals < 9.95) decimals++;
  return offTheEnds(probability, decimals);
};

/** So many of so many sampled games as a percentage. */
const sampledPercent = (successes, games) => {
  if (!(games > 0) || successes > games) return ABSENT;
  if (successes === 0 || successes === games) return endOfSample(successes === games, games, noneOf(games));
  const share = successes / games;
  return offTheEnds(share, decimalsFor(1.96 * Math.sqrt((share * (1 - share)) / games) * 100));
};

/** A share (0 to 1) that was found in `games` games, or exactly where those are 0. */
const share = (value, games) => (games > 0 ? sampledPercent(Math.round(value * games), games) : exactPercent(value));

/** A score with its interval; exact where `games` is 0. */
const scoreText = (score, low, high, games) => {
  if (!games) return exactPercent(score);
  if (!Number.isFinite(score)) return ABSENT;
  if (score <= 0 || score >= 1) {
    const bound = score >= 1 ? 1 - low : high;
    return endOfSample(score >= 1, games, Number.isFinite(bound) && bound > 0 ? bound : noneOf(games));
  }
  const halfWidth = ((high - low) / 2) * 100;
  if (!Number.isFinite(halfWidth) || halfWidth <= 0) return offTheEnds(score, 1);
  const decimals = decimalsFor(halfWidth);
  const value = offTheEnds(score, decimals);
  if (score * 100 - halfWidth < 0 || score * 100 + halfWidth > 100) {
    return value + " (" + fixed(low * 100, decimals) + " to " + fixed(high * 100, decimals) + ")";
  }
  return value + " ± " + fixed(halfWidth, decimals);
};

/** The score alone, short enough for the bar. */
const shortScore = (score, low, high, games) => scoreText(score, low, high, games).replace(/ (±|\().*$/, "");

/** 12 345 with thin gaps. */
const count = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, "\u202f");
