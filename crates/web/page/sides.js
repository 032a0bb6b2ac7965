// Who fights whom: two units, as they are or changed, or two boxes; and the ground between them. What can be set of a unit stands in
// the engine's list of what it takes. The page knows no rule set by name.

/** Everything that can be chosen, as the engine told it; `null` until it has. */
let catalogue = null;

/** What can be set, as the engine told it last: ends of numbers, and the knobs of each side's unit with the unit that they are of. */
const settable = { numbers: {}, sides: [null, null] };

const nameOf = (key) => {
  const text = String(key).replace(/[_-]/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

// ---- what can be set -----------------------------------------------------------------------------------------------

const allUnits = () => [...catalogue.units, ...catalogue.boxes.flatMap((box) => box.units)];

/** Asks what can be set of the units that stand there now; true where that is other than it was. */
const askSettable = async () => {
  const before = JSON.stringify(settable);
  const duel = state.kind === "duel";
  const units = [0, 1].map((at) => JSON.stringify([unitOf(at), writtenOf(at)]));
  const told = await front.ask("settable", { ask: "settable", data: dataOf(), units: duel ? [unitOf(0), unitOf(1)] : [] });
  settable.numbers = told.numbers;
  if (duel) settable.sides = told.units.map((unit, at) => ({ unit: units[at], of: state.sides[at].unit, knobs: unit.knobs }));
  return JSON.stringify(settable) !== before;
};

/** The knobs of a side: those of its unit, else, for a moment, those that it had before it was changed. */
const knobsOf = (at, group) => {
  const known = settable.sides[at];
  return known && known.of === state.sides[at].unit ? known.knobs.filter((knob) => knob.group === group) : [];
};

// ---- changing a unit ------------------------------------------------------------------------------------------------

const shownUnit = (at) => allUnits().find((unit) => unit.id === state.sides[at].unit) ?? catalogue.units[at] ?? catalogue.units[0];

/** The unit as it is: changed here, or as the catalogue has it. */
const writtenOf = (at) => state.sides[at].own ?? shownUnit(at).written;

const changedName = (name) => `${name}, changed`;

/** Changes the unit of a side; a copy is made of what the catalogue has. */
const reshape = (at, change) => {
  const own = copy(writtenOf(at));
  for (const key of ["source", "status", "why"]) delete own[key];
  if (!state.sides[at].own) own.name = changedName(own.name);
  change(own);
  state.sides[at].own = own;
  changed({ draw: false });
};

/** Sets a key, or takes it out where the value is the usual one. */
const setKey = (holder, key, value) => {
  if (value === null) delete holder[key];
  else holder[key] = value;
};

/** The table of a unit that holds the keys of a group of figures, or the unit itself; `undefined` where there is no such group. */
const tableIn = (unit, group) => (group === null ? unit : Array.isArray(unit.figures) ? unit.figures[group] : undefined);

/** Takes one key of a changed unit back to what the catalogue says; a unit that is as it was stands there under its own name again. */
const bringBack = (at, group, key) => {
  const printed = shownUnit(at).written;
  reshape(at, (own) => setKey(tableIn(own, group), key, copy(tableIn(printed, group)[key] ?? null)));
  const said = ["id", "name", "source", "status", "why"];
  const bare = (unit) => JSON.stringify(Object.entries(unit).filter(([name]) => !said.includes(name)).sort());
  const { own } = state.sides[at];
  if (own.name === changedName(printed.name) && bare(own) === bare(printed)) {
    state.sides[at].own = null;
    changed();
  }
  drawSetup();
};

/** The way back of one key, where it is other than in the catalogue. */
const backOf = (at, knob, holder, named) => {
  const printed = state.sides[at].own && tableIn(shownUnit(at).written, knob.group);
  if (!printed || same(printed[knob.key] ?? null, holder[knob.key] ?? null)) return null;
  const { status } = shownUnit(at);
  const value = knob.key in printed ? printed[knob.key] : knob.key === "cover" ? "none" : knob.usual;
  const of = status === "printed" && knob.key in printed ? "the printed" : "the usual";
  const words = value === null || value === undefined ? "" : " " + named(value);
  return make("button", { type: "button", class: "back", "data-key": `${keyOf(at, knob)}.back`, onclick: () => bringBack(at, knob.group, knob.key) }, `${labelOf(knob)}: back to ${of}${words}`);
};

/** The name of a knob for people. */
const labelOf = (knob) => (knob.key === "count" ? "Figures" : nameOf(knob.key));

const keyOf = (at, knob) => `${at}.${knob.group ?? "unit"}.${knob.key}`;

const knobField = (at, knob) => {
  const holder = tableIn(writtenOf(at), knob.group);
  if (!holder) return null;
  const name = (word) => knob.words.find((one) => one.id === word)?.name ?? (Array.isArray(word) ? word.map(name).join(", ") : inWords(word));
  return make("div", { class: "knob" }, controlOf(at, knob, holder), backOf(at, knob, holder, name));
};

const controlOf = (at, knob, holder) => {
  const key = keyOf(at, knob);
  const label = labelOf(knob);
  const apply = (value) => reshape(at, (own) => setKey(tableIn(own, knob.group), knob.key, value));
  const applyAndDraw = (value) => {
    apply(value);
    drawSetup();
  };
  if (knob.kind === "number") {
    // Where nothing is given the thumb stands at what the rules take then, or in the middle.
    const middle = Math.round((knob.least + knob.most) / 2);
    const now = holder[knob.key] ?? knob.usual ?? middle;
    let touched = knob.key in holder;
    const text = (value) => {
      const is = String(value);
      if (touched) return is;
      return knob.usual === null ? "not given" : `${is}, the usual`;
    };
    const move = (value) => {
      touched = true;
      apply(value);
    };
    const printed = state.sides[at].own ? (tableIn(shownUnit(at).written, knob.group)?.[knob.key] ?? knob.usual) : null;
    return stepper(label, key, now, [Math.min(knob.least, now), Math.max(knob.most, now)], text, move, drawSetup, printed);
  }
  if (knob.kind === "flag") {
    const input = make("input", { type: "checkbox", checked: holder[knob.key] === true, "data-key": key });
    input.addEventListener("change", () => applyAndDraw(input.checked ? true : null));
    return make("label", { class: "tick" }, input, label);
  }
  if (knob.kind === "list") return listField(label, key, knob, holder[knob.key] ?? [], (list) => applyAndDraw(list.length ? list : null));
  const usual = knob.key !== "cover" && (knob.optional || !(knob.key in holder)) ? [["", "Usual"]] : [];
  const chosen = holder[knob.key] ?? (knob.key === "cover" ? "none" : "");
  const words = knob.words.map((word) => [word.id, word.name]);
  // A word that fits no more, because another key was changed, stays on show until it is changed.
  const odd = chosen === "" || words.some(([id]) => id === chosen) ? [] : [[chosen, nameOf(chosen)]];
  const select = choose({ "data-key": key }, [...usual, ...words, ...odd], chosen);
  select.addEventListener("change", () => applyAndDraw(select.value === "" || (knob.key === "cover" && select.value === "none") ? null : select.value));
  return make("label", { class: "field" }, make("span", {}, label), select);
};

/** Words of which several may be chosen: each with a button that takes it away, and one more to pick. */
const listField = (label, key, knob, list, then) => {
  const lists = Object.values(catalogue.lists).flat();
  const namesOf = (word) => lists.find((entry) => entry.id === word)?.name ?? nameOf(word);
  // A weapon may also be written out on the spot, with its numbers.
  const named = (word) => (isText(word) ? namesOf(word) : (word?.name ?? "one of its own"));
  const taken = list.map((word, place) =>
    knob.fixed.includes(place) ? make("span", { class: "chip" }, named(word)) : make(
      "button",
      { type: "button", class: "chip", "data-key": `${key}.${place}`, "aria-label": `Take away ${named(word)}`, onclick: () => then(list.filter((_, other) => other !== place)) },
      named(word),
      make("span", { "aria-hidden": "true" }, " ×"),
    ),
  );
  const select = choose({ "data-key": key, "aria-label": `Add to ${label}` }, [["", list.length ? "Add another…" : "None; add…"], ...knob.words.filter((one) => !list.includes(one.id)).map((one) => [one.id, one.name])], "");
  select.addEventListener("change", () => select.value && then([...list, select.value]));
  return make("div", { class: "field" }, make("span", { class: "label" }, label), taken.length ? make("div", { class: "row chips" }, ...taken) : null, knob.words.length ? select : null);
};

// ---- a side ---------------------------------------------------------------------------------------------------------

const unitOptions = () => {
  const one = (unit) => [unit.id, unit.name];
  const shown = catalogue.units.filter((unit) => !OWN.includes(unit.id));
  return [
    { group: "Units of the catalogue", options: shown.map(one) },
    ...catalogue.boxes.map((box) => ({ group: box.name, options: box.units.map(one) })),
  ];
};

const regroup = (at, change) => {
  reshape(at, (own) => void change(own.figures));
  drawSetup();
};

const figureGroups = (at) => {
  const written = writtenOf(at);
  if (!Array.isArray(written.figures)) return [];
  return written.figures.map((group, place) => {
    const knobs = knobsOf(at, place);
    const [counts, rest] = [knobs.filter((knob) => knob.key === "count"), knobs.filter((knob) => knob.key !== "count")];
    const away =
      written.figures.length > 1
        ? make("button", { type: "button", class: "quiet", "data-key": `${at}.${place}.away`, onclick: () => regroup(at, (figures) => figures.splice(place, 1)) }, "Take this group away")
        : null;
    return make(
      "div",
      { class: "part" },
      ...counts.map((knob) => knobField(at, knob)),
      make("div", { class: "two" }, ...rest.map((knob) => knobField(at, knob))),
      away,
    );
  });
};

const policyField = (at) => {
  const usual = shownUnit(at).policy;
  const name = catalogue.policies.find((policy) => policy.id === usual)?.name ?? usual;
  // What a changed unit does of its own accord may be something else; the odds say it.
  const own = state.sides[at].own ? "Usual" : `Usual: ${name}`;
  const options = [["", own], ...catalogue.policies.map((policy) => [policy.id, policy.name])];
  return choiceField("How it fights", `${at}.policy`, options, state.sides[at].policy, (value) => (state.sides[at].policy = value), catalogue.policies);
};

/** A list to pick from with a line on what the choice means. */
const choiceField = (label, key, options, chosen, then, meanings) => {
  const select = choose({ "data-key": key }, options, chosen ?? "");
  select.addEventListener("change", () => {
    then(select.value || null);
    changed();
  });
  const says = meanings.find((one) => one.id === chosen)?.says;
  return make("label", { class: "field" }, make("span", {}, label), select, says ? make("small", { class: "note" }, says) : null);
};

const duelSide = (at) => {
  const side = state.sides[at];
  const select = choose({ "data-key": `${at}.unit` }, unitOptions(), shownUnit(at).id);
  select.addEventListener("change", () => {
    state.sides[at] = { ...side, unit: select.value, own: null, policy: null };
    changed();
  });
  const written = writtenOf(at);
  const knobs = knobsOf(at, null);
  const main = knobs.filter((knob) => knob.key === "figures");
  const rest = knobs.filter((knob) => knob.key !== "figures");
  const shown = rest.filter((knob) => knob.key in written || knob.key === "cover" || knob.key === "weapons");
  const hidden = rest.filter((knob) => !shown.includes(knob));
  const field = (knob) => knobField(at, knob);
  const more = hidden.length
    ? make("details", { "data-fold": `${at}.more` }, make("summary", { "data-key": `${at}.more` }, "More to set"), make("div", { class: "two" }, ...hidden.map(field)))
    : null;
  const unit = shownUnit(at);
  const facts = side.own
    ? null
    : make(
        "div",
        {},
        make("p", { class: "note" }, unit.parts.join("; ")),
        unit.values.length ? make("details", { "data-fold": `${at}.values` }, make("summary", { "data-key": `${at}.values` }, "Its values"), make("ul", { class: "facts" }, ...unit.values.map(([name, value]) => make("li", {}, `${name}: ${value}`)))) : null,
      );
  return [
    make("label", { class: "field" }, make("span", {}, "Unit"), select),
    side.own ? ownName(at) : facts,
    ...figureGroups(at),
    make("div", { class: "two" }, ...main.map(field), ...shown.map(field)),
    Array.isArray(written.figures) ? make("button", { type: "button", class: "quiet", "data-key": `${at}.group`, onclick: () => regroup(at, (figures) => figures.push(copy(figures[figures.length - 1]))) }, "Add a group of figures") : null,
    more,
    policyField(at),
  ];
};

/** The name of a changed unit, and the way back to the unit of the catalogue. */
const ownName = (at) => {
  const input = make("input", { type: "text", value: state.sides[at].own.name ?? "", maxlength: 80, autocomplete: "off", "data-key": `${at}.name` });
  input.addEventListener("input", () => {
    state.sides[at].own.name = input.value.trim() || "No name";
    changed({ draw: false });
  });
  const back = make(
    "button",
    {
      type: "button",
      "data-key": `${at}.back`,
      onclick: () => {
        state.sides[at].own = null;
        changed();
      },
    },
    `Back to ${shownUnit(at).name}`,
  );
  return make("div", {}, make("label", { class: "field" }, make("span", {}, "Name"), input), make("div", { class: "field" }, back));
};

const boxSide = (at) => {
  const side = state.sides[at];
  const box = catalogue.boxes.find((one) => one.id === side.box) ?? catalogue.boxes[at] ?? catalogue.boxes[0];
  const select = choose({ "data-key": `${at}.box` }, catalogue.boxes.map((one) => [one.id, one.name]), box.id);
  select.addEventListener("change", () => {
    side.box = select.value;
    changed();
  });
  const plans = [["", "Usual"], ...catalogue.plans.map((plan) => [plan.id, plan.name])];
  const units = box.units.map((unit) => make("li", {}, `${unit.name}: ${unit.parts.join(", ")}`));
  return [
    make("label", { class: "field" }, make("span", {}, "Box"), select),
    make("p", { class: "note" }, [box.maker, box.era, `${box.figures} figures`].filter(Boolean).join("; ")),
    choiceField("Its plan", `${at}.plan`, plans, side.plan, (value) => (side.plan = value), catalogue.plans),
    make("details", { "data-fold": `${at}.units` }, make("summary", { "data-key": `${at}.units` }, `Its ${box.units.length} units`), make("ul", { class: "facts" }, ...units)),
  ];
};

const sideCard = (at) =>
  make(
    "div",
    { class: "side " + (at === 0 ? "a" : "b"), role: "group", "aria-label": at === 0 ? "First side" : "Second side" },
    make("h2", {}, at === 0 ? "First side" : "Second side"),
    ...(state.kind === "duel" ? duelSide(at) : boxSide(at)).filter(Boolean),
  );

// ---- the ground -----------------------------------------------------------------------------------------------------

const usualNumber = (key, otherwise) => {
  const text = state.set[key];
  const found = catalogue.numbers.find((number) => number.key === key);
  return Number(text ?? found?.value ?? otherwise);
};

const distanceField = (label, field, key, otherwise, most, unit) => {
  const usual = usualNumber(key, otherwise);
  const text = (value) => `${value}${unit}${value === usual ? ", the usual" : ""}`;
  return stepper(label, field, state[field] ?? usual, [field === "room" ? 0 : 1, Math.max(most, usual)], text, (value) => {
    state[field] = value === usual ? null : value;
    changed({ draw: false });
  }, drawSetup);
};

const groundCard = () => {
  if (state.kind === "duel") {
    return [
      distanceField("Distance at the start", "start", "duel.start", 24, 48, "″"),
      make(
        "div",
        { class: "two" },
        distanceField("Room behind each", "room", "duel.room", 24, 48, "″"),
        distanceField("Turn limit", "turns", "duel.max_turns", 30, 60, ""),
      ),
    ];
  }
  const options = catalogue.conditions.map((one) => [one.id, one.name]);
  // What the engine takes where nothing is chosen, as the command line does.
  const chosen = state.conditions ?? "open";
  return [choiceField("Fought on", "conditions", options, chosen, (value) => (state.conditions = value), catalogue.conditions)];
};

const swapSides = () => {
  state.sides.reverse();
  changed();
};

const drawSetup = () => {
  const kinds = [
    ["duel", "Two units"],
    ["battle", "Two boxes"],
  ];
  put(
    byId("setup"),
    switches("What fights", kinds, state.kind, (kind) => {
      state.kind = kind;
      changed();
    }),
    make("div", { class: "sides" }, sideCard(0), sideCard(1)),
    make("button", { type: "button", class: "swap", "data-key": "swap", onclick: swapSides }, "Swap the sides"),
    make("div", { class: "ground" }, make("h2", {}, "The ground"), ...groundCard()),
  );
};

const drawRuleSets = (sets) => {
  const select = choose({ "data-key": "rules", "aria-label": "Rule set" }, sets.map((set) => [set.id, set.name]), state.rules);
  select.addEventListener("change", () => {
    state = fresh(select.value);
    changed({ catalogue: true });
  });
  put(byId("rule-set"), make("label", {}, make("span", {}, "Rules"), select));
};
