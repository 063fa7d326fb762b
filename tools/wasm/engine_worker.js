// The engine in a Web Worker: takes the lines of `isthmus analyze --stream` as messages, and gives
// those that it answers. It has threads where the page may share memory between threads (is
// "cross-origin isolated"); where not, it thinks in slices on this one, between messages.
//
// Loaded as engine_worker.js?threads=N it has N threads, none for 0; otherwise as many as the
// machine has to spare. Beside it are isthmus.js and isthmus_threads.js, with their .wasm, and the nets,
// hex.net and others, each of which is fetched when a board that it is for is first played on.
'use strict';

const kSliceMilliseconds = 30;
const kMostThreads = 8;

// A function that catches what numbers in a SIMD register throw: the engine is of such code.
const kProbe = new Uint8Array([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,  // a module
  1, 4, 1, 0x60, 0, 0,              // the type of a function of nothing
  3, 2, 1, 0,                       // one function of it
  10, 13, 1, 11, 0,                 // its code: no variables,
  0x06, 0x40,                       // try
  0x41, 0, 0xfd, 0x11, 0x1a,        // i32.const 0, i32x4.splat, drop
  0x19, 0x0b, 0x0b,                 // catch_all, end, end
]);

function threadsWanted() {
  const given = new URLSearchParams(self.location.search).get('threads');
  if (!self.crossOriginIsolated) return 0;
  if (given !== null) return Math.max(0, Math.min(kMostThreads, Number.parseInt(given, 10) || 0));
  // One is left to the page.
  return Math.max(1, Math.min(kMostThreads, (self.navigator.hardwareConcurrency || 2) - 1));
}

// What JavaScript has of a line in JSON.
function parsed(line) {
  try {
    return JSON.parse(line) ?? {};
  } catch {
    return {};  // the engine says what is wrong with it
  }
}

// A copy of a text in the engine's memory, for the caller to free.
function copied(module, text) {
  const bytes = module.lengthBytesUTF8(text) + 1;
  const place = module._malloc(bytes);
  module.stringToUTF8(text, place, bytes);
  return place;
}

// The kind of the net that is for the board of a line; '' for none. Where the line names no size, it is the
// game's own.
function netKind(module, {game = 'hex', size = 0, boardXSize = size, boardYSize = size}) {
  if (typeof game !== 'string') return '';
  const name = copied(module, game);
  const kind = module.UTF8ToString(module._isthmus_net_kind(name, boardYSize, boardXSize));
  module._free(name);
  return kind;
}

// Gives the engine a net. Throws what is to be shown to the user.
async function giveNet(module, game, kind) {
  const file = kind === 'small' ? `${game}.net` : `${game}-${kind}.net`;
  const response = await fetch(new URL(file, self.location.href));
  if (!response.ok) throw new Error(`${file} cannot be fetched: status ${response.status}`);
  const net = new Uint8Array(await response.arrayBuffer());
  const place = module._malloc(net.length);
  module.HEAPU8.set(net, place);
  const name = copied(module, kind);
  const problem = module.UTF8ToString(module._isthmus_give_net(name, place, net.length));
  module._free(name);
  if (problem) throw new Error(`${file} is no net: ${problem}`);
}

// Starts the engine. Returns a function that takes a line when the engine has what it needs for it;
// both throw what is to be shown to the user.
async function startEngine() {
  if (typeof WebAssembly !== 'object' || !WebAssembly.validate(kProbe)) {
    throw new Error('this browser is too old for the engine, which needs WebAssembly with SIMD ' +
                    'and exceptions, as browsers have since 2023');
  }
  const threads = threadsWanted();
  const script = new URL(threads > 0 ? 'isthmus_threads.js' : 'isthmus.js', self.location.href).href;
  importScripts(script);
  const module =
      await self.isthmus({answer: (line) => postMessage(line), mainScriptUrlOrBlob: script});
  module._isthmus_start(threads);

  // Messages to oneself, unlike timers, are not held up.
  const {port1: wake, port2: waker} = new MessageChannel();
  let isThinking = false;
  const think = () => {
    isThinking = module._isthmus_work(kSliceMilliseconds) !== 0;
    if (isThinking) waker.postMessage('');
  };
  wake.onmessage = think;
  const nets = new Set();  // that the engine has
  return async (line) => {
    const asked = parsed(line);
    const kind = netKind(module, asked);
    const {game = 'hex'} = asked;
    if (kind && !nets.has(`${game} ${kind}`)) {
      await giveNet(module, game, kind);
      nets.add(`${game} ${kind}`);
    }
    const text = copied(module, line);
    module._isthmus_submit(text);
    module._free(text);
    if (threads === 0 && !isThinking) {
      isThinking = true;
      waker.postMessage('');
    }
  };
}

// The answer to a line where there is no engine.
function refusal(line, error) {
  const answer = {error: error.message};
  const {id} = parsed(line);
  if (typeof id === 'string') answer.id = id;
  return JSON.stringify(answer);
}

const starting = startEngine();
starting.catch((error) => postMessage(refusal('', error)));
let before = Promise.resolve();  // lines reach the engine in their order
self.onmessage = ({data}) => {
  before = before.then(async () => (await starting)(data))
      .catch((error) => postMessage(refusal(data, error)));
};
