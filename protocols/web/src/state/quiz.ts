import { computed, signal } from '@preact/signals';
import { type AnalysisAnswer, type Player, type Turn, isAnalysis } from '../engine/protocol.ts';
import { texts } from '../texts.ts';
import { moveName, percent } from '../words.ts';
import { announce } from './announcer.ts';
import { engine } from './engine.ts';
import { tree, visit } from './edits.ts';
import { positionQuery, report } from './game.ts';

// One position in which a better move, or the only one that wins, is to be found.
export interface Quiz {
  title: string;
  node: number;
  player: Player;
  best: string;
  bestWins: number; // 1 where it is proven
  isOnlyMove: boolean; // all others lose
  line: string[];
  played: { move: string; wins: number } | null; // in the game
  verdict: string; // of the latest try
  isSolved: boolean;
  // What is to come after it, as for a file of problems.
  next?: () => void;
  onSolved?: () => void; // found, not shown
}

const words = texts.quiz;

export const quiz = signal<Quiz | null>(null);
// Whether the board shows its position.
export const isAsked = computed(() => quiz.value?.node === tree.value.current);

export function ask(next: Omit<Quiz, 'verdict' | 'isSolved'>): void {
  visit(next.node);
  quiz.value = { ...next, verdict: '', isSolved: false };
  announce(next.title);
}

export function leaveQuiz(): void {
  quiz.value = null;
}

function update(of: Quiz, change: Partial<Quiz>): void {
  if (quiz.value?.node !== of.node) return;
  quiz.value = { ...quiz.value, ...change };
  announce(quiz.value.verdict);
}

function solve(now: Quiz, verdict: string): void {
  update(now, { isSolved: true, verdict });
  now.onSolved?.();
}

export const giveUp = (): void => {
  const now = quiz.value;
  if (now) update(now, { isSolved: true, verdict: words.was(moveName(now.best)) });
};

const VISITS = 200; // to judge what was tried

// How often a player wins, by an answer about any position.
function winsOf(player: Player, answer: AnalysisAnswer): number {
  if (isAnalysis(answer)) {
    const { currentPlayer, winrate } = answer.rootInfo;
    return currentPlayer === player ? winrate : 1 - winrate;
  }
  if (!('rootInfo' in answer)) return 0;
  const { winner } = answer.rootInfo;
  return winner === 'draw' ? 0.5 : Number(winner === player);
}

export async function tryMove(move: string): Promise<void> {
  const now = quiz.value;
  if (!now || now.isSolved) return;
  const name = moveName(move);
  if (move === now.best) {
    const isCertain = now.bestWins >= 1;
    return solve(now, isCertain ? words.right(name) : words.rightAt(name, percent(now.bestWins)));
  }
  if (now.isOnlyMove) return update(now, { verdict: words.doesNotWin(name) });
  update(now, { verdict: words.looking(name) });
  const query = positionQuery(tree.value, now.node);
  const moves: Turn[] = [...query.moves, [now.player, move]];
  try {
    const wins = winsOf(
      now.player,
      await engine.ask<AnalysisAnswer>({ ...query, moves, maxVisits: VISITS }),
    );
    const isGood = wins >= now.bestWins - 0.02;
    const isBetter = now.played !== null && wins > now.played.wins;
    update(now, {
      isSolved: isGood,
      verdict: isGood
        ? words.asGood(name, moveName(now.best), percent(wins))
        : isBetter
          ? words.better(name, percent(wins))
          : words.worse(name, percent(wins)),
    });
  } catch (error) {
    report(error);
  }
}
