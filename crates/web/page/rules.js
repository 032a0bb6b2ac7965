// The rules: their numbers as sliders, the open questions of their text as switches, and ready-made changes. The value of the printed
// rules is marked on every slider, and one tap goes back to it.

/** Parts of the rules that are set elsewhere on the page, or that no fight feels. */
const ELSEWHERE = ["about", "duel"];

/** A value as TOML writes it; JSON's numbers, texts, flags and lists are also TOML's. */
const toToml = (value) => JSON.stringify(value);

/** The value that TOML text stands for, or the text itself where it is more than that. */
const fromToml = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Sets a number or ruling; its usual value takes no room in links and files. */
const setRule = (key, value, inForce) => {
  if (same(value, inForce)) delete state.set[key];
  else state.set[key] = toToml(value);
};

/** A value in words. */
const inWords = (value) => {
  if (value === true) return "yes";
  if (value === false) return "no";
  if (Array.isArray(value)) return value.length ? value.map(inWords).join(", ") : "none";
  return typeof value === "string" ? value.replace(/_/g, " ") : String(value);
};

const tag = (status) => (status ? make("span", { class: "tag " + status }, status) : null);

/** Where a value comes from. */
const sourceLine = (one) => {
  const words = [one.source, one.why].filter(Boolean).join(": ");
  return words ? make("p", { class: "note" }, words) : null;
};

const backButton = (key, usual, status, then) => {
  const name = status === "printed" ? "the printed" : "the usual";
  return make("button", { type: "button", class: "back", "data-key": key + ".back", onclick: then }, `Back to ${name} ${inWords(usual)}`);
};

/** The value of a number or ruling as the page has it now. */
const valueOf = (key, inForce) => (key in state.set ? fromToml(state.set[key]) : inForce);

/** A word or a list of numbers, to be typed; what the rules cannot take is answered by the engine with a sentence. */
const wordField = (label, key, value, then) => {
  const input = make("input", { type: "text", value: [].concat(value).join(", "), "data-key": key, autocomplete: "off" });
  const read = (word) => (word !== "" && Number.isFinite(Number(word)) ? Number(word) : word);
  input.addEventListener("change", () => {
    const words = input.value.split(",").map((word) => read(word.trim()));
    then(Array.isArray(value) ? words : words[0]);
  });
  return make("label", { class: "field" }, make("span", {}, label), input);
};

// ---- numbers ---------------------------------------------------------------------------------------------------------

const numberRule = (number) => {
  const { key, usual, status } = number;
  const value = valueOf(key, number.value);
  const differs = !same(value, usual);
  const label = nameOf(key.split(".").slice(1).join(" "));
  const set = (next) => {
    setRule(key, next, number.value);
    changed({ draw: false });
  };
  const back = () => {
    set(usual);
    drawRules();
  };
  let control = null;
  if (["whole", "number"].includes(number.kind) && Number.isFinite(value) && number.least !== null) {
    const [least, most] = settable.numbers[key] ?? [number.least, number.most];
    const range = [Math.min(least, value), Math.max(most, value), number.step ?? 1];
    const words = (now) => (same(now, usual) ? `${now}, ${status === "printed" ? "as printed" : "the usual"}` : String(now));
    control =
      range[0] < range[1]
        ? stepper(label, key, value, range, words, set, drawRules, usual)
        : make("div", { class: "field" }, make("span", { class: "label" }, label, make("output", {}, words(value))), make("small", { class: "note" }, "It hangs on another number of the rules: change both together, in a file that is imported."));
  } else if (number.kind === "flag") {
    const options = [
      [true, "yes"],
      [false, "no"],
    ];
    control = make("div", { class: "field" }, make("span", { class: "label" }, label), switches(label, options, value, (next) => {
      set(next);
      drawRules();
    }));
  } else {
    control = wordField(label, key, value, (next) => {
      set(next);
      drawRules();
    });
  }
  return make(
    "div",
    { class: "rule" + (differs ? " changed" : ""), "data-rule": key },
    control,
    differs ? backButton(key, usual, status, back) : null,
    make("details", { "data-fold": key }, make("summary", { "data-key": key + ".why" }, "Where it stands", tag(status)), make("p", { class: "note" }, key), sourceLine(number)),
  );
};

// ---- rulings ---------------------------------------------------------------------------------------------------------

const rulingRule = (ruling) => {
  const key = "rulings." + ruling.name;
  const value = valueOf(key, ruling.chosen);
  const differs = !same(value, ruling.usual);
  const set = (next) => {
    setRule(key, next, ruling.chosen);
    changed({ draw: false });
    drawRules();
  };
  const several = Array.isArray(ruling.chosen);
  const control = several
    ? make(
        "div",
        { role: "group", "aria-label": ruling.asks },
        ...ruling.options.map((option) => {
          const on = value.some((one) => same(one, option));
          const input = make("input", { type: "checkbox", checked: on, "data-key": key + "." + option });
          input.addEventListener("change", () => set(ruling.options.filter((one) => (same(one, option) ? input.checked : value.some((other) => same(other, one))))));
          return make("label", { class: "tick" }, input, inWords(option));
        }),
      )
    : switches(ruling.asks, ruling.options.map((option) => [option, inWords(option)]), ruling.options.find((option) => same(option, value)), set);
  const usual = ruling.status === "printed" ? "printed" : "usual reading";
  return make(
    "div",
    { class: "rule" + (differs ? " changed" : ""), "data-rule": key },
    make("p", { class: "asks" }, ruling.asks),
    control,
    make("div", { class: "row" }, make("span", { class: "tag" }, `${usual}: ${inWords(ruling.usual)}`), differs ? backButton(key, ruling.usual, ruling.status, () => set(ruling.usual)) : null),
    make("details", { "data-fold": key }, make("summary", { "data-key": key + ".why" }, "Why so"), sourceLine(ruling)),
  );
};

// ---- ready-made changes ------------------------------------------------------------------------------------------------

const variantTick = (variant) => {
  const input = make("input", { type: "checkbox", checked: state.variants.includes(variant.name), "data-key": "variant." + variant.name });
  input.addEventListener("change", () => {
    state.variants = input.checked ? [...state.variants, variant.name] : state.variants.filter((name) => name !== variant.name);
    changed({ catalogue: true });
  });
  const says = [variant.why, variant.changes.join("; ")].filter(Boolean).join(": ");
  return make("div", { class: "rule" }, make("label", { class: "tick" }, input, nameOf(variant.name)), make("p", { class: "note" }, says));
};

// ---- all of them -------------------------------------------------------------------------------------------------------

/** What is changed, each with its way back. */
const changesList = () => {
  const entries = Object.entries(state.set).map(([key, text]) => {
    const take = () => {
      delete state.set[key];
      changed({ draw: false });
      drawRules();
    };
    const words = `${key} = ${inWords(fromToml(text))}`;
    return make("li", {}, make("button", { type: "button", class: "chip", "data-key": "take." + key, "aria-label": "Take back " + words, onclick: take }, words, make("span", { "aria-hidden": "true" }, " ×")));
  });
  if (entries.length + state.variants.length === 0) return make("p", { class: "note" }, "As printed, and where the text is silent as usual. Move a slider and see what it does to the odds.");
  const all = make("button", { type: "button", "data-key": "all-back", onclick: resetRules }, "All back to the printed rules");
  return make("div", {}, make("ul", { class: "changes" }, ...entries), all);
};

const resetRules = () => {
  state.set = {};
  const reload = state.variants.length > 0;
  state.variants = [];
  changed({ catalogue: reload });
  if (!reload) drawRules();
};

const group = (name, title, rules) => {
  const shown = rules.filter(Boolean);
  const differing = shown.filter((rule) => rule.classList.contains("changed")).length;
  const many = differing ? `${differing} changed` : String(shown.length);
  if (shown.length === 0) return null;
  return make("details", { class: "group", "data-fold": "group." + name }, make("summary", { "data-key": "group." + name }, title, make("span", { class: "tag" }, many)), ...shown);
};

const drawRules = () => {
  const sections = new Map();
  for (const number of catalogue.numbers) {
    const section = number.key.split(".")[0];
    if (ELSEWHERE.includes(section)) continue;
    if (!sections.has(section)) sections.set(section, []);
    sections.get(section).push(numberRule(number));
  }
  const weights = ["H", "M", "L"];
  const rulings = [...catalogue.rulings].sort((one, other) => weights.indexOf(one.weight) - weights.indexOf(other.weight));
  put(
    byId("rules"),
    make("h2", {}, "The rules"),
    changesList(),
    ...[...sections].map(([section, rules]) => group(section, nameOf(section), rules)),
    group("rulings", "Where the text is open", rulings.map(rulingRule)),
    group("variants", "Ready-made changes", catalogue.variants.map(variantTick)),
  );
};
