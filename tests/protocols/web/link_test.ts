import assert from 'node:assert/strict';
import test from 'node:test';
import { EngineError, EngineLink, type LinkState } from '../../../protocols/web/src/engine/link.ts';
import type { TransportEvents } from '../../../protocols/web/src/engine/transport.ts';

// A transport whose other end the test plays.
class Line {
  sent: { id: string; action?: string; terminateId?: string }[] = [];
  events!: TransportEvents;
  made = 0;
  readonly make = (events: TransportEvents) => {
    this.events = events;
    ++this.made;
    return { send: (line: string) => void this.sent.push(JSON.parse(line)), close: () => {} };
  };
  answer(answer: object) {
    this.events.line(JSON.stringify(answer));
  }
}

test('requests wait for the connection, and answers find who asked', async () => {
  const line = new Line();
  const link = new EngineLink(line.make);
  const a = link.ask<{ value: number }>({ action: 'a' });
  const b = link.ask<{ value: number }>({ action: 'b' });
  assert.equal(line.sent.length, 0);
  line.events.opened();
  const [first, second] = line.sent;
  line.answer({ id: second!.id, value: 2 });
  line.answer({ id: first!.id, value: 1 });
  assert.equal((await a).value, 1);
  assert.equal((await b).value, 2);
});

test('errors come with their field, warnings end no query', async () => {
  const line = new Line();
  const link = new EngineLink(line.make);
  line.events.opened();
  const asked = link.ask({ size: 99 });
  const { id } = line.sent[0]!;
  line.answer({ warning: 'beside', field: 'x', id });
  line.answer({ error: 'too large', field: 'size', id });
  await assert.rejects(
    asked,
    (error: EngineError) => error.field === 'size' && error.message === 'too large',
  );
  line.answer({ id: 'unknown', value: 1 });
});

test('what has no final answer is asked again after a lost connection, and nothing else', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const line = new Line();
  const states: LinkState[] = [];
  const link = new EngineLink(line.make, (state) => states.push(state));
  line.events.opened();
  const reports: [number, boolean][] = [];
  link.follow<{ value: number }>(
    { size: 3 },
    (answer, isFinal) => reports.push([answer.value, isFinal]),
    assert.fail,
  );
  const done = link.ask({ action: 'done' });
  line.answer({ id: line.sent[1]!.id });
  await done;
  line.answer({ id: line.sent[0]!.id, isDuringSearch: true, value: 1 });
  line.events.lost();
  const whileLost = link.ask<{ value: number }>({ action: 'late' });
  assert.equal(line.sent.length, 2);
  context.mock.timers.tick(250);
  assert.equal(line.made, 2);
  line.events.opened();
  assert.deepEqual(
    line.sent.slice(2).map(({ id }) => id),
    [line.sent[0]!.id, line.sent[3]!.id],
  );
  assert.equal(line.sent[3]!.action, 'late');
  line.answer({ id: line.sent[0]!.id, isDuringSearch: false, value: 2 });
  line.answer({ id: line.sent[3]!.id, value: 3 });
  assert.equal((await whileLost).value, 3);
  assert.deepEqual(reports, [
    [1, false],
    [2, true],
  ]);
  assert.deepEqual(states, ['open', 'lost', 'open']);
});

test('what is dropped is terminated and heard of no more; what is finished is', () => {
  const line = new Line();
  const link = new EngineLink(line.make);
  line.events.opened();
  const heard: boolean[] = [];
  const dropped = link.follow({}, () => heard.push(false), assert.fail);
  const finished = link.follow({}, (_, isFinal) => heard.push(isFinal), assert.fail);
  dropped.drop();
  finished.finish();
  const [first, second, ...terminations] = line.sent;
  assert.deepEqual(
    terminations.map(({ action, terminateId }) => [action, terminateId]),
    [
      ['terminate', first!.id],
      ['terminate', second!.id],
    ],
  );
  line.answer({ id: first!.id, isDuringSearch: false });
  line.answer({ id: second!.id, isDuringSearch: false });
  assert.deepEqual(heard, [true]);
});

test('what was about to finish when the connection was lost has no results, and is not asked again', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const line = new Line();
  const link = new EngineLink(line.make);
  line.events.opened();
  const heard: object[] = [];
  const asked = link.follow<object>(
    { action: 'long' },
    (answer) => heard.push(answer),
    assert.fail,
  );
  asked.finish();
  line.events.lost();
  assert.deepEqual(heard, [{ noResults: true }]);
  context.mock.timers.tick(250);
  line.events.opened();
  assert.equal(line.sent.length, 2); // the request, and that it should end
});
