// The win matrix as a table to sort, walk through and open. It reads one block of JSON in the page and asks nothing of any
// network. Every number that people read arrives as text: how sure a number is was decided where it was made.
"use strict";
document.querySelectorAll(".explorer").forEach((holder, place) => {
  const run = JSON.parse(holder.nextElementSibling.textContent);
  /** A name for an element that no other explorer of the page has. */
  const named = (id) => "explorer-" + place + "-" + id;
  const forces = run.forces;
  const pairs = new Map(run.pairs.map((pair) => [pair.row + "," + pair.column, pair]));

  /** A pair seen from `row`: `own` is 0 where the row comes first in the record. */
  const seen = (row, column) => {
    const found = pairs.get(Math.min(row, column) + "," + Math.max(row, column));
    return found ? { pair: found, own: row <= column ? 0 : 1 } : null;
  };
  const scoreOf = (row, column) => {
    const found = seen(row, column);
    return found ? (found.own === 0 ? found.pair.score : 1 - found.pair.score) : null;
  };
  const make = (tag, attributes = {}, ...children) => {
    const node = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes)) {
      if (value !== null && value !== false) node.setAttribute(key, value === true ? "" : value);
    }
    for (const child of children) node.append(child);
    return node;
  };
  const ground = (score) => run.palette[Math.round(score * 100)];
  /** The one force that has met all others, who have not met each other: it is the only column. */
  const lone = forces.length > 2 && run.pairs.every((pair) => pair.row === 0) ? 0 : null;
  const columnsOf = (order) => (lone === null ? order : [lone]);

  // ---- orders -------------------------------------------------------------------------------------------------------

  const orders = {
    strength: { name: "strength", list: () => byStrength() },
    name: { name: "name", list: () => numbers().sort((a, b) => forces[a].name.localeCompare(forces[b].name, "en")) },
    alike: { name: "who is alike", list: () => byLikeness() },
    opponent: { name: "score against the chosen row", list: () => byOpponent() },
    given: { name: "order of the command", list: () => numbers() },
  };
  if (lone !== null) {
    delete orders.alike;
    delete orders.opponent;
  }
  const numbers = () => forces.map((_, at) => at);
  const byStrength = () => numbers().sort((a, b) => forces[b].mean - forces[a].mean || a - b);
  /** Place by strength, which a force keeps in every order. */
  const places = forces.map(() => 0);
  byStrength().forEach((force, at) => (places[force] = at + 1));
  const byOpponent = () => {
    here.sortedBy = here.row;
    const against = (one) => scoreOf(here.row, one) ?? 0.5;
    return numbers().sort((a, b) => against(b) - against(a) || a - b);
  };

  /** Average linkage over the distance of score rows; the stronger branch goes first. */
  const byLikeness = () => {
    const rows = forces.map((_, row) => forces.map((_, column) => scoreOf(row, column) ?? 0.5));
    const distance = (a, b) => rows[a].reduce((sum, score, at) => sum + (score - rows[b][at]) ** 2, 0);
    let groups = forces.map((force, at) => ({ members: [at], mean: force.mean }));
    const apart = (a, b) => {
      let sum = 0;
      for (const one of a.members) for (const other of b.members) sum += between[one][other];
      return sum / (a.members.length * b.members.length);
    };
    const between = rows.map((_, a) => rows.map((_, b) => distance(a, b)));
    while (groups.length > 1) {
      let best = [0, 1, Infinity];
      for (let a = 0; a < groups.length; a++) {
        for (let b = a + 1; b < groups.length; b++) {
          const gap = apart(groups[a], groups[b]);
          if (gap < best[2]) best = [a, b, gap];
        }
      }
      let [first, second] = [groups[best[0]], groups[best[1]]];
      if (second.mean > first.mean) [first, second] = [second, first];
      const size = first.members.length + second.members.length;
      const mean = (first.mean * first.members.length + second.mean * second.members.length) / size;
      groups = groups.filter((_, at) => at !== best[0] && at !== best[1]);
      groups.push({ members: [...first.members, ...second.members], mean });
    }
    return groups.length ? groups[0].members : [];
  };

  // ---- what is shown now --------------------------------------------------------------------------------------------

  // The two strongest against each other, to begin with.
  const [first, second] = byStrength();
  const here = { row: first === lone ? second : first, column: lone ?? second ?? first, order: "strength", sortedBy: null, shows: "score", find: "" };
  let order = orders.strength.list();
  let cells = [];

  const shown = {
    score: {
      name: "score",
      ends: ["the column's box wins", "the row's box wins"],
      value: (row, column) => scoreOf(row, column),
      text: ({ pair, own }) => pair.label[own],
    },
    seat: {
      name: "what moving first is worth",
      ends: ["the row does better as side B", "the row does better as side A"],
      value: (row, column) => {
        const found = seen(row, column);
        if (!found || found.pair.seat === null) return null;
        return 0.5 + found.pair.seat / 2;
      },
      text: ({ pair }) => (pair.seat === null ? "" : (pair.seat > 0 ? "+" : "") + Math.round(pair.seat * 100)),
    },
  };

  // ---- controls -----------------------------------------------------------------------------------------------------

  const select = (label, id, options, chosen, then) => {
    const box = make("select", { id });
    for (const [key, { name }] of Object.entries(options)) {
      box.append(make("option", { value: key, selected: key === chosen }, name));
    }
    box.addEventListener("change", () => then(box.value));
    return make("label", { for: id }, make("span", {}, label), box);
  };
  const find = make("input", { id: named("find"), type: "search", placeholder: "name", autocomplete: "off" });
  find.addEventListener("input", () => {
    here.find = find.value.trim().toLowerCase();
    mark();
  });
  const controls = make(
    "div",
    { class: "explorer-controls" },
    select("Sort by", named("order"), orders, here.order, (key) => {
      here.order = key;
      here.sortedBy = null;
      order = orders[key].list();
      draw();
      focusHere();
    }),
    select("Show", named("shows"), shown, here.shows, (key) => {
      here.shows = key;
      draw();
    }),
    make("label", { for: named("find") }, make("span", {}, "Find"), find),
  );

  /** What the colours mean, from one end over even to the other. */
  const key = make("p", { class: "explorer-key" });
  const drawKey = () => {
    const [low, high] = shown[here.shows].ends;
    const colours = run.palette.filter((_, at) => at % 5 === 0).map(([colour]) => colour);
    const ramp = make("i", { style: `background:linear-gradient(90deg,${colours.join(",")})` });
    key.replaceChildren(low, ramp, high);
  };

  const orderBox = () => controls.querySelector("select");

  // ---- the table ----------------------------------------------------------------------------------------------------

  const table = make("table", { class: "explorer-grid", role: "grid", "aria-label": run.title });
  // Few forces have large cells, many small ones: fifty fit a page.
  const side = lone === null ? Math.min(3.2, Math.max(1.2, 30 / forces.length)) : 2;
  const frame = make("div", { class: side < 2 ? "explorer-frame" : "explorer-frame roomy", style: `--count:${columnsOf(forces).length};--cell:${side}rem;--label:${Math.min(0.95, 0.3 + side * 0.26)}rem` }, table);
  const panel = make("div", { class: "explorer-panel", "aria-live": "polite" });

  /** Names say where a force stands and by what the columns are sorted, in signs that no name holds. */
  const heading = (scope, force) => {
    const sorted = scope === "row" && force === here.sortedBy;
    const attributes = { scope, "data-force": force, "data-place": hasMeans ? places[force] : null };
    if (sorted) attributes["aria-sort"] = "descending";
    return make("th", attributes, make("span", { title: forces[force].name }, forces[force].name));
  };
  const hasMeans = forces.every((force) => force.label !== "");
  /** The force's mean over all others, in the colours of the scores. */
  const mean = (force) => {
    const [colour, ink] = ground(force.mean);
    const title = "mean score against all others";
    return make("td", { class: "mean", style: `background:${colour};color:${ink}`, title }, force.label);
  };

  const draw = () => {
    drawKey();
    const head = make("tr", {}, make("td", { class: "corner" }));
    if (hasMeans) head.append(make("td", { class: "mean" }, make("span", {}, "mean")));
    for (const column of columnsOf(order)) {
      head.append(heading("col", column));
    }
    const body = make("tbody");
    cells = order.map((row) => {
      const line = make("tr", {}, heading("row", row));
      if (hasMeans) line.append(mean(forces[row]));
      const drawn = columnsOf(order).map((column) => {
        const cell = make("td", { role: "gridcell", tabindex: -1 });
        const found = seen(row, column);
        const value = shown[here.shows].value(row, column);
        if (found && value !== null) {
          cell.textContent = shown[here.shows].text(found);
          cell.classList.toggle("long", cell.textContent.length > 2);
          const [colour, ink] = ground(Math.min(1, Math.max(0, value)));
          cell.style.background = colour;
          cell.style.color = ink;
        }
        cell.dataset.row = row;
        cell.dataset.column = column;
        cell.setAttribute("aria-label", sentence(row, column));
        line.append(cell);
        return cell;
      });
      body.append(line);
      return drawn;
    });
    table.replaceChildren(make("thead", {}, head), body);
    mark();
  };

  const sentence = (row, column) => {
    const found = seen(row, column);
    const names = forces[row].name + " against " + forces[column].name;
    return found ? names + ": " + found.pair.shown[found.own] : names + ": not played";
  };

  /** Dims what the search does not name, and marks the row and the column of the chosen cell. */
  const mark = () => {
    const hit = (force) => here.find === "" || forces[force].name.toLowerCase().includes(here.find);
    for (const heading of table.querySelectorAll("th")) {
      const force = Number(heading.dataset.force);
      heading.classList.toggle("dim", !hit(force));
      const rowHeading = heading.scope === "row";
      heading.classList.toggle("chosen", force === (rowHeading ? here.row : here.column));
    }
    for (const line of cells) {
      for (const cell of line) {
        const [row, column] = [Number(cell.dataset.row), Number(cell.dataset.column)];
        cell.classList.toggle("dim", !hit(row) && !hit(column));
        const chosen = row === here.row && column === here.column;
        cell.classList.toggle("chosen", chosen);
        // A cross through the chosen cell: both its names are found without a finger on the screen.
        cell.classList.toggle("along", row === here.row);
        cell.classList.toggle("down", column === here.column);
        cell.tabIndex = chosen ? 0 : -1;
      }
    }
    panel.replaceChildren(...brief(here.row, here.column));
  };

  const choose = (row, column) => {
    if (row === here.row && column === here.column) return;
    here.row = row;
    here.column = column;
    mark();
  };
  const focusHere = () => {
    const [down, across] = [order.indexOf(here.row), columnsOf(order).indexOf(here.column)];
    if (cells[down]?.[across]) cells[down][across].focus();
  };

  table.addEventListener("mouseover", (event) => {
    const cell = event.target.closest("td[data-row]");
    if (cell) choose(Number(cell.dataset.row), Number(cell.dataset.column));
  });
  table.addEventListener("click", (event) => {
    const cell = event.target.closest("td[data-row]");
    if (cell) {
      choose(Number(cell.dataset.row), Number(cell.dataset.column));
      open();
      return;
    }
    const clicked = event.target.closest("th");
    if (clicked) {
      const force = Number(clicked.dataset.force);
      if (clicked.scope === "row" && lone === null) {
        here.row = force;
        here.order = "opponent";
        orderBox().value = here.order;
        order = orders.opponent.list();
        draw();
      } else if (clicked.scope === "row") {
        choose(force, here.column);
      } else {
        choose(here.row, force);
      }
    }
  });
  table.addEventListener("keydown", (event) => {
    const steps = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] };
    const columns = columnsOf(order);
    const [lowest, last] = [order.length - 1, columns.length - 1];
    let [down, across] = [order.indexOf(here.row), columns.indexOf(here.column)];
    if (event.key in steps) {
      down = Math.min(lowest, Math.max(0, down + steps[event.key][0]));
      across = Math.min(last, Math.max(0, across + steps[event.key][1]));
    } else if (event.key === "Home") {
      across = 0;
      if (event.ctrlKey) down = 0;
    } else if (event.key === "End") {
      across = last;
      if (event.ctrlKey) down = lowest;
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      open();
      return;
    } else {
      return;
    }
    event.preventDefault();
    choose(order[down], columns[across]);
    focusHere();
  });

  // ---- one pair -----------------------------------------------------------------------------------------------------

  const bar = (row, column) => {
    const found = seen(row, column);
    if (!found) return "";
    const { pair, own } = found;
    const [low, high] = own === 0 ? [pair.low, pair.high] : [1 - pair.high, 1 - pair.low];
    const score = scoreOf(row, column);
    return make(
      "div",
      { class: "explorer-bar", role: "img", "aria-label": pair.shown[own] },
      make("span", { class: "fill", style: `width:${score * 100}%` }),
      make("span", { class: "doubt", style: `left:${low * 100}%;width:${(high - low) * 100}%` }),
      make("span", { class: "even" }),
    );
  };

  const brief = (row, column) => {
    const found = seen(row, column);
    const line = make("p", {}, make("b", {}, forces[row].name), " against ", make("b", {}, forces[column].name), ": ");
    if (!found) {
      line.append("not played");
      return [line];
    }
    const { pair, own } = found;
    // A score stays in one piece at the end of a line.
    line.append(pair.shown[own].replaceAll(" ", "\u00a0"));
    const seats = pair.seats[own].map((score, seat) => (score ? "as side " + "AB"[seat] + " " + score : ""));
    const left = [own, 1 - own].map((side) => pair.left[side]).join(" to ");
    const facts = ["Answered " + pair.method, ...seats, left + " figures left on average", pair.turns + " turns"];
    const more = make("p", { class: "note" }, facts.filter((fact) => fact !== "").join("; ") + ". ");
    more.append("Click, tap or press Enter for the whole of it.");
    return [line, bar(row, column), more];
  };

  const dialog = make("dialog", { class: "explorer-pair", "aria-labelledby": named("pair-title") });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", focusHere);

  const open = () => {
    const { row, column } = here;
    const found = seen(row, column);
    const close = make("button", { type: "button", class: "close", "aria-label": "Close" }, "\u00d7");
    close.addEventListener("click", () => dialog.close());
    const title = make("h3", { id: named("pair-title") }, forces[row].name + " against " + forces[column].name);
    const parts = [make("header", {}, title, close)];
    if (!found) {
      parts.push(make("p", {}, "This pair was not played."));
    } else {
      parts.push(...whole(row, column, found));
    }
    dialog.replaceChildren(...parts);
    dialog.showModal();
  };

  const whole = (row, column, { pair, own }) => {
    const names = [forces[row].name, forces[column].name];
    const facts = make("table", { class: "facts" });
    const fact = (name, text) => {
      if (text !== null && text !== "") {
        facts.append(make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, text)));
      }
    };
    fact("score", pair.shown[own]);
    fact("as side A", pair.seats[own][0]);
    fact("as side B", pair.seats[own][1]);
    fact("answered", pair.method);
    fact("turns on average", pair.turns);
    const losses = make("table", { class: "facts" });
    losses.append(
      make("tr", {}, make("td"), ...["figures", "left", ...run.causes].map((word) => make("th", { scope: "col" }, word))),
    );
    for (const side of [0, 1]) {
      const force = side === 0 ? own : 1 - own;
      const values = [String(forces[side === 0 ? row : column].figures), pair.left[force], ...pair.lost[force]];
      losses.append(
        make("tr", {}, make("th", { scope: "row" }, names[side]), ...values.map((text) => make("td", {}, text))),
      );
    }
    const parts = [bar(row, column), facts, make("h4", {}, "Figures on average: left, and lost to what"), make("div", { class: "scroll", tabindex: 0 }, losses)];
    parts.push(...survivors(names, pair, own), ...turns(pair));
    parts.push(...stories(pair));
    const lines = commands(pair);
    if (lines.length > 0) parts.push(make("h4", {}, "On the command line"), make("pre", {}, lines.join("\n")));
    return parts;
  };

  /** The command lines that play the pair again and tell a game of it. */
  const commands = (pair) => {
    if (!run.commands) return [];
    const ids = forces[pair.row].id + " " + forces[pair.column].id;
    const [again, replay] = run.commands.map((line) => line.replace("PAIR", () => ids));
    return pair.game === null ? [again] : [again, replay.replace("NUMBER", pair.game)];
  };

  /** A law as columns from `first` to `last`; `most` is the share of the tallest. */
  const columns = (law, first, last, most, kind, label, word) => {
    const out = make("div", { class: "columns", role: "img", "aria-label": label + ": " + lawInWords(law, word) });
    for (let value = first; value <= last; value++) {
      const share = law.find(([one]) => one === value)?.[1] ?? 0;
      const height = share > 0 ? Math.max(2, (share / most) * 100) : 0;
      out.append(make("i", { style: `height:${height}%`, class: kind, title: `${value} ${word}: ${(share * 100).toFixed(1)} %` }));
    }
    return make("div", {}, out, axis(first, last));
  };

  /** Numbers below columns: each of a few, or the ends and the middle of many. */
  const FEW = 16;
  const axis = (first, last) => {
    const few = last - first < FEW;
    const numbers = few
      ? Array.from({ length: last - first + 1 }, (_, at) => first + at)
      : [first, Math.round((first + last) / 2), last];
    const spans = numbers.map((number) => make("span", {}, String(number)));
    return make("div", { class: few ? "axis each" : "axis", "aria-hidden": "true" }, ...spans);
  };

  /** How many figures are left at the end: one row of columns a side, the same scale for both. */
  const survivors = (names, pair, own) => {
    if (!pair.histogram) return [];
    const both = pair.histogram.flat();
    const most = Math.max(...both.map(([, share]) => share));
    const last = Math.max(...both.map(([figures]) => figures));
    const out = [make("h4", {}, "Figures left at the end, share of games")];
    for (const side of [0, 1]) {
      const law = pair.histogram[side === 0 ? own : 1 - own];
      out.push(make("p", { class: "note" }, names[side]));
      out.push(columns(law, 0, last, most, side === 0 ? "row" : "column", names[side], "left"));
    }
    return out;
  };

  /** How many turns a game lasts. */
  const turns = (pair) => {
    const law = pair.turn_law;
    if (!law || law.length < 2) return [];
    const [first, last] = [law[0][0], law[law.length - 1][0]];
    const most = Math.max(...law.map(([, share]) => share));
    return [
      make("h4", {}, "Turns, share of games"),
      columns(law, first, last, most, "neither", "Turns", "turns"),
    ];
  };
  const lawInWords = (law, word) => law.map(([value, share]) => `${value} ${word} ${(share * 100).toFixed(1)} %`).join(", ");

  /** Games of all pairs by "row,column", unpacked when the first pair is opened. */
  let told = null;
  const unpack = async () => {
    const games = new Map();
    for (const bundle of await Promise.all(run.packed.zlib.map(unpacked))) {
      for (const [row, column, title, text] of bundle) {
        const at = row + "," + column;
        if (!games.has(at)) games.set(at, []);
        games.get(at).push({ title, text });
      }
    }
    return games;
  };
  const unpacked = async (zlib) => {
    const bytes = Uint8Array.from(atob(zlib), (sign) => sign.charCodeAt(0));
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(plain).text());
  };

  /** The games of a pair, which come a moment later where they are not unpacked yet. */
  const stories = (pair) => {
    if (!run.packed) return [];
    const out = make("section", { class: "stories", "aria-busy": "true" }, make("h4", {}, "Games worth seeing"), make("p", { class: "note" }, "Unpacking\u2026"));
    const say = (...parts) => {
      out.lastChild.replaceWith(...parts);
      out.removeAttribute("aria-busy");
    };
    told ??= unpack();
    told.then(
      (games) => {
        const some = games.get(pair.row + "," + pair.column) ?? [];
        if (some.length > 0) say(...some.map(story));
        else say(make("p", { class: "note" }, untold(pair)));
      },
      () => say(make("p", { class: "note" }, "This browser cannot unpack the games." + (pair.game !== null ? " The last command below tells one." : ""))),
    );
    return [out];
  };
  /** A story; what does not fit into a line hangs behind its beginning. */
  const story = ({ title, text }) => {
    const lines = text.split("\n");
    const line = (words, at) => make("span", { style: `--hang:${words.search(/\S|$/) + 4}ch` }, words + (at + 1 < lines.length ? "\n" : ""));
    return make("details", {}, make("summary", {}, title), make("pre", { class: "story" }, ...lines.map(line)));
  };
  const untold = (pair) => {
    if (run.packed.pairs === run.packed.of) return "There is none.";
    const why = `Of ${run.packed.of} pairs this page tells games of the ${run.packed.pairs} nearest to even, forces against themselves last; all would be too much for it.`;
    return why + (pair.game !== null ? " The last command below tells one of this pair." : "");
  };

  // ---- begin --------------------------------------------------------------------------------------------------------

  holder.replaceChildren(controls, frame, key, panel, dialog);
  draw();
});
