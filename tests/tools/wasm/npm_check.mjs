// Installs the package for Node.js into an empty folder, without a network, and holds it to the
// program of this machine, which computes with SSE4_INT16: npm_check.mjs PROGRAM FOLDER, where FOLDER is
// what tools/wasm/npm_package.sh has made.

import assert from 'node:assert/strict';
import {execFileSync, spawn, spawnSync} from 'node:child_process';
import {copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {availableParallelism, tmpdir} from 'node:os';
import path from 'node:path';
import {after, test} from 'node:test';
import {fileURLToPath} from 'node:url';

const [program, folder] = process.argv.slice(2);
const examples = fileURLToPath(new URL('../../../tools/examples/', import.meta.url));
const archive = readdirSync(folder).find((name) => /^isthmus-.*\.tgz$/.test(name));

const place = mkdtempSync(path.join(tmpdir(), 'isthmus-npm-'));
after(() => rmSync(place, {recursive: true}));
copyFileSync(path.join(folder, archive), path.join(place, archive));
// With a home of its own, and a registry that does not answer.
const env = {
  ...process.env, HOME: place, npm_config_cache: path.join(place, 'cache'),
  npm_config_registry: 'http://127.0.0.1:9/', npm_config_update_notifier: 'false',
  npm_config_audit: 'false', npm_config_fund: 'false',
};
execFileSync('npm', ['install', '--silent', '--no-save', `./${archive}`], {cwd: place, env});
const installed = path.join(place, 'node_modules', '.bin', 'isthmus');

function run(args, input = '') {
  const {status, stdout, stderr} = spawnSync(installed, args,
                                             {cwd: place, env, input, encoding: 'utf8', timeout: 120_000});
  return {status, stdout, stderr};
}
const ofProgram = (args, input = '') =>
    execFileSync(program, [...args, '--instructions', 'SSE4_INT16'],
                 {input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore']});

// A game to its end, both sides by the engine.
const game = ['boardsize 5', ...Array(16).fill(['genmove b', 'genmove w']).flat(), 'final_score',
              'showboard', 'isthmus-game havannah', 'boardsize 4', 'genmove b', 'nonsense', 'quit'].join('\n');

test('npx plays a game through GTP from the archive, as the program does', () => {
  const args = ['gtp', '--visits', '20', '--threads', '1', '--swap', 'swap-pieces', '--resign', '0'];
  const played = spawnSync('npx', ['--yes', `./${archive}`, ...args],
                           {cwd: place, env, input: game, encoding: 'utf8', timeout: 120_000});
  assert.equal(played.status, 0, played.stderr);
  assert.match(played.stdout, /^= [BW]\+$/m);
  assert.equal(played.stdout, ofProgram(args, game));
});

test('an analysis ends by what comes next, and quit ends it all though the input stays open',
     {timeout: 300_000}, async (t) => {
  const engine = spawn(installed, ['gtp', '--threads', '2'], {cwd: place, env});
  t.after(() => engine.kill());
  let answered = '';
  engine.stdin.write('kata-analyze b 10\n');
  engine.stdout.on('data', (text) => {
    if (!answered.includes('info') && String(text).includes('info')) engine.stdin.write('name\nquit\n');
    answered += text;
  });
  assert.equal(await new Promise((resolve) => engine.on('close', resolve)), 0);
  assert.match(answered, /^=\n(info move .*\n)+\n= Isthmus\n\n= \n\n$/);
});

// How a search of an hour ends once the first answer has been read and no more is read, though the input
// stays open.
const kSearch = ['gtp', '--time', '3600', '--solver-share', '0'];
const kNameAndSearch = 'name\ngenmove b\n';
const kNoReader = /^isthmus: cannot write to standard output: write EPIPE; [^\n]*\n$/;

test('a search ends when the reader of its pipe has gone', {timeout: 300_000}, async (t) => {
  const command = `{ "$@" 2>errors; echo $? >status; } | head -n 1`;
  const shell = spawn('sh', ['-c', command, 'sh', installed, ...kSearch], {cwd: place, env});
  t.after(() => shell.kill());
  shell.stdin.write(kNameAndSearch);
  let answered = '';
  shell.stdout.on('data', (text) => answered += text);
  await new Promise((resolve) => shell.on('close', resolve));
  assert.equal(answered, '= Isthmus\n');
  assert.equal(readFileSync(path.join(place, 'status'), 'utf8'), '1\n');
  assert.match(readFileSync(path.join(place, 'errors'), 'utf8'), kNoReader);
});

test('a search ends when the program that started it reads no more', {timeout: 300_000}, async (t) => {
  const engine = spawn(installed, kSearch, {cwd: place, env});
  t.after(() => engine.kill());
  engine.stdin.write(kNameAndSearch);
  engine.stdout.once('data', () => engine.stdout.destroy());
  let errors = '';
  engine.stderr.on('data', (text) => errors += text);
  assert.equal(await new Promise((resolve) => engine.on('close', resolve)), 1);
  assert.match(errors, kNoReader);
});

test('all cores are used, unless --threads says otherwise', () => {
  const threads = (args) => /^threads = (\d+)/m.exec(run(['gtp', ...args], 'isthmus-param\n').stdout)?.[1];
  assert.equal(threads([]), String(availableParallelism()));
  assert.equal(threads(['--threads=3']), '3');
});

test('games are reviewed, and loaded by GTP, as the program does it', () => {
  const args = ['analyze', 'https://hexworld.org/board/#5,c3b4b3a4d2c2d1', '--visits', '10', '--threads', '1'];
  const moves = (table) => table.split('\n').map((line) => line.split(/\s+/).slice(0, 3).join(' '));
  const reviewed = run(args);
  assert.equal(reviewed.status, 0, reviewed.stderr);
  assert.deepEqual(moves(reviewed.stdout), moves(ofProgram(args)));
  const file = path.join(examples, 'little-golem-1254910.sgf');
  const load = `loadsgf ${file}\nshowboard\nloadsgf none.sgf\n`;
  const loaded = run(['gtp'], load).stdout;
  assert.equal(loaded.split('?')[0], ofProgram(['gtp'], load).split('?')[0]);
  assert.match(loaded, /\? cannot load file: ENOENT/);
});

test('a terminal shows how far a review is and how long it takes, until the next is printed', () => {
  const game = '(;GM[11]SZ[5];B[c3];W[b4];B[c2])';
  writeFileSync(path.join(place, 'two.sgf'), game + game);
  const {status, stdout} = spawnSync('script', ['-qec', `${installed} analyze two.sgf --visits 9`, '/dev/null'],
                                     {cwd: place, env, encoding: 'utf8', timeout: 120_000});
  assert.equal(status, 0, stdout);
  const shown = stdout.split('\r\x1b[K');
  const games = shown.filter((text) => text.startsWith('turn  move'));
  assert.equal(games.length, 2, stdout);
  assert.equal(shown.filter((text) => /^3 searches of \d+$/.test(text)).length, 2);
  assert.equal(shown.filter((text) => /^4 searches of \d+, about \d+ s more$/.test(text)).length, 2);
});

test('files of games may be in Latin-1, JSON may not, as in the program', () => {
  const latin1 = (text) => Buffer.from(text, 'latin1');
  const sgf = latin1('(;GM[11]SZ[5]PB[Jos\xe9]PW[\x80]GN[caf\xe9];B[c3];W[b4])');
  writeFileSync(path.join(place, 'latin1.sgf'), sgf);
  const args = ['--visits', '5', '--threads', '1', '--format', 'sgf'];
  for (const {status, stdout, stderr} of [run(['analyze', 'latin1.sgf', ...args]),
                                          run(['analyze', '-', ...args], sgf)]) {
    assert.equal(status, 0, stderr);
    assert.match(stdout, /PB\[José\]PW\[€\].*GN\[café\]/);
  }
  const query = latin1('{"id": "\xe9", "size": 5, "moves": []}');
  for (const {stdout} of [run(['analyze', '-'], query), run(['analyze', '--stream'], query)]) {
    assert.match(JSON.parse(stdout).error, /^not JSON: .*UTF-8/);
  }
});

test('queries are answered, of a file and of a stream', () => {
  const query = {id: 'a', size: 11, moves: [['B', 'f6']], maxVisits: 30};
  const lines = [query, {...query, id: 'b', maxVisits: 20}].map((each) => JSON.stringify(each)).join('\n');
  const wanted = JSON.parse(ofProgram(['analyze', '-', '--threads', '1'], JSON.stringify(query)));
  writeFileSync(path.join(place, 'queries.jsonl'), `\ufeff${lines}`);  // as Windows marks UTF-8
  for (const {status, stdout} of [run(['analyze', 'queries.jsonl']), run(['analyze', '-'], lines),
                                  run(['analyze', '--stream'], lines)]) {
    assert.equal(status, 0);
    const answers = stdout.trim().split('\n').map((line) => JSON.parse(line));
    assert.deepEqual(answers.map(({id}) => id).sort(), ['a', 'b']);
    const {rootInfo} = answers.find(({id}) => id === 'a');
    assert.equal(rootInfo.visits, wanted.rootInfo.visits);
    assert(Math.abs(rootInfo.winrate - wanted.rootInfo.winrate) < 1.5e-4);
  }
});

test('a stream says what judges positions, also where a user says it', () => {
  const lines = [6, 17].map((size) => JSON.stringify({id: `${size}`, action: 'query_board', size})).join('\n');
  const judges = (...args) => Object.fromEntries(run(['analyze', '--stream', ...args], lines).stdout.trim()
      .split('\n').map((line) => JSON.parse(line)).map(({id, evaluator}) => [id, evaluator]));
  const own = judges();
  assert.match(own[6], /^net, \d+ blocks of \d+ channels$/);
  assert.match(own[17], /^wide net, \d+ blocks of \d+ channels$/);
  assert.deepEqual(judges('--evaluator', 'fills'), {6: 'fills', 17: 'fills'});
  const net = path.join(place, 'node_modules', 'isthmus', 'web', 'hex-wide.net');
  assert.deepEqual(judges('--net', net), {6: own[17].replace('wide ', ''), 17: own[17].replace('wide ', '')});
});

test('errors are reported in one line, by the exit code of bad input', () => {
  for (const [args, message] of [
    [['play'], /there is no command 'play'; there are gtp, analyze, serve/],
    [['gtp', '--vists', '3'], /there is no option '--vists'/],
    [['gtp', '--visits', 'many'], /option '--visits'/],
    [['gtp', '--evaluator', 'fortune'], /option '--evaluator'/],
    [['gtp', '--memory', '4000'], /option '--memory' takes at most 1024/],
    [['gtp', '--game', 'chess'], /options '--game'/],
    [['gtp', '--net', 'none.net'], /the net none.net cannot be read/],
    [['analyze', 'none.sgf'], /cannot read none.sgf/],
    [['analyze', '--stream', 'none.sgf'], /give one FILE/],
    [['analyze', archive], /isthmus-.*tgz, taken for/],
    [['serve', '--port', 'x'], /option '--port'/],
  ]) {
    const {status, stdout, stderr} = run(args);
    assert.equal(status, 2, `${args}: ${stderr}`);
    assert.equal(stdout, '');
    assert.match(stderr, message);
    assert.equal(stderr.trim().split('\n').length, 1, stderr);
  }
  const refused = run(['analyze', '-'], '{"id": "a", "moves": [["B", "z99"]]}');
  assert.deepEqual([refused.status, refused.stderr],
                   [2, 'isthmus: 1 of 1 queries were refused; the answers say why\n']);
});

test('help lists the options with their ranges, and what the command cannot do', () => {
  const {status, stdout} = run(['gtp', '--help']);
  assert.equal(status, 0);
  assert.match(stdout, /--visits X \(=0\) +\S.*/);
  assert.match(stdout, /There are no GPUs, books/);
  assert.match(run(['serve', '--help']).stdout, /nor for PlayHex/);
});

test('the page is served, with the headers that threads need, and nothing beside it', {timeout: 300_000},
     async (t) => {
  const server = spawn(installed, ['serve', '--port', '0'], {cwd: place, env});
  t.after(() => server.kill());
  const [line] = await new Promise((resolve) => server.stdout.once('data', (data) => resolve([String(data)])));
  const address = line.trim().split(' ').at(-1);
  const engine = await fetch(`${address}/engine_worker.js`);
  assert.equal(engine.status, 200);
  assert.equal(engine.headers.get('cross-origin-embedder-policy'), 'require-corp');
  assert.equal(await engine.text(),
               readFileSync(path.join(place, 'node_modules', 'isthmus', 'web', 'engine_worker.js'), 'utf8'));
  assert.equal((await fetch(`${address}/isthmus_threads.wasm`)).headers.get('content-type'), 'application/wasm');
  for (const name of ['/package.json', '/..%2fpackage.json', '/web/', '/%2e%2e/package.json']) {
    assert.equal((await fetch(address + name)).status, 404);
  }
  assert.equal((await fetch(address, {method: 'POST'})).status, 405);
});
