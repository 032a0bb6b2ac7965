// Pictures of laws and curves. Each has its numbers in a table behind it, so that nothing is said by colour or height alone.

/** A picture with its table. */
const figure = (title, picture, table, note) =>
  make(
    "figure",
    {},
    make("figcaption", {}, title),
    picture,
    note ? make("p", { class: "note" }, note) : null,
    make("details", { class: "numbers", "data-fold": title }, make("summary", { "data-key": title }, "The numbers as a table"), table),
  );

/** Width of a picture in its own units: that of the screen, so that its words are as large as those around it. */
const pictureWidth = () => Math.min(560, Math.max(280, document.documentElement.clientWidth - 62));

/**
 * Figures left at the end, one side above the other, on one scale.
 * `sides` are { name, law: [{ value, p }], games }; `p` are shares of games.
 */
const survivorsPicture = (sides) => {
  const [width, height, left] = [pictureWidth(), 250, 92];
  const most = Math.max(1, ...sides.map((side) => Math.max(...side.law.map((entry) => entry.value))));
  // Nobody left is told in words: as a column it would dwarf all others.
  const standing = sides.map((side) => side.law.filter((entry) => entry.value > 0));
  const peak = Math.max(1e-9, ...standing.flat().map((entry) => entry.p));
  const step = (width - left - 8) / most;
  const middle = height / 2;
  const drawing = shape("svg", {
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    "aria-label": "Figures left at the end. " + sides.map((side) => `${side.name}: none in ${share(noneLeft(side), side.games)} of fights`).join("; "),
  });
  sides.forEach((side, at) => {
    const name = at === 0 ? "a" : "b";
    for (const { value, p } of standing[at]) {
      const tall = Math.max(p > 0 ? 1 : 0, (p / peak) * (middle - 16));
      const column = {
        class: name,
        x: fixed(left + (value - 1) * step + step * 0.06, 1),
        y: fixed(at === 0 ? middle - 11 - tall : middle + 11, 1),
        width: fixed(Math.max(1, step * 0.88), 1),
        height: fixed(tall, 1),
        rx: Math.min(2, step / 4),
      };
      drawing.append(shape("rect", column, shape("title", {}, `${side.name}, ${value} left: ${share(p, side.games)}`)));
    }
    const line = (text, y, kind) => shape("text", { class: kind, x: 2, y }, text);
    const top = at === 0 ? middle - 62 : middle + 42;
    drawing.append(line(share(noneLeft(side), side.games), top + 14, name + " large"), line("none left", top + 34, "axis"));
  });
  const every = [1, 2, 5, 10, 20, 50, 100, 200].find((gap) => gap * step >= 30) ?? 500;
  for (let value = every === 1 ? 1 : every; value <= most; value += every) {
    drawing.append(shape("text", { class: "axis", x: fixed(left + (value - 0.5) * step, 1), y: middle + 5, "text-anchor": left + value * step > width - 16 ? "end" : "middle" }, String(value)));
  }
  return drawing;
};

const noneLeft = (side) => side.law.find((entry) => entry.value === 0)?.p ?? 0;

/** Rows of the table behind it: value, share, share of so many or more. */
const survivorsTable = (sides) => {
  const most = Math.max(0, ...sides.flatMap((side) => side.law.map((entry) => entry.value)));
  const shareOf = (side, value) => side.law.find((entry) => entry.value === value)?.p ?? 0;
  const rows = [];
  for (let value = 0; value <= most; value++) {
    const cells = sides.flatMap((side) => {
      const start = Math.max(...side.law.map((entry) => entry.value));
      if (value > start) return ["", ""];
      const more = side.law.reduce((sum, entry) => sum + (entry.value >= value ? entry.p : 0), 0);
      // So many as none, or more, are left for sure, however few games were played.
      return [share(shareOf(side, value), side.games), share(Math.min(1, more), value === 0 ? 0 : side.games)];
    });
    rows.push([String(value), ...cells]);
  }
  return tableOf("Figures left at the end", ["left", ...sides.flatMap((side) => [side.name, "or more"])], rows);
};

/** A name that fits below the narrowest picture. */
const shortened = (name) => ([...name].length > 28 ? [...name].slice(0, 27).join("") + "…" : name);

/**
 * Score against number of figures. `points` are { figures, score, low, high, games }, `even` is where the line crosses one half, or null.
 */
const curvePicture = (name, points, even, now, side) => {
  const [width, height] = [pictureWidth(), 270];
  const [left, right, top, bottom] = [46, 14, 14, 38];
  const least = points[0].figures;
  const most = points[points.length - 1].figures;
  const x = (figures) => left + ((figures - least) / Math.max(1, most - least)) * (width - left - right);
  const y = (score) => top + (1 - score) * (height - top - bottom);
  const drawing = shape("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Score of ${name} against its number of figures` });
  for (const score of [0, 0.25, 0.5, 0.75, 1]) {
    drawing.append(
      shape("line", { class: score === 0.5 ? "even" : "grid", x1: left, x2: width - right, y1: y(score), y2: y(score) }),
      shape("text", { class: "axis", x: left - 6, y: y(score) + 4, "text-anchor": "end" }, score * 100 + " %"),
    );
  }
  const every = [1, 2, 5, 10, 20, 50, 100, 200].find((gap) => (gap / Math.max(1, most - least)) * (width - left - right) >= 34) ?? 500;
  for (let figures = Math.ceil(least / every) * every; figures <= most; figures += every) {
    drawing.append(shape("text", { class: "axis", x: fixed(x(figures), 1), y: height - bottom + 18, "text-anchor": x(figures) > width - 24 ? "end" : "middle" }, String(figures)));
  }
  drawing.append(shape("text", { class: "axis", x: (left + width - right) / 2, y: height - 4, "text-anchor": "middle" }, "figures of " + shortened(name)));
  if (even !== null && even >= least && even <= most) {
    drawing.append(
      shape("line", { class: "mark", x1: fixed(x(even), 1), x2: fixed(x(even), 1), y1: y(0.5), y2: height - bottom }),
      shape("circle", { class: "mark", cx: fixed(x(even), 1), cy: y(0.5), r: 6 }),
      shape("text", { class: "mark", x: fixed(Math.min(x(even) + 10, width - right - 84), 1), y: y(0.5) + 20 }, "even at " + fixed(even, 1)),
    );
  }
  drawing.append(shape("polyline", { class: side, points: points.map((point) => fixed(x(point.figures), 1) + "," + fixed(y(point.score), 1)).join(" ") }));
  for (const point of points) {
    if (point.games) drawing.append(shape("line", { class: side, x1: fixed(x(point.figures), 1), x2: fixed(x(point.figures), 1), y1: fixed(y(point.low), 1), y2: fixed(y(point.high), 1) }));
    drawing.append(
      shape(
        "circle",
        { class: side + (point.figures === now ? " now" : ""), cx: fixed(x(point.figures), 1), cy: fixed(y(point.score), 1), r: point.figures === now ? 7 : 4 },
        shape("title", {}, `${point.figures} figures: ${scoreText(point.score, point.low, point.high, point.games)}`),
      ),
    );
  }
  return drawing;
};
