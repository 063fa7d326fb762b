import { effect, signal } from '@preact/signals';
import type { GameTree, PositionAnswer, ReadGamesAnswer } from '../engine/protocol.ts';
import { fromGameFile } from '../game/game_file.ts';
import { texts } from '../texts.ts';
import { engine } from './engine.ts';
import { show } from './address.ts';
import { tree } from './edits.ts';
import { positionQuery, report } from './game.ts';
import { mode } from './mode.ts';
import { ask } from './quiz.ts';
import { markSolved, problemKey, solved } from './solved.ts';

// Positions in which one move alone wins: of a file, each with its game, or of the game on the board.
export interface Problem {
  title: string;
  answer: string;
  line: string[];
  grade: number | null; // how hard it is, from 1 on
  game?: GameTree; // the position stands at its end
  node?: number; // of the game on the board
}

// By how hard they are, those without a grade last.
export const problems = signal<Problem[]>([]);

export const isSolved = ({ game }: Problem): boolean =>
  game !== undefined && solved.value.has(problemKey(game));

// The easiest that was not solved yet; where all were, the easiest.
export const openEasiest = (): Promise<void> =>
  openProblem(
    Math.max(
      0,
      problems.value.findIndex((problem) => !isSolved(problem)),
    ),
  );

export async function openProblem(
  index: number,
  from: readonly Problem[] = problems.value,
): Promise<void> {
  const problem = from[index]!;
  if (problem.game) show(fromGameFile(problem.game));
  const node = problem.node ?? tree.value.current;
  try {
    // The engine knows who is to move.
    const { currentPlayer } = await engine.ask<PositionAnswer>({
      action: 'query_position',
      ...positionQuery(tree.value, node),
    });
    ask({
      title: problem.title,
      node,
      player: currentPlayer,
      best: problem.answer,
      bestWins: 1,
      isOnlyMove: true,
      line: problem.line,
      onSolved: () => problem.game && markSolved(problemKey(problem.game)),
      played: null,
      next: index + 1 < from.length ? () => void openProblem(index + 1, from) : undefined,
    });
  } catch (error) {
    report(error);
  }
}

interface Line {
  id?: unknown;
  answer?: unknown;
  grade?: unknown;
}

// What a file of problems says of each, by line; nothing where a text is something else.
function answersIn(text: string): { title: string; answer: string; grade: number | null }[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  try {
    const all = lines.map((line) => JSON.parse(line) as Line);
    if (all.length === 0 || !all.every(({ answer }) => typeof answer === 'string')) return null;
    return all.map(({ id, answer, grade }, i) => ({
      title: typeof id === 'string' && id !== '' ? id : texts.problems.unnamed(i + 1),
      answer: answer as string,
      grade: typeof grade === 'number' ? grade : null,
    }));
  } catch {
    return null;
  }
}

const KEY = 'isthmus.problems';

// Takes a text for a file of problems, whose positions these games end in, and keeps it in this
// browser. Returns whether it is one.
export function takeProblems(text: string, games: readonly GameTree[]): boolean {
  const answers = answersIn(text);
  if (answers?.length !== games.length) return false;
  problems.value = answers
    .map((row, i) => ({ ...row, line: [row.answer], game: games[i]! }))
    .sort((a, b) => (a.grade ?? Infinity) - (b.grade ?? Infinity) || 0);
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // Without storage they are there until the page is left.
  }
  return true;
}

// The problems that were there last.
async function bringBack(): Promise<void> {
  try {
    const text = localStorage.getItem(KEY);
    if (text === null) return;
    const { games } = await engine.ask<ReadGamesAnswer>({ action: 'read_games', text });
    takeProblems(text, games);
  } catch (error) {
    report(error);
  }
}

export function startProblems(): void {
  effect(() => {
    if (mode.value === 'learn' && problems.peek().length === 0) void bringBack();
  });
}
