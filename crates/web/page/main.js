// What happens when something changes, and the start.

/** Shows a sentence that the reader should know; the last odds stay, greyed, so that nothing is lost. */
const complain = (trouble) => {
  if (trouble === SUPERSEDED) return;
  const box = byId("message");
  box.hidden = false;
  const words = trouble instanceof Fault ? trouble.message : "The page itself broke down: " + trouble;
  put(box, make("p", {}, words), make("button", { type: "button", "aria-label": "Close the message", onclick: quieten }, "×"));
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
  drawStoryButtons(play.found);
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

/** A story or files that are on their way would come to stand beside another fight. */
const forgetTold = () => {
  front.forget("story");
  front.forget("export");
};

/** How often there was another state: whoever has waited for an answer sees by it whether the reader was faster. */
let changes = 0;

/** Asks for what can be chosen and draws the controls; true where a unit or box had to be put in place of one that is not there. */
const askCatalogue = async () => {
  catalogue = await front.ask("catalogue", { ask: "catalogue", data: { ...dataOf(), set: [] } });
  const settled = settle();
  const rules = document.querySelector("[data-key='rules']");
  if (rules) rules.value = state.rules;
  drawSetup();
  drawRules();
  return settled;
};

/** Puts the first units and boxes of the rule set where none is chosen, or one that is not there. */
const settle = () => {
  const before = JSON.stringify(state.sides);
  state.sides.forEach((side, at) => {
    const units = allUnits();
    if (!units.some((unit) => unit.id === side.unit)) side.unit = (catalogue.units[at] ?? units[0])?.id ?? null;
    if (!catalogue.boxes.some((box) => box.id === side.box)) side.box = (catalogue.boxes[at] ?? catalogue.boxes[0])?.id ?? null;
  });
  return JSON.stringify(state.sides) !== before;
};

/**
 * Something changed: asks anew, and draws the controls unless the reader's finger is on one of them. With `catalogue` what can be chosen
 * has changed too.
 */
const changed = ({ draw = true, catalogue: anew = false } = {}) => {
  changes++;
  writeLink();
  outdate();
  curveLane.forget("curve");
  priceLane.forget("price");
  forgetTold();
  drawStory(null, null);
  put(byId("exported"));
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
  put(byId("playing"));
};

/** Begins with what the address says. What cannot be used is told, and gives way to a fresh page. */
const begin = async () => {
  const mine = ++changes;
  forgetTold();
  const unreadable = readLink();
  try {
    await open();
  } catch (trouble) {
    // What the reader has done since is not thrown away.
    if (mine !== changes) return complain(trouble);
    if (trouble === SUPERSEDED || Object.keys(kept()).length === 0) throw trouble;
    state = fresh();
    await open();
    complain(new Fault({ blame: "input", says: `The link cannot be used, so here is a fresh page. ${trouble.message}` }));
  }
  if (unreadable) complain(new Fault({ blame: "input", says: unreadable }));
};

/** All that the answer depends on. */
const question = () => JSON.stringify([dataOf(), meetOf()]);

const open = async () => {
  // The first odds come before the lists, which are long; what is wrong with them is told when those are there.
  const mine = changes;
  const asked = state.rules === FIRST.rules ? question() : null;
  const first = asked === null ? null : askAnswer().then(() => null, (trouble) => trouble);
  const settled = await askCatalogue();
  const trouble = await first;
  const overtaken = mine !== changes;
  if (overtaken ? settled : asked !== question()) return askAnswer();
  if (overtaken) return;
  if (trouble) throw trouble;
  if (play.found && !play.old) drawSeats(play.found);
  if (!play.going) later();
};

const drawFrame = async () => {
  drawKeep();
  drawStory(null, null);
  const told = await front.ask("sets", { ask: "sets" });
  drawRuleSets(told.sets);
  tell(byId("about"), `Muster ${told.version}. Everything is worked out on this device; nothing is sent anywhere. Unofficial: the rules belong to their authors.`);
};

addEventListener("hashchange", () => {
  quieten();
  begin().catch(failed);
  drawFrame().catch(complain);
});

const missing = ["WebAssembly", "Worker", "DecompressionStream"].find((name) => !(name in globalThis));
if (missing) {
  complain(new Fault({ blame: "input", says: `This browser has no ${missing}, which the page needs to calculate: any browser of 2023 or later has it.` }));
} else {
  begin().catch(failed);
  drawFrame().catch(complain);
}
