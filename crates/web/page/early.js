// Runs before the rest of the page is read: the first worker unpacks the engine and works out the first duel meanwhile. It is told
// everything in its own text, for messages wait until the page has been read.
"use strict";

/** The duel that a new reader sees. */
const FIRST = { rules: "chimera", units: ["heavy-foot", "longbowmen"], boxes: ["celts", "acta-zulus"] };

/** The question about it, as the page will ask it; nobody asks it of a page that opens with something else. */
const FIRST_QUESTION = {
  ask: "answer",
  data: { rules: FIRST.rules, variants: [], units: [], boxes: [], set: [] },
  meet: { duel: { a: FIRST.units[0], b: FIRST.units[1], policies: [null, null] } },
  games: 1024,
};

/** A worker made of the text in the page, and of messages that it has from the start. */
const makeWorker = (...messages) => {
  const heard = messages.map((message) => `\nonmessage({ data: ${JSON.stringify(message)} });`);
  const address = URL.createObjectURL(new Blob([document.getElementById("worker").textContent, ...heard], { type: "text/javascript" }));
  const worker = new Worker(address);
  URL.revokeObjectURL(address);
  return worker;
};

/** What a worker needs first: the engine, packed. */
const packedEngine = () => ({ engine: document.getElementById("engine").textContent });

/** The first worker until somebody takes it over, the question (of number 0) that it is at, and what it said before it was taken over. */
const early = { worker: null, text: location.hash.length > 1 ? null : JSON.stringify(FIRST_QUESTION), said: [] };
if ("Worker" in globalThis) {
  const question = early.text === null ? [] : [{ number: 0, text: early.text }];
  early.worker = makeWorker(packedEngine(), ...question);
  early.worker.onmessage = ({ data }) => early.said.push(data);
}
