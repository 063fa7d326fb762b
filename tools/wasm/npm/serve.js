// isthmus serve
'use strict';

const fs = require('node:fs');
const http = require('node:http');
const path = require('node:path');

const {BadInput, finish, kWeb} = require('./engine.js');
const {help, parse} = require('./options.js');

const kUsage = `Usage: isthmus serve [--port N]

Serves a page with a board to browsers on this machine, and nothing else: the browser has the engine
itself. It does not answer over HTTP and WebSocket as the program does that is built of the sources,
nor for PlayHex, nor watches tournaments.`;

const kOptions = [{name: 'port', default: '8080', help: 'where it listens on 127.0.0.1; 0: one that is free'}];

const kTypes = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
};

// By these a page may share memory between threads, and loads nothing of others.
const kHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

function respond(files, request, response) {
  const {pathname} = new URL(request.url, 'http://localhost');
  const name = pathname === '/' ? 'index.html' : pathname.slice(1);
  const isKnown = files.has(name);
  const status = request.method !== 'GET' && request.method !== 'HEAD' ? 405 : isKnown ? 200 : 404;
  if (status !== 200) {
    response.writeHead(status, {...kHeaders, 'Content-Type': 'text/plain'}).end(`${status}\n`);
    return;
  }
  const body = fs.readFileSync(path.join(kWeb, name));
  response.writeHead(status, {
    ...kHeaders,
    'Content-Type': kTypes[path.extname(name)] ?? 'application/octet-stream',
    'Content-Length': body.length,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

async function serve(args) {
  if (args.includes('--help')) return help(kUsage, kOptions);
  const {values: {port}, rest} = parse(args, kOptions);
  if (rest.length > 0) throw new BadInput(`isthmus serve takes no '${rest[0]}'`);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) {
    throw new BadInput(`option '--port' takes a number from 0 to 65535, not '${port}'`);
  }
  const files = new Set(fs.readdirSync(kWeb));
  const server = http.createServer((request, response) => {
    try {
      respond(files, request, response);
    } catch {
      response.destroy();  // an address that is none
    }
  });
  server.on('error', (error) => finish(1, `cannot listen on port ${port}: ${error.message}`));
  server.listen(Number(port), '127.0.0.1', () => {
    process.stdout.write(`isthmus: listening on http://127.0.0.1:${server.address().port}\n`);
  });
}

module.exports = {serve};
