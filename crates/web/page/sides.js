// Who fights whom: two units, as they are or changed, or two boxes; and the ground between them. What can be set of a unit is read off
// the catalogue: every key that some unit of the rule set has, with the values that units give it. The page knows no rule set by name.

/** Everything that can be chosen, as the engine told it; `null` until it has. */
let catalogue = null;

/** Keys of a unit that say who it is and where it comes from, not what it can do. */
const NOT_SET = ["id", "name", "source", "status", "why", "led_by", "command", "rank", "role", "confers", "guns", "dice"];

const nameOf = (key) => {
  const text = String(key).replace(/[_-]/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

// ---- what can be set -----------------------------------------------------------------------------------------------

const allUnits = () => [...catalogue.units, ...catalogue.boxes.flatMap((box) => box.units)];

/** Objects that hold keys of a unit: the units themselves, or their groups of figures. */
const holders = (level) => {
  const written = allUnits().map((unit) => unit.written);
  return level === "unit" ? written : written.flatMap((unit) => (Array.isArray(unit.figures) ? unit.figures : []));
};

/** The words of a key: the entries of the list that holds them all, with their names, or the values that are in use. */
const wordsOf = (level, key) => {
  const used = new Set(holders(level).flatMap((holder) => holder[key] ?? []).filter(isText));
  if (key === "cover") return [["none", "No cover"], ...catalogue.covers.filter((cover) => cover.id !== "none").map((cover) => [cover.id, cover.name])];
  const lists = Object.values(catalogue.lists);
  const list = lists.find((entries) => used.size > 0 && [...used].every((word) => entries.some((entry) => entry.id === word)));
  return list ? list.map((entry) => [entry.id, entry.name ?? nameOf(entry.id)]) : [...used].map((word) => [word, nameOf(word)]);
};

/** What can be set at a level: key, kind, and its words or range. */
const knobs = (level) => {
  const values = new Map();
  for (const holder of holders(level)) {
    for (const [key, value] of Object.entries(holder)) {
      if (NOT_SET.includes(key) || key === "count" || (key === "figures" && Array.isArray(value))) continue;
      if (!values.has(key)) values.set(key, []);
      values.get(key).push(value);
    }
  }
  if (level === "unit" && catalogue.covers.length > 0 && !values.has("cover")) values.set("cover", ["none"]);
  return [...values].flatMap(([key, found]) => {
    if (found.every(Array.isArray) && found.some((value) => value.some(isText))) return [{ key, kind: "list", words: wordsOf(level, key) }];
    if (found.every((value) => typeof value === "boolean")) return [{ key, kind: "flag" }];
    if (found.every(Number.isFinite)) return [{ key, kind: "number", range: rangeOf(key, found) }];
    if (found.every(isText)) return [{ key, kind: "word", words: wordsOf(level, key), usual: !holders(level).every((holder) => key in holder) }];
    return [];
  });
};

const rangeOf = (key, found) => {
  const [least, most] = [Math.min(...found), Math.max(...found)];
  if (key === "figures") return [1, Math.max(40, most)];
  return [least > 0 ? Math.max(1, least - 1) : least - 1, most + 1];
};

// ---- changing a unit ------------------------------------------------------------------------------------------------

const shownUnit = (at) => allUnits().find((unit) => unit.id === state.sides[at].unit) ?? catalogue.units[at] ?? catalogue.units[0];

/** The unit as it is: changed here, or as the catalogue has it. */
const writtenOf = (at) => state.sides[at].own ?? shownUnit(at).written;

/** Changes the unit of a side; a copy is made of what the catalogue has. */
const reshape = (at, change) => {
  const own = copy(writtenOf(at));
  for (const key of ["source", "status", "why"]) delete own[key];
  if (!state.sides[at].own) own.name = `${own.name}, changed`;
  change(own);
  state.sides[at].own = own;
  changed({ draw: false });
};

/** Sets a key, or takes it out where the value is the usual one. */
const setKey = (holder, key, value) => {
  if (value === null) delete holder[key];
  else holder[key] = value;
};


const knobField = (at, place, knob, holder, pick) => {
  const key = `${at}.${place}.${knob.key}`;
  const label = nameOf(knob.key);
  const apply = (value) => reshape(at, (own) => setKey(pick(own), knob.key, value));
  const applyAndDraw = (value) => {
    apply(value);
    drawSetup();
  };
  if (knob.kind === "number") {
    return stepper(label, key, holder[knob.key] ?? 0, knob.range, (value) => (knob.key in holder || value !== 0 ? String(value) : "usual"), apply, drawSetup);
  }
  if (knob.kind === "flag") {
    const input = make("input", { type: "checkbox", checked: holder[knob.key] === true, "data-key": key });
    input.addEventListener("change", () => applyAndDraw(input.checked ? true : null));
    return make("label", { class: "tick" }, input, label);
  }
  if (knob.kind === "list") return listField(label, key, knob, holder[knob.key] ?? [], (list) => applyAndDraw(list.length ? list : null));
  const usual = knob.usual && knob.key !== "cover" ? [["", "Usual"]] : [];
  const chosen = holder[knob.key] ?? (knob.key === "cover" ? "none" : "");
  const select = choose({ "data-key": key }, [...usual, ...knob.words], chosen);
  select.addEventListener("change", () => applyAndDraw(select.value === "" || (knob.key === "cover" && select.value === "none") ? null : select.value));
  return make("label", { class: "field" }, make("span", {}, label), select);
};

/** Words of which several may be chosen: each with a button that takes it away, and one more to pick. */
const listField = (label, key, knob, list, then) => {
  // A weapon may also be written out on the spot, with its numbers.
  const named = (word) => (isText(word) ? (knob.words.find(([id]) => id === word)?.[1] ?? word) : (word?.name ?? "one of its own"));
  const taken = list.map((word, place) =>
    make(
      "button",
      { type: "button", class: "chip", "data-key": `${key}.${place}`, "aria-label": `Take away ${named(word)}`, onclick: () => then(list.filter((_, other) => other !== place)) },
      named(word),
      make("span", { "aria-hidden": "true" }, " ×"),
    ),
  );
  const select = choose({ "data-key": key, "aria-label": `Add to ${label}` }, [["", list.length ? "Add another…" : "None; add…"], ...knob.words.filter(([id]) => !list.includes(id))], "");
  select.addEventListener("change", () => select.value && then([...list, select.value]));
  return make("div", { class: "field" }, make("span", { class: "label" }, label), taken.length ? make("div", { class: "row chips" }, ...taken) : null, select);
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
  const fields = knobs("figures").filter((knob) => knob.kind !== "number" || written.figures.some((group) => knob.key in group));
  return written.figures.map((group, place) => {
    const pick = (own) => own.figures[place];
    const away =
      written.figures.length > 1
        ? make("button", { type: "button", class: "quiet", "data-key": `${at}.${place}.away`, onclick: () => regroup(at, (figures) => figures.splice(place, 1)) }, "Take this group away")
        : null;
    return make(
      "div",
      { class: "part" },
      stepper("Figures", `${at}.${place}.count`, group.count, [1, Math.max(40, group.count)], String, (count) => reshape(at, (own) => (pick(own).count = count)), drawSetup),
      make("div", { class: "two" }, ...fields.map((knob) => knobField(at, place, knob, group, pick))),
      away,
    );
  });
};

const policyField = (at) => {
  const usual = shownUnit(at).policy;
  const name = catalogue.policies.find((policy) => policy.id === usual)?.name ?? usual;
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
  const rest = knobs("unit").filter((knob) => knob.key !== "figures");
  const main = knobs("unit").filter((knob) => knob.key === "figures" && knob.key in written && Number.isFinite(written.figures));
  const shown = rest.filter((knob) => knob.key in written || knob.key === "cover" || knob.key === "weapons");
  const hidden = rest.filter((knob) => !shown.includes(knob));
  const field = (knob) => knobField(at, "unit", knob, written, (own) => own);
  const more = hidden.length
    ? make("details", { "data-fold": `${at}.more` }, make("summary", { "data-key": `${at}.more` }, "More to set"), make("div", { class: "two" }, ...hidden.map(field)))
    : null;
  const unit = shownUnit(at);
  const facts = side.own ? null : make("p", { class: "note" }, unit.parts.concat(unit.values.map(([name, value]) => `${name} ${value}`)).join("; "));
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
