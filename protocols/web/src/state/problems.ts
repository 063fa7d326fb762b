import { signal } from '@preact/signals';
import type { GameTree, PositionAnswer } from '../engine/protocol.ts';
import { fromGameFile } from '../game/game_file.ts';
import { engine } from './engine.ts';
import { show } from './address.ts';
import { tree } from './edits.ts';
import { positionQuery, report } from './game.ts';
import { ask } from './quiz.ts';

// Positions in which one move alone wins: of a file, each with its game, or of the game on the board.
export interface Problem {
  title: string;
  answer: string;
  line: string[];
  game?: GameTree; // the position stands at its end
  node?: number; // of the game on the board
}

export const problems = signal<Problem[]>([]);

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
      played: null,
      next: index + 1 < from.length ? () => void openProblem(index + 1, from) : undefined,
    });
  } catch (error) {
    report(error);
  }
}

// The answers of a file of problems, by line; nothing where a text is something else.
export function answersIn(text: string): { title: string; answer: string }[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  try {
    const all = lines.map((line) => JSON.parse(line) as { id?: unknown; answer?: unknown });
    if (all.length === 0 || !all.every(({ answer }) => typeof answer === 'string')) return null;
    return all.map(({ id, answer }, i) => ({
      title: typeof id === 'string' && id !== '' ? id : `Problem ${i + 1}`,
      answer: answer as string,
    }));
  } catch {
    return null;
  }
}
