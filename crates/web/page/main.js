// What happens when something changes, and the start.

/** When a sentence was last shown, by the clock of the page. */
let complained = -Infinity;

/** Shows a sentence that the reader should know; the last odds stay, greyed, so that nothing is lost. */
const complain = (trouble) => {
  if (trouble === SUPERSEDED) return;
  complained = performance.now();
  const box = byId("message");
  box.hidden = false;
  const before = document.activeElement;
  const close = () => {
    quieten();
    // The reader goes on where the message came between.
    if (before?.isConnected) before.focus({ preventScroll: true });
  };
  const words = trouble instanceof Fault ? trouble.message : "The page itself broke down: " + trouble;
  put(box, make("p", {}, words), make("button", { type: "button", "aria-label": "Close the message", onclick: close }, "×"));
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

/** A reader's hand is on a slider: what is drawn anew would slip from under it, and is drawn when it rests. */
const isHeld = () => document.querySelector("input[type='range']:active") !== null;

/** Asks what can be set of what stands there now, and draws the controls where that is something else. */
const refresh = async () => {
  if (!(await askSettable()) || isHeld()) return;
  drawSetup();
  drawRules();
};

/** Controls that belong to another rule set are out of reach until those of this one are there; the focus comes back with them. */
const shut = (() => {
  let held = null;
  return (is) => {
    const active = document.activeElement;
    const within = active?.closest("#setup, #rules");
    if (is && within) held = { key: active.dataset.key, within };
    for (const id of ["setup", "rules"]) byId(id).inert = is;
    // What it was on may have gone with the change.
    if (!is && held && active === document.body && !focusOn(held.within, held.key)) held.within.querySelector(REACHABLE)?.focus({ preventScroll: true });
    if (!is) held = null;
  };
})();

/** Asks for what can be chosen and draws the controls; true where a unit or box had to be put in place of one that is not there. */
const askCatalogue = async () => {
  catalogue = await front.ask("catalogue", { ask: "catalogue", data: { ...dataOf(), set: [] } });
  const settled = settle();
  // What is refused of the state is told by whoever asks for the odds.
  await askSettable().catch((trouble) => {
    if (trouble !== SUPERSEDED && !(trouble instanceof Fault)) throw trouble;
  });
  const rules = document.querySelector("[data-key='rules']");
  if (rules) rules.value = state.rules;
  drawSetup();
  drawRules();
  shut(false);
  return settled;
};

/** Puts the first units and boxes of the rule set where none is chosen, or one that is not there; true where it did. */
const settle = () => {
  const lost = settleIn(state, catalogue);
  missed.push(...lost.filter((name) => name !== null));
  return lost.length > 0;
};

/** Sentences on units and boxes that were asked for by name and that are not there, until they are told. */
const missed = [];

/** The same in any state, with what can be chosen in it; for each that was put in place a sentence where another had been named. */
const settleIn = (of, { units, boxes }) => {
  const all = [...units, ...boxes.flatMap((box) => box.units)];
  const lost = [];
  const put = (side, key, at, known, own) => {
    if (known.some((one) => one.id === side[key])) return;
    const instead = own[at] ?? known[0];
    const named = side[key];
    side[key] = instead?.id ?? null;
    lost.push(named === null || !instead ? null : `There is no ${key} "${named}" in these rules: ${instead.name} stands in its place.`);
  };
  of.sides.forEach((side, at) => {
    put(side, "unit", at, all, units);
    put(side, "box", at, boxes, boxes);
  });
  return lost;
};

/** Tells what is missing, once. */
const tellMissed = (missing = missed.splice(0)) => {
  if (missing.length) complain(new Fault({ blame: "input", says: [...new Set(missing)].join("\n") }));
};

/**
 * Asks the engine whether it takes a state that came from outside, before anything is thrown away for it; fails with its sentence where it
 * does not. Returns sentences on what is not there.
 */
const prove = async (of) => {
  const told = await front.ask("prove", { ask: "catalogue", data: dataOf(of) });
  const lost = settleIn(of, told).filter((name) => name !== null);
  await front.ask("prove", { ask: "answer", data: dataOf(of), meet: meetOf(of), method: "sample", games: 1 });
  return lost;
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
  noted("");
  if (anew) shut(true);
  const mine = changes;
  const asked = anew ? askCatalogue().then(askAnswer) : Promise.all([askAnswer(), refresh()]);
  asked.then(() => tellMissed()).catch(failed).finally(() => mine === changes && shut(false));
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
    missed.length = 0;
    await open();
    complain(new Fault({ blame: "input", says: `The link cannot be used, so here is a fresh page. ${trouble.message}` }));
  }
  tellMissed();
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
