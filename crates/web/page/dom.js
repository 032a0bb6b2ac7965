// Building blocks of the page. Whatever comes from data, files or links goes in as text, never as markup.

/** An element; attributes that are null or false are left out, children are nodes or text. */
const make = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);

/** The same for a shape of a picture. */
const shape = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

const fill = (node, attributes, children) => {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
};

/** The element with this id. */
const byId = (id) => document.getElementById(id);

/** What can have the focus. */
const REACHABLE = "button, select, input, textarea, summary, a[href], [tabindex='0']";

/** Gives the focus to the element of this key; false where there is none. */
const focusOn = (holder, key) => {
  const node = [...holder.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
  node?.focus({ preventScroll: true });
  return node !== undefined;
};

/**
 * Puts new children in place of the old. What was folded out by the reader (`data-fold`) stays so, and the focus stays on the element of the
 * same `data-key`; where that has gone, as a way back does when it is taken, on the control that it belonged to, else on what stands in its
 * place.
 */
const put = (holder, ...children) => {
  const focused = holder.contains(document.activeElement) && document.activeElement !== holder ? document.activeElement : null;
  const place = focused ? [...holder.querySelectorAll(REACHABLE)].indexOf(focused) : -1;
  const folds = new Map([...holder.querySelectorAll("[data-fold]")].map((node) => [node.dataset.fold, node.open]));
  holder.replaceChildren(...children.filter(Boolean));
  for (const node of holder.querySelectorAll("[data-fold]")) node.open = folds.get(node.dataset.fold) ?? node.open;
  if (!focused) return;
  const key = focused.dataset.key;
  if (key !== undefined && (focusOn(holder, key) || focusOn(holder, key.replace(/\.back$/, "")))) return;
  const left = [...holder.querySelectorAll(REACHABLE)].filter((node) => node.offsetParent !== null);
  const next = left[Math.min(Math.max(0, place), left.length - 1)] ?? holder.closest("section");
  if (next && !next.matches(REACHABLE)) next.tabIndex = -1;
  next?.focus({ preventScroll: true });
};

/** There is room for two columns: what a phone folds away is open. */
const isWide = () => matchMedia("(min-width: 64rem)").matches;

/** A name for an element that no other has. */
const unique = (() => {
  let last = 0;
  return (stem) => stem + "-" + ++last;
})();

/** Changes text only where it differs: a live region that is written anew is read out anew. */
const tell = (node, text) => {
  if (node.textContent !== text) node.textContent = text;
};

/** A list to pick from. `options` are [value, text] or { group, options }. */
const choose = (attributes, options, chosen) => {
  const one = ([value, text]) => make("option", { value, selected: value === chosen }, text);
  const list = options.map((option) =>
    option.group === undefined ? one(option) : make("optgroup", { label: option.group }, ...option.options.map(one)),
  );
  return make("select", attributes, ...list);
};

/** A row of buttons of which one is on. */
const switches = (label, options, chosen, then) => {
  const name = unique("switch");
  const parts = options.map(([value, text]) => {
    const id = unique("option");
    const key = label + "=" + value;
    const input = make("input", { type: "radio", name, id, value: String(value), checked: value === chosen, "data-key": key });
    input.addEventListener("change", () => then(value));
    return [input, make("label", { for: id }, text)];
  });
  return make("div", { class: "switches", role: "radiogroup", "aria-label": label }, ...parts.flat());
};

/** A table with a caption. Cells are texts; the first column heads its rows. */
const tableOf = (caption, head, rows) =>
  make(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    make(
      "table",
      {},
      make("caption", { class: "unseen" }, caption),
      make("thead", {}, make("tr", {}, ...head.map((text) => make("th", { scope: "col" }, text)))),
      make(
        "tbody",
        {},
        ...rows.map(([first, ...rest]) =>
          make("tr", {}, make("th", { scope: "row" }, first), ...rest.map((text) => make("td", {}, text))),
        ),
      ),
    ),
  );

/**
 * A slider with buttons for one step less and more. `then` hears every value while the slider moves; `done` hears when it rests, and may
 * draw anew. `mark` is the value that is marked on the track, if it lies on it.
 */
const stepper = (label, key, value, [least, most, step = 1], text, then, done, mark = null) => {
  const output = make("output", {}, text(value));
  const input = make("input", { type: "range", min: least, max: most, step, value, "aria-label": label, "aria-valuetext": text(value), "data-key": key });
  const move = (to) => {
    input.value = to;
    const next = Number(input.value);
    output.textContent = text(next);
    input.setAttribute("aria-valuetext", text(next));
    then(next);
  };
  input.addEventListener("input", () => move(Number(input.value)));
  input.addEventListener("change", done);
  const button = (by, sign) => {
    const onclick = () => {
      move(Number(input.value) + by);
      done();
    };
    return make("button", { type: "button", "aria-label": `${label}: ${by > 0 ? "more" : "less"}`, "data-key": key + sign, onclick }, sign);
  };
  const shown = mark !== null && mark >= least && mark <= most && most > least;
  const tick = shown ? make("i", { class: "mark", style: `--at:${(mark - least) / (most - least)}`, "aria-hidden": "true" }) : null;
  return make(
    "div",
    { class: "field" },
    make("span", { class: "label" }, label, output),
    make("div", { class: "steps" }, button(-step, "−"), make("div", { class: "track" }, tick, input), button(step, "+")),
  );
};
