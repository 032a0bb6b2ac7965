// Questions to the engine, which runs in workers, so that the page never waits. There are three lanes: what the reader looks at first, the
// curve, and the prices, which take longest. In each lane the latest question of a topic replaces the earlier one.

/** An earlier question than the latest: nobody waits for it any more. */
const SUPERSEDED = Symbol("superseded");
/** A question that nobody waits for is let finish for so long, in milliseconds; then its worker is ended and a new one made. */
const PATIENCE = 250;

/** Something that the reader should know, in the engine's words. */
class Fault extends Error {
  constructor(fault) {
    super(fault.says);
    this.blame = fault.blame;
    this.complaints = fault.complaints ?? [];
  }
}

/** The compiled module, once a worker has made it: later workers need no second compilation. */
let compiled = null;

const makeLane = () => {
  let worker = null;
  let running = null;
  let last = 0;
  /** Questions that wait, by topic, in the order in which they came. */
  const queue = new Map();

  const start = () => {
    worker = early.worker ?? makeWorker();
    worker.onmessage = ({ data }) => heard(data);
    if (early.worker) setTimeout(() => early.said.splice(0).forEach(heard));
    else worker.postMessage(compiled ? { module: compiled } : packedEngine());
    early.worker = null;
  };

  const end = () => {
    worker?.terminate();
    worker = null;
    running = null;
  };

  const heard = (data) => {
    if (data.module) {
      compiled = data.module;
      return;
    }
    const done = running;
    if (data.broken !== undefined) {
      const says = "The engine broke down, which is a fault of this program and not of yours: " + data.broken;
      end();
      done?.fail(new Fault({ blame: "engine", says }));
      next();
      return;
    }
    if (!done || data.number !== done.number) return;
    running = null;
    next();
    const told = JSON.parse(data.text);
    if (done.dropped) done.fail(SUPERSEDED);
    else if (told.fault) done.fail(new Fault(told.fault));
    else done.done(told.ok);
  };

  const next = () => {
    if (running || queue.size === 0) return;
    const [topic, question] = queue.entries().next().value;
    queue.delete(topic);
    if (!worker) start();
    running = question;
    // The very first question may have been asked already.
    const asked = question.text === early.text;
    early.text = null;
    if (asked) question.number = 0;
    else worker.postMessage({ number: question.number, text: question.text });
  };

  /** Nobody waits for the running question any more. */
  const drop = () => {
    const late = running;
    if (late.dropped) return;
    late.dropped = true;
    const look = () => {
      if (running !== late) return;
      // A worker that is still making its module would only have to begin again.
      if (!compiled) return void setTimeout(look, PATIENCE);
      end();
      late.fail(SUPERSEDED);
      next();
    };
    setTimeout(look, PATIENCE);
  };

  return {
    /** Asks; the promise fails with `SUPERSEDED` when a later question of this topic comes first, and with a `Fault` where there is no answer. */
    ask(topic, request) {
      this.forget(topic);
      return new Promise((done, fail) => {
        queue.set(topic, { topic, number: ++last, text: JSON.stringify(request), done, fail, dropped: false });
        next();
      });
    },
    /** Takes back what was asked of this topic. */
    forget(topic) {
      queue.get(topic)?.fail(SUPERSEDED);
      queue.delete(topic);
      if (running?.topic === topic) drop();
    },
  };
};

const front = makeLane();
const curveLane = makeLane();
const priceLane = makeLane();
