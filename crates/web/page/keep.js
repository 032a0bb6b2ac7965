// Keep, share, export and import.

/** Offers a text as a file. */
const download = (name, text) => {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const anchor = make("a", { href: address, download: name });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
};

/** Largest file that is read, in bytes: no rule file comes near it. */
const LARGEST = 2_000_000;

/** A message under the buttons: what was kept or taken. */
const noted = (text) => {
  tell(byId("noted"), text);
};

const copyLink = async () => {
  const field = byId("link");
  field.value = link();
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    noted("The link is copied. Whoever has this page can open it with the part after the #.");
  } catch {
    noted("The link is selected: copy it from the box.");
  }
};

const exportFiles = async () => {
  // The same numbers take as many games; an exact answer takes none, and JSON leaves out what is undefined.
  const games = (!play.old && play.found?.games) || undefined;
  const told = await front.ask("export", { ask: "export", data: dataOf(), meet: meetOf(), games });
  const files = told.files.map((file) =>
    make(
      "div",
      { class: "file" },
      make("div", { class: "row" }, make("b", {}, file.name), make("button", { type: "button", onclick: () => download(file.name, file.text) }, `Save ${file.name}`)),
      make("pre", { tabindex: "0", "aria-label": file.name }, file.text),
    ),
  );
  put(
    byId("exported"),
    make("p", {}, files.length ? "These files say what you changed, in the form that the command line reads. In their folder this gives the same numbers:" : "Nothing is changed, so no file is needed. This gives the same numbers:"),
    make("pre", { tabindex: "0", "aria-label": "The command" }, told.command),
    ...files,
  );
  noted(files.length ? `${files.length === 1 ? "One file" : files.length + " files"} for the command line.` : "");
};

/** Takes what an imported file holds into a state. */
const take = (told, into) => {
  if (told.kind === "units") {
    takeUnits(told.units, into);
  } else if (told.kind === "box") {
    for (const box of told.boxes) {
      const id = box.box?.id;
      into.boxes = [...into.boxes.filter((one) => one.box?.id !== id), box];
      into.kind = "battle";
      into.sides[0].box = id;
    }
  } else {
    for (const word of told.set) {
      const [, key, value] = word.match(/^\s*([^=]+?)\s*=\s*([^]*)$/) ?? [];
      if (key) into.set[key.replace(/^(rulings\..+)\.chosen$/, "$1")] = value;
    }
  }
};

/** Units that this page made go back to their sides; others are added, and the first of them take the field. */
const takeUnits = (units, into) => {
  into.kind = "duel";
  const others = units.filter((unit) => !OWN.includes(unit.id));
  for (const unit of units) {
    const at = OWN.indexOf(unit.id);
    if (at >= 0) into.sides[at].own = unit;
  }
  const ids = new Set(others.map((unit) => unit.id));
  into.units = [...into.units.filter((unit) => !ids.has(unit.id)), ...others];
  others.slice(0, 2).forEach((unit, at) => {
    into.sides[at] = { ...into.sides[at], unit: unit.id, own: null, policy: null };
  });
};

/** Takes a state when the engine has said that it can; until then, and where it cannot, everything is as it was. */
const takeOver = async (next, says) => {
  const lost = await prove(next);
  state = next;
  quieten();
  const before = byId("rule-set").querySelector("select");
  if (before) before.value = state.rules;
  missed.push(...lost);
  changed({ catalogue: true });
  noted(says);
};

/** What messages call a text that came from no file. */
const PASTED = "pasted.toml";

const importText = async (name, text) => {
  // What this page saved may be pasted too.
  if (text.trimStart().startsWith("{")) return openKept(name === PASTED ? "What was pasted" : name, text);
  // Without the units and boxes that are here already: a file that was exported, or read before and edited since, brings them again.
  const data = { ...dataOf(), units: [], boxes: [] };
  const told = await front.ask("import", { ask: "import", data, file: { name, text } });
  const next = copy(state);
  take(told, next);
  const says = told.kind === "variant" && told.set.length === 0 ? `${name} changes nothing that is not so already.` : told.says;
  await takeOver(next, [says, ...told.warnings.map((warning) => warning.says)].join("\n"));
};

/** A file of this page itself: the state as JSON. What cannot be used leaves everything as it was. */
const openKept = async (name, text) => {
  let found = null;
  try {
    found = admit(JSON.parse(text));
  } catch (trouble) {
    found = `it is no JSON (${trouble.message})`;
  }
  if (isText(found)) throw new Fault({ blame: "input", says: `${name} could not be opened: ${found}. Open a file that this page saved, or a TOML file of units, a box or changed rules.` });
  try {
    await takeOver(found, `${name} is open.`);
  } catch (trouble) {
    if (trouble instanceof Fault) trouble.message = `${name} could not be opened, and nothing was changed. ${trouble.message}`;
    throw trouble;
  }
};

const openFiles = async (files) => {
  for (const file of files) {
    if (file.size > LARGEST) throw new Fault({ blame: "input", says: `${file.name} has ${count(file.size)} bytes; files of units, boxes and rules have at most ${count(LARGEST)}. Is it the right one?` });
    const text = await file.text();
    if (/\.json$/i.test(file.name)) await openKept(file.name, text);
    else await importText(file.name, text);
  }
};

const guard = (act) => (...given) => {
  noted("");
  return act(...given).catch(complain);
};

const drawKeep = () => {
  const picker = make("input", { type: "file", id: "open-file", class: "unseen", accept: ".toml,.json,.txt", multiple: true });
  picker.addEventListener("change", () => guard(openFiles)([...picker.files]).finally(() => (picker.value = "")));
  const pasted = make("textarea", { id: "pasted", spellcheck: "false", autocapitalize: "off", placeholder: "[morale]\npasses_on = 4" });
  const button = (text, id, then, first) => make("button", { type: "button", id, class: first ? "first" : null, onclick: then }, text);
  put(
    byId("keep"),
    make("h2", {}, "Keep and share"),
    make("label", { class: "field" }, make("span", {}, "A link to just this fight, with all that is changed"), make("input", { type: "text", id: "link", readonly: true, value: link() })),
    make(
      "div",
      { class: "row" },
      button("Copy the link", "copy-link", guard(copyLink), true),
      button("Save as a file", "save", () => download("muster-playground.json", JSON.stringify(kept(), null, 1) + "\n")),
      make("label", { class: "button", for: "open-file" }, "Open a file"),
      picker,
    ),
    make("h3", {}, "For the command line"),
    make("div", { class: "row" }, button("Export as TOML", "export", guard(exportFiles))),
    make("div", { id: "exported" }),
    make("details", { "data-fold": "import" }, make("summary", { id: "import-fold" }, "Import TOML"), make("label", { class: "field" }, make("span", {}, "Units, a box, or changed rules: paste the text here, or open the file above"), pasted), button("Import", "import", () => guard(importText)(PASTED, pasted.value))),
    make("p", { id: "noted", class: "note", role: "status" }),
  );
};
