// Holds the engine as WebAssembly to the program of this machine: wasm_check.mjs PROGRAM FOLDER,
// where FOLDER is what tools/scripts/web_folder.sh makes. The program computes with SSE4_INT16, which,
// as WebAssembly, rounds after each operation.

import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {cpSync, mkdtempSync, rmSync, truncateSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';
import {Worker} from 'node:worker_threads';

const [program, folder] = process.argv.slice(2);
const workerFile = fileURLToPath(new URL('worker_in_node.cjs', import.meta.url));

// An engine that is asked by lines.
class Engine {
  constructor(threads, {from = folder, lacks} = {}) {
    this.answers = [];
    this.worker = new Worker(workerFile, {workerData: {folder: path.resolve(from), threads, lacks}});
    this.failed = new Promise((_, reject) => this.worker.on('error', reject));
    this.failed.catch(() => {});
    this.worker.on('message', (line) => {
      assert(!line.includes('\n'));
      this.answers.push(JSON.parse(line));
      this.onAnswer?.();
    });
  }
  ask(line) {
    this.worker.postMessage(typeof line === 'string' ? line : JSON.stringify(line));
  }
  // Waits until the answers are as is said; a test that never comes to that ends by its time limit.
  async until(isSo) {
    const waited = new Promise((resolve) => {
      this.onAnswer = () => isSo(this.answers) && resolve();
      this.onAnswer();
    });
    await Promise.race([waited, this.failed]);
    return this.answers;
  }
  async final(id) {
    const isFinal = (answer) => answer.id === id && (answer.isDuringSearch === false || answer.error);
    return (await this.until((answers) => answers.some(isFinal))).find(isFinal);
  }
  close() {
    return this.worker.terminate();
  }
}

const hex = {size: 11, moves: [['B', 'f6'], ['W', 'g5']], maxVisits: 40};
const small = {maxVisits: 30, includePolicy: true, includeOwnership: true};
const queries = Object.entries({
  net: {...hex, includePolicy: true, includeOwnership: true},
  turns: {...hex, analyzeTurns: [0, 1, 2], maxVisits: 15},
  wide: {size: 17, maxVisits: 4, includePolicy: true},
  wide_side: {game: 'havannah', size: 7, maxVisits: 4, includePolicy: true},
  own_size: {game: 'havannah', maxVisits: 4, includePolicy: true},
  seen_both_ways: {...hex, size: 9, overrideSettings: {'half-turn': true}, maxVisits: 10},
  first_of_swap: {size: 5, rules: 'swap-pieces', maxVisits: 20},
  oblong: {boardXSize: 6, boardYSize: 4, maxVisits: 30},
  level: {size: 7, overrideSettings: {level: 5}},
  rex: {...small, game: 'rex', size: 5},
  y: {...small, game: 'y', size: 6},
  havannah: {...small, game: 'havannah', size: 4, moves: [['W', 'd4']], initialPlayer: 'W'},
  gonnect: {...small, game: 'gonnect', size: 7, moves: [['B', 'd4'], ['W', 'c3']]},
  proven: {size: 3, maxVisits: 100},
  finished: {size: 1, moves: [['B', 'a1']]},
  wrong_cell: {size: 5, moves: [['B', 'z9']]},
  too_much: {size: 5, overrideSettings: {fills: 1e9}},
  games: {action: 'query_games'},
  board: {action: 'query_board', game: 'havannah', size: 4},
  board_of_wide_net: {action: 'query_board', size: 17},
  board_without_net: {action: 'query_board', game: 'gonnect-repetition-loses', size: 5},
  position: {action: 'query_position', size: 11, moves: hex.moves},
  read: {action: 'read_games', text: 'https://hexworld.org/board/#11nc1,b4:sh4'},
  write: {action: 'write_game', format: 'svg', turn: 2,
          game: {game: 'hex', boardXSize: 5, boardYSize: 5, moves: [['B', 'c3'], ['W', 'd2']]}},
  refused: {action: 'write_game', format: 'crayon', game: {game: 'hex', moves: []}},
  review: {action: 'review', size: 5, moves: [['B', 'c3'], ['W', 'a1'], ['B', 'd2']], maxVisits: 20},
  openings: {action: 'openings', size: 9, maxVisits: 2},
  solve: {action: 'solve', size: 4, moves: [['B', 'b3']]},
}).map(([id, query]) => ({id, ...query}));

// Without the time it took, by id and turn; of actions that are long only what they come to.
function comparable(answers) {
  return answers
      .filter(({isDuringSearch}) => isDuringSearch !== true)
      .map((answer) => ({...answer, seconds: 0, rootInfo: {...answer.rootInfo, seconds: 0}}))
      .sort((a, b) => `${a.id} ${a.turnNumber}`.localeCompare(`${b.id} ${b.turnNumber}`));
}

// Numbers may differ by one in the last digit that is written: the two C libraries do not round all
// functions alike.
function assertAlike(actual, wanted, place = '') {
  if (typeof actual === 'number' && typeof wanted === 'number') {
    assert(actual === wanted || (!Number.isInteger(actual * wanted) && Math.abs(actual - wanted) < 1.5e-4),
           `${place} is ${actual}, not ${wanted}`);
  } else if (actual instanceof Object && wanted instanceof Object) {
    assert.deepEqual(Object.keys(actual), Object.keys(wanted), place);
    for (const key of Object.keys(wanted)) assertAlike(actual[key], wanted[key], `${place}/${key}`);
  } else {
    assert.equal(actual, wanted, place);
  }
}

const expected = execFileSync(
    program, ['analyze', '--stream', '--threads', '1', '--instructions', 'SSE4_INT16'],
    {input: queries.map((query) => JSON.stringify(query)).join('\n'), encoding: 'utf8',
     stdio: ['pipe', 'pipe', 'ignore']})
    .trim().split('\n').map((line) => JSON.parse(line));

for (const threads of [0, 1, 2]) {
  test(`${threads} threads answer as the program does`, {timeout: 300_000}, async (t) => {
    assert.equal(comparable(expected).length, queries.length + 2);
    const judge = (wanted) => expected.find(({id}) => id === wanted).evaluator;
    assert.match(judge('board'), /^net, \d+ blocks of \d+ channels$/);
    assert.match(judge('board_of_wide_net'), /^wide net, \d+ blocks of \d+ channels$/);
    assert.deepEqual(expected.filter(({error}) => error).map(({id}) => id).sort(),
                     ['refused', 'too_much', 'wrong_cell']);
    const engine = new Engine(threads);
    t.after(() => engine.close());
    for (const query of queries) engine.ask(query);
    const answers = await engine.until(
        (some) => comparable(some).length >= comparable(expected).length);
    assertAlike(comparable(answers), comparable(expected));
  });

  test(`${threads} threads report, listen and stop`, {timeout: 300_000}, async (t) => {
    const engine = new Engine(threads);
    t.after(() => engine.close());
    engine.ask({...hex, id: 'long', maxVisits: 1e6, reportDuringSearchEvery: 0.05});
    await engine.until((answers) => answers.filter(({isDuringSearch}) => isDuringSearch).length > 2);
    engine.ask({id: 'v', action: 'query_version'});
    engine.ask({id: 's', action: 'query_settings'});
    engine.ask('no JSON');
    engine.ask({...hex, id: 'memory', overrideSettings: {memory: 100_000}});
    engine.ask({id: 'x', action: 'terminate', terminateId: 'long'});
    const long = await engine.final('long');
    assert(long.rootInfo.visits > 2 && long.rootInfo.visits < 1e6);
    assert.match(engine.answers.find(({id}) => id === 'v').version, /^\d+\.\d+\.\d+$/);
    const settings = ({id}) => id === 's';
    const about = (await engine.until((some) => some.some(settings))).find(settings).engine;
    assert.deepEqual([about.threads, about.instructions, about.backend], [threads, 'WASM_INT16', 'cpu']);
    assert.deepEqual([about.evaluators.hex, about.evaluators.havannah], ['net', 'wide net']);
    assert.match(engine.answers.find(({error}) => error?.startsWith('not JSON')).error, /line 1/);
    assert.equal((await engine.final('memory')).field, 'overrideSettings/memory');
  });
}

test('a long search on a large board has memory enough', {timeout: 600_000}, async (t) => {
  const engine = new Engine(0);
  t.after(() => engine.close());
  engine.ask({id: 'y', game: 'y', size: 19, maxVisits: 1000, overrideSettings: {fills: 512}});
  const answer = await engine.final('y');
  assert.equal(answer.error, undefined);
  assert.equal(answer.rootInfo.visits, 1000);
});

test('what is missing is said in a line', {timeout: 300_000}, async (t) => {
  const copy = mkdtempSync(path.join(tmpdir(), 'isthmus-wasm-'));
  try {
    cpSync(folder, copy, {recursive: true});
    rmSync(path.join(copy, 'hex-wide.net'));
    const narrow = new Engine(0, {from: copy});
    t.after(() => narrow.close());
    narrow.ask({...hex, id: 'a'});
    narrow.ask({...hex, id: 'b', size: 17});
    assert.equal((await narrow.final('a')).rootInfo.visits, hex.maxVisits);
    assert.equal((await narrow.final('b')).error, 'hex-wide.net cannot be fetched: status 404');
    truncateSync(path.join(copy, 'hex.net'), 5000);
    const damaged = new Engine(0, {from: copy});
    t.after(() => damaged.close());
    damaged.ask({...hex, id: 'a'});
    assert.match((await damaged.final('a')).error, /^hex.net is no net: .*not whole/);
    rmSync(path.join(copy, 'hex.net'));
    const netless = new Engine(0, {from: copy});
    t.after(() => netless.close());
    netless.ask({...hex, id: 'a'});
    assert.equal((await netless.final('a')).error, 'hex.net cannot be fetched: status 404');
  } finally {
    rmSync(copy, {recursive: true});
  }
  const old = new Engine(0, {lacks: 'WebAssembly'});
  t.after(() => old.close());
  old.ask({...hex, id: 'a'});
  assert.match((await old.final('a')).error, /^this browser is too old for the engine/);
});
