import { computed } from '@preact/signals';
import type { ReviewAnswer, ReviewedTurn } from '../engine/protocol.ts';
import { line } from '../game/tree.ts';
import { texts } from '../texts.ts';
import { announce } from './announcer.ts';
import { tree } from './edits.ts';
import { positionQuery } from './game.ts';
import { LongAction } from './long_action.ts';

// The review of the line that the board stands in: what each of its moves lost, and what was better.
// Its subject are the nodes of the tree: the first position, then one a turn.

const action = new LongAction<readonly number[], ReviewAnswer>();

// The review, for as long as the game has the line that it is of.
export const review = computed(() => {
  const latest = action.state.value;
  const now = line(tree.value);
  return latest?.subject.every((node, i) => now[i] === node) ? latest : null;
});

// Whether the engine is at work on one, of whatever game.
export const isReviewing = computed(() => action.state.value?.answer === null);

export interface Mistake extends ReviewedTurn {
  node: number; // the position before the move
  played: number; // and after it
  number: number; // of the turn, from 1 on
}

// What the review says of the move that led to a node, and of the position there.
export function reviewedTurn(node: number): ReviewedTurn | undefined {
  const { subject, answer } = review.value ?? {};
  return subject && answer?.turns[subject.indexOf(node) - 1];
}
export function reviewedPosition(node: number): ReviewAnswer['positions'][number] | undefined {
  const { subject, answer } = review.value ?? {};
  return subject && answer?.positions[subject.indexOf(node)];
}

// Worst first.
export const mistakes = computed<Mistake[]>(() => {
  const { answer, subject } = review.value ?? {};
  return (answer?.turns ?? [])
    .map((turn, i) => ({ ...turn, node: subject![i]!, played: subject![i + 1]!, number: i + 1 }))
    .filter((turn) => turn.sign !== '')
    .sort((a, b) => b.loss - a.loss);
});

export function startReview(visits: number): void {
  const nodes = line(tree.value);
  const query = positionQuery(tree.value, nodes.at(-1)!);
  const { assumedRules } = tree.value;
  action.start(
    nodes,
    { action: 'review', ...query, ...(assumedRules && { assumedRules }), maxVisits: visits },
    () => announce(texts.review.ready(mistakes.value.length)),
  );
}

export const finishReview = (): void => action.finish();
export const forgetReview = (): void => action.forget();
