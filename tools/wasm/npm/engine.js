// The engine in Node.js: its module of WebAssembly, with the nets and what a user has set.
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const kWeb = path.join(__dirname, 'web');

// What the user typed or handed over is wrong: one line that says what, and how to mend it.
class BadInput extends Error {}

// Says in one line on standard error why it ends, where there is something to say, and ends when all
// that was written has got out.
function finish(code, message = '') {
  if (message) process.stderr.write(`isthmus: ${message}\n`);
  process.stdout.write('', () => process.exit(code));
}

class Engine {
  // `handlers` are functions that the engine calls: write(text), answer(line), resume(),
  // progress(done, of), where they are used.
  static async load(handlers = {}) {
    const script = path.join(__dirname, 'isthmus_node.js');
    const module = await require(script)({
      ended: finish,
      readFile: readForEngine,
      write: (text) => process.stdout.write(text),
      answer: (line) => process.stdout.write(`${line}\n`),
      progress: () => {},
      ...handlers,
      print: (text) => process.stderr.write(`${text}\n`),
      printErr: (text) => process.stderr.write(`${text}\n`),
      wasmBinary: fs.readFileSync(path.join(__dirname, 'isthmus_node.wasm')),  // no address to fetch
      locateFile: (name) => path.join(__dirname, name),
      mainScriptUrlOrBlob: script,
    });
    // Until finish() ends it: threads of Emscripten later than 3.1.6 do not keep Node.js running.
    setInterval(() => {}, 2 ** 30);
    return new Engine(module);
  }
  constructor(module) {
    this.module = module;
    this.set('threads', String(os.availableParallelism?.() ?? os.cpus().length));
  }

  // A copy of a text, or of the bytes of one, in the engine's memory, for the caller to free.
  copied(text) {
    const bytes = Buffer.from(text);
    const place = this.module._malloc(bytes.length + 1);
    // The zero that ends it; after this HEAPU8 has the memory that threads may have added, too.
    this.module.stringToUTF8('', place + bytes.length, 1);
    this.module.HEAPU8.set(bytes, place);
    return place;
  }
  // Calls a function of the engine with texts, or bytes of texts whatever their encoding. Returns the
  // text or number that it returns.
  call(name, ...texts) {
    const places = texts.map((text) => (text === null ? 0 : this.copied(text)));
    try {
      return this.module[`_isthmus_${name}`](...places);
    } finally {
      for (const place of places) this.module._free(place);
    }
  }
  text(name, ...texts) {
    return this.module.UTF8ToString(this.call(name, ...texts));
  }
  get settings() {
    return JSON.parse(this.text('settings'));
  }
  get games() {
    return JSON.parse(this.text('games'));
  }
  set(name, value) {
    const problem = this.text('set', name, value);
    if (problem) throw new BadInput(problem.startsWith('option') ? problem : `option '--${name}': ${problem}`);
  }

  // Of that kind, or of none for all boards of its game.
  giveNet(file, kind = '') {
    let net;
    try {
      net = fs.readFileSync(file);
    } catch (error) {
      throw new BadInput(`the net ${file} cannot be read: ${error.message}`);
    }
    const place = this.module._malloc(net.length);
    this.module.HEAPU8.set(net, place);
    const name = this.copied(kind);
    const problem = this.module.UTF8ToString(this.module._isthmus_give_net(name, place, net.length));
    this.module._free(name);
    if (problem) throw new BadInput(`${file} is no net: ${problem}`);
  }
  // The nets that the package has, and then the user's.
  giveNets(file) {
    for (const {name} of this.games) {
      for (const kind of this.text('net_kinds', name).split(' ').filter(Boolean)) {
        this.giveNet(path.join(kWeb, `${name}${kind === 'small' ? '' : `-${kind}`}.net`), kind);
      }
    }
    if (file) this.giveNet(file);
  }
}

// A file as the engine is given it.
function readForEngine(file) {
  try {
    return `+${fs.readFileSync(file, 'utf8')}`;
  } catch (error) {
    return `-${error.message}`;
  }
}

module.exports = {BadInput, Engine, finish, kWeb};
