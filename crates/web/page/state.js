// What is being tried: everything that a link or a file keeps, and nothing that can be worked out from it.

/** One side: a unit of the catalogue, or `own`, the unit as it was changed here; and a box. `null` means the usual. */
const freshSide = (unit, box) => ({ unit, own: null, policy: null, box, plan: null });

const fresh = (rules = FIRST.rules) => ({
  rules,
  kind: "duel",
  sides: [0, 1].map((at) => (rules === FIRST.rules ? freshSide(FIRST.units[at], FIRST.boxes[at]) : freshSide(null, null))),
  start: null,
  room: null,
  turns: null,
  conditions: null,
  /** Changed numbers and rulings: key to value as TOML text. */
  set: {},
  variants: [],
  /** Units and boxes that came from files, as objects with the keys of those files. */
  units: [],
  boxes: [],
});

let state = fresh();

/** Ids of the units that are put together here; they begin with a letter no catalogue uses in front of a dash. */
const OWN = ["page-first", "page-second"];

const copy = (value) => JSON.parse(JSON.stringify(value));

// ---- links and files ------------------------------------------------------------------------------------------------

const isText = (value) => typeof value === "string";
const isTextOrNull = (value) => value === null || isText(value);
const isNumberOrNull = (value) => value === null || Number.isFinite(value);
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isSide = (side) =>
  isObject(side) && [side.unit, side.policy, side.box, side.plan].every(isTextOrNull) && (side.own === null || isObject(side.own));

/** A state that came from outside, or a sentence on why it is none. */
const admit = (found) => {
  if (!isObject(found)) return "it does not hold what this page keeps";
  const whole = { ...fresh(isText(found.rules) ? found.rules : undefined), ...found };
  const checks = {
    rules: isText(whole.rules),
    kind: ["duel", "battle"].includes(whole.kind),
    sides: Array.isArray(whole.sides) && whole.sides.length === 2 && whole.sides.every(isSide),
    start: isNumberOrNull(whole.start),
    room: isNumberOrNull(whole.room),
    turns: isNumberOrNull(whole.turns),
    conditions: isTextOrNull(whole.conditions),
    set: isObject(whole.set) && Object.values(whole.set).every(isText),
    variants: Array.isArray(whole.variants) && whole.variants.every(isText),
    units: Array.isArray(whole.units) && whole.units.every(isObject),
    boxes: Array.isArray(whole.boxes) && whole.boxes.every(isObject),
  };
  const wrong = Object.keys(checks).find((key) => !checks[key]);
  if (wrong) return `its part "${wrong}" is not as this page writes it`;
  return Object.fromEntries(Object.keys(checks).map((key) => [key, whole[key]]));
};

/** What differs from a fresh page; an empty object for a fresh one. */
const kept = () => {
  const usual = fresh(state.rules);
  const differs = Object.entries(state).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(usual[key]));
  return Object.fromEntries(state.rules === FIRST.rules ? differs : [["rules", state.rules], ...differs]);
};

const toFragment = (value) => {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
};

const fromFragment = (fragment) => {
  const text = atob(fragment.replace(/-/g, "+").replace(/_/g, "/"));
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0))));
};

/** The address of this page as it is now. */
const link = () => {
  const differs = kept();
  const address = location.href.replace(/#.*$/, "");
  return Object.keys(differs).length === 0 ? address : address + "#" + toFragment(differs);
};

/** Reads the address; returns a sentence where it holds nothing readable. */
const readLink = () => {
  const fragment = location.hash.slice(1);
  state = fresh();
  if (fragment === "") return null;
  let found = null;
  try {
    found = admit(fromFragment(fragment));
  } catch {
    found = "it is cut off or mistyped";
  }
  if (!isText(found)) {
    state = found;
    return null;
  }
  return `The link could not be read: ${found}. Here is a fresh page instead; ask for the link once more, whole.`;
};

// ---- requests ---------------------------------------------------------------------------------------------------------

/** The rules and units that every question is asked of. */
const dataOf = (of = state) => ({
  rules: of.rules,
  variants: of.variants,
  units: [...of.units, ...ownUnits(of)],
  boxes: of.boxes,
  set: Object.entries(of.set).map(([key, value]) => key + "=" + value),
});

const ownUnits = (of) => of.sides.flatMap((side, at) => (side.own ? [{ ...side.own, id: OWN[at] }] : []));

const unitOf = (at, of = state) => (of.sides[at].own ? OWN[at] : of.sides[at].unit);

const given = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

const duelOf = (of = state) => ({
  a: unitOf(0, of),
  b: unitOf(1, of),
  policies: of.sides.map((side) => side.policy),
  ...given({ start: of.start, room: of.room, max_turns: of.turns }),
});

const meetOf = (of = state) =>
  of.kind === "duel"
    ? { duel: duelOf(of) }
    : {
        battle: {
          a: of.sides[0].box,
          b: of.sides[1].box,
          plans: of.sides.map((side) => side.plan),
          // The turn limit that can be set is that of duels; a battle has that of its conditions.
          ...given({ conditions: of.conditions }),
        },
      };
