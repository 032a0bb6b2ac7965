// The engine's own thread. It is told `{ engine }` (base64 of the module, packed with gzip or not) or `{ module }` once, and then questions
// `{ number, text }`, which it answers in turn. Whoever does not want to wait for an answer ends the worker.
"use strict";
let door = null;
const waiting = [];

/** The bytes of base64, by the browser itself where it can. */
const bytesOf = (base64) => {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
};

/** Compiles the engine while it is being unpacked. */
const compile = (base64) => {
  const bytes = bytesOf(base64);
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!packed) return WebAssembly.compile(bytes);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(stream, { headers: { "content-type": "application/wasm" } }));
};

const start = async ({ engine, module }) => {
  const compiled = module ?? (await compile(engine));
  const instance = await WebAssembly.instantiate(compiled, {});
  door = instance.exports;
  postMessage({ module: compiled });
  waiting.splice(0).forEach(answer);
};

const textAt = (address, length) => new TextDecoder().decode(new Uint8Array(door.memory.buffer, address, length));

const answer = ({ number, text }) => {
  try {
    const bytes = new TextEncoder().encode(text);
    // First the room, then the memory: what makes room may move it.
    const address = door.room(bytes.length);
    new Uint8Array(door.memory.buffer, address, bytes.length).set(bytes);
    const length = door.ask();
    postMessage({ number, text: textAt(door.answer(), length) });
  } catch (trouble) {
    let words = String(trouble);
    try {
      words += ": " + textAt(door.last_words(), door.last_words_length());
    } catch {
      // The module is beyond speech; the trap's own words must do.
    }
    postMessage({ number, broken: words });
  }
};

onmessage = ({ data }) => {
  if (data.engine || data.module) start(data).catch((trouble) => postMessage({ number: null, broken: String(trouble) }));
  else if (door) answer(data);
  else waiting.push(data);
};
