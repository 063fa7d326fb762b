import { batch, computed, signal } from '@preact/signals';
import type { ReviewAnswer, ReviewedTurn, Setup, Turn } from '../engine/protocol.ts';
import type { KeptReview } from '../game/shelf.ts';
import { type Tree, line, turnsTo } from '../game/tree.ts';
import { texts } from '../texts.ts';
import { announce } from './announcer.ts';
import { touch, tree } from './edits.ts';
import { positionQuery } from './game.ts';
import { LongAction } from './long_action.ts';

// The review of the line that the board stands in: what each of its moves lost, and what was better.
// Lines are distinguished by their moves, as a game that is read back has other nodes.

interface Line {
  setup: Setup;
  turns: Turn[];
}
type Done = Line & KeptReview;

const action = new LongAction<Line, ReviewAnswer>();

const MOST_DONE = 20;
// Those that were made or brought back, the latest first.
const done = signal<readonly Done[]>([]);

const isSame = (a: Line, b: Line): boolean =>
  JSON.stringify([a.setup, a.turns]) === JSON.stringify([b.setup, b.turns]);

// The nodes of a line, the first position and then one a turn, where a tree stands in it.
function nodesOf(subject: Line, tree: Tree): number[] | null {
  const nodes = line(tree).slice(0, subject.turns.length + 1);
  const here = { setup: tree.setup, turns: turnsTo(tree, nodes.at(-1)!) };
  return isSame(here, subject) ? nodes : null;
}

// One that is complete, of the line that the board stands in, and the nodes of that.
const doneHere = computed(() => {
  for (const one of done.value) {
    const nodes = nodesOf(one, tree.value);
    if (nodes) return { one, nodes };
  }
  return null;
});

// The review, for as long as the game has the line that it is of.
export const review = computed(() => {
  const now = action.state.value;
  const running = now && nodesOf(now.subject, tree.value);
  if (running) return { ...now, nodes: running };
  if (!doneHere.value) return null;
  const { one, nodes } = doneHere.value;
  return { answer: one.answer, nodes, done: 1, of: 1, secondsLeft: 0 };
});

// What is kept of it with the game.
export const reviewToKeep = computed<KeptReview | undefined>(() => {
  if (!doneHere.value) return undefined;
  const { turns, answer } = doneHere.value.one;
  return { turns, answer };
});

function add(one: Done): void {
  const others = done.value.filter((other) => !isSame(other, one));
  done.value = [one, ...others].slice(0, MOST_DONE);
}

export const bringBack = ({ setup }: Tree, { turns, answer }: KeptReview): void =>
  add({ setup, turns, answer });

// Whether the engine is at work on one, of whatever game.
export const isReviewing = computed(() => action.state.value !== null);

export interface Mistake extends ReviewedTurn {
  node: number; // the position before the move
  played: number; // and after it
  number: number; // of the turn, from 1 on
}

// What the review says of the move that led to a node, and of the position there.
export function reviewedTurn(node: number): ReviewedTurn | undefined {
  const { nodes, answer } = review.value ?? {};
  return nodes && answer?.turns[nodes.indexOf(node) - 1];
}
export function reviewedPosition(node: number): ReviewAnswer['positions'][number] | undefined {
  const { nodes, answer } = review.value ?? {};
  return nodes && answer?.positions[nodes.indexOf(node)];
}

// Worst first.
export const mistakes = computed<Mistake[]>(() => {
  const { answer, nodes } = review.value ?? {};
  return (answer?.turns ?? [])
    .map((turn, i) => ({ ...turn, node: nodes![i]!, played: nodes![i + 1]!, number: i + 1 }))
    .filter((turn) => turn.sign !== '')
    .sort((a, b) => b.loss - a.loss);
});

export function startReview(visits: number): void {
  const of = tree.value;
  const { setup, assumedRules } = of;
  const query = positionQuery(of, line(of).at(-1)!);
  const subject = { setup, turns: query.moves };
  action.start(
    subject,
    { action: 'review', ...query, ...(assumedRules && { assumedRules }), maxVisits: visits },
    (answer) => {
      touch(of); // it is worth keeping
      batch(() => {
        action.state.value = null;
        add({ ...subject, answer });
      });
      announce(texts.review.ready(mistakes.value.length));
    },
  );
}

export const finishReview = (): void => action.finish();
export function forgetReview(): void {
  const forgotten = doneHere.value?.one;
  done.value = done.value.filter((one) => one !== forgotten);
}
