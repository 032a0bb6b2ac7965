// What happens when something changes, and the start.

/** Shows a sentence that the reader should know; the last odds stay, greyed, so that nothing is lost. */
const complain = (trouble) => {
  if (trouble === SUPERSEDED) return;
  const box = byId("message");
  box.hidden = false;
  tell(box, trouble instanceof Fault ? trouble.message : "The page itself broke down: " + trouble);
  if (!play.found) tell(byId("verdict"), "No odds yet.");
};

const quieten = () => {
  byId("message").hidden = true;
};

/** For what is worked out in the background: a fault is shown where its picture would be. */
const quietly = (id) => (trouble) => {
  if (trouble === SUPERSEDED) return;
  const text = trouble instanceof Fault ? trouble.message : String(trouble);
  put(byId(id), make("p", { class: "note" }, text));
};

/** Works out what belongs to the answer but may come after it. */
const later = () => {
  if (!catalogue) return;
  const duel = state.kind === "duel";
  byId("curve").hidden = !duel;
  byId("price").hidden = !duel;
  if (!duel) return;
  askCurve().catch(quietly("curve"));
  askPrices().catch(quietly("price"));
};

const writeLink = (() => {
  let timer = null;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      history.replaceState(null, "", link());
      const field = byId("link");
      if (field) field.value = link();
    }, 150);
  };
})();

/** Asks for what can be chosen and draws the controls. */
const askCatalogue = async () => {
  catalogue = await front.ask("catalogue", { ask: "catalogue", data: { ...dataOf(), set: [], units: state.units } });
  settle();
  drawSetup();
  drawRules();
};

/** Puts the first units and boxes of the rule set where none is chosen, or one that is not there. */
const settle = () => {
  state.sides.forEach((side, at) => {
    const units = allUnits();
    if (!units.some((unit) => unit.id === side.unit)) side.unit = (catalogue.units[at] ?? units[0])?.id ?? null;
    if (!catalogue.boxes.some((box) => box.id === side.box)) side.box = (catalogue.boxes[at] ?? catalogue.boxes[0])?.id ?? null;
  });
};

/**
 * Something changed: asks anew, and draws the controls unless the reader's finger is on one of them. With `catalogue` what can be chosen
 * has changed too.
 */
const changed = ({ draw = true, catalogue: anew = false } = {}) => {
  writeLink();
  ["curve", "even", "price"].forEach((topic) => back.forget(topic));
  drawStory(null, null);
  const asked = anew ? askCatalogue().then(askAnswer) : askAnswer();
  asked.catch(failed);
  if (draw && !anew) drawSetup();
};

/** No answer: the strip stays grey, so that nobody takes the old odds for new ones. */
const failed = (trouble) => {
  complain(trouble);
  if (trouble === SUPERSEDED) return;
  tell(byId("verdict"), "No odds for this: see the message above.");
  play.turn++;
  play.going = false;
};

const start = async () => {
  const unreadable = readLink();
  if (unreadable) complain(new Fault({ blame: "input", says: unreadable }));
  drawKeep();
  drawStory(null, null);
  // The first odds come before the lists, which are long.
  const known = state.rules === FIRST.rules;
  const first = known ? askAnswer() : null;
  const sets = front.ask("sets", { ask: "sets" });
  const lists = askCatalogue();
  first?.catch(failed);
  const told = await sets;
  drawRuleSets(told.sets);
  tell(byId("about"), `Muster ${told.version}. Everything is worked out on this device; nothing is sent anywhere. Unofficial: the rules belong to their authors.`);
  await lists;
  if (!known) await askAnswer();
  else if (play.found) drawSeats(play.found);
  if (play.found && !play.going) later();
};

addEventListener("hashchange", () => {
  const unreadable = readLink();
  quieten();
  if (unreadable) complain(new Fault({ blame: "input", says: unreadable }));
  front
    .ask("sets", { ask: "sets" })
    .then((told) => drawRuleSets(told.sets))
    .catch(complain);
  changed({ catalogue: true });
});

start().catch(failed);
