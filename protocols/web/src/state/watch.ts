import { effect, signal } from '@preact/signals';
import { EngineError } from '../engine/link.ts';
import type { BoardAnswer, SelfplayAnswer, TournamentAnswer } from '../engine/protocol.ts';
import { engine } from './engine.ts';
import { mode } from './mode.ts';

// A tournament or games of an engine with itself that the server watches, asked for again and again
// while one looks.

export const watched = signal<TournamentAnswer | SelfplayAnswer | null>(null);
export const boards = signal<ReadonlyMap<string, BoardAnswer>>(new Map());
// Why there is nothing to see.
export const nothingToWatch = signal('');

const PAUSE = 2000; // milliseconds between questions

export const boardKey = (of: { game: string; boardXSize: number; boardYSize: number }): string =>
  `${of.game} ${of.boardXSize} ${of.boardYSize}`;

// The boards of the games that are shown, each kind once.
async function askBoards(answer: TournamentAnswer | SelfplayAnswer): Promise<void> {
  for (const { game: file } of answer.games) {
    const key = boardKey(file);
    if (boards.value.has(key)) continue;
    const { game, boardXSize, boardYSize } = file;
    const board = await engine.ask<BoardAnswer>({
      action: 'query_board',
      game,
      boardXSize,
      boardYSize,
    });
    boards.value = new Map(boards.value).set(key, board);
  }
}

async function look(): Promise<void> {
  try {
    const answer = await engine.ask<TournamentAnswer | SelfplayAnswer>({
      action: 'query_tournament',
    });
    await askBoards(answer);
    watched.value = answer;
    nothingToWatch.value = '';
  } catch (error) {
    // A server that watches nothing does not know the action.
    const isUnknown = error instanceof EngineError && error.field === 'action';
    nothingToWatch.value = isUnknown
      ? 'This server watches no folder: start it with --watch DIR, where isthmus tournament or isthmus selfplay writes its games.'
      : (error as Error).message;
  }
}

export function startWatching(): void {
  effect(() => {
    if (mode.value !== 'watch') return;
    void look();
    const timer = setInterval(() => void look(), PAUSE);
    return () => clearInterval(timer);
  });
}
