// Runs tools/wasm/engine_worker.js as it is, in a thread of Node.js that has what a worker of a
// browser has. workerData: the folder of the program, and how many threads it should have.
'use strict';

const fs = require('fs');
const path = require('path');
const {parentPort, workerData} = require('worker_threads');
const vm = require('vm');

const {folder, threads, lacks} = workerData;
const place = (name) => path.join(folder, path.basename(String(name)));

globalThis.self = globalThis;
globalThis.location = {href: `file://${folder}/engine_worker.js`, search: `?threads=${threads}`};
globalThis.crossOriginIsolated = true;
globalThis.postMessage = (message) => parentPort.postMessage(message);
globalThis.fetch = async (address) => (fs.existsSync(place(address)) ?
    new Response(fs.readFileSync(place(address)), {headers: {'content-type': 'application/wasm'}}) :
    new Response(null, {status: 404}));
globalThis.importScripts = (address) => {
  const make = require(place(address));
  globalThis.isthmus = (options) => make({
    ...options, printErr: () => {}, locateFile: place, mainScriptUrlOrBlob: place(address),
  });
};
// Node.js gives one port a thousand messages before others get their turn; browsers keep to the order.
globalThis.MessageChannel = class {
  port1 = {};
  port2 = {postMessage: () => setImmediate(() => this.port1.onmessage())};
};
if (lacks) delete globalThis[lacks];

const script = path.join(folder, 'engine_worker.js');
vm.runInThisContext(fs.readFileSync(script, 'utf8'), {filename: script});
parentPort.on('message', (data) => globalThis.onmessage({data}));
