import { computed, signal } from '@preact/signals';
import type { Following } from '../engine/link.ts';
import type { ReviewAnswer, ReviewTurn } from '../engine/protocol.ts';
import { line } from '../game/tree.ts';
import { announce } from './announcer.ts';
import { engine } from './engine.ts';
import { positionQuery, report, tree } from './game.ts';

// The review of the line that the board stands in: what each of its moves lost, and what was better.

interface Review {
  nodes: readonly number[]; // of the tree: the first position, then one a turn
  done: number;
  of: number;
  answer: ReviewAnswer | null; // none until it has ended
}

const latest = signal<Review | null>(null);
let following: Following | null = null;

// The review, for as long as the game has the line that it is of.
export const review = computed(() => {
  const { nodes } = latest.value ?? { nodes: [] };
  const now = line(tree.value);
  return nodes.every((node, i) => now[i] === node) ? latest.value : null;
});

export interface Mistake extends ReviewTurn {
  node: number; // the position before the move
  played: number; // and after it
  number: number; // of the turn, from 1 on
}

// Worst first.
export const mistakes = computed<Mistake[]>(() => {
  const { answer, nodes } = review.value ?? {};
  return (answer?.turns ?? [])
    .map((turn, i) => ({ ...turn, node: nodes![i]!, played: nodes![i + 1]!, number: i + 1 }))
    .filter((turn) => turn.sign !== '')
    .sort((a, b) => b.loss - a.loss);
});

export const isReviewing = computed(() => review.value !== null && review.value.answer === null);

export function startReview(visits: number): void {
  following?.drop();
  const nodes = line(tree.value);
  latest.value = { nodes, done: 0, of: nodes.length, answer: null };
  following = engine.follow<ReviewAnswer & { done?: number; of?: number }>(
    { action: 'review', ...positionQuery(tree.value, nodes.at(-1)!), maxVisits: visits },
    (answer, isFinal) => {
      if (isFinal) {
        latest.value = { nodes, done: 1, of: 1, answer };
        announce(`The review is ready: ${mistakes.value.length} mistakes.`);
      } else {
        latest.value = { nodes, done: answer.done ?? 0, of: answer.of ?? nodes.length, answer: null };
      }
    },
    (error) => {
      latest.value = null;
      report(error);
    },
  );
}

export const finishReview = (): void => following?.finish();

export function forgetReview(): void {
  following?.drop();
  latest.value = null;
}
