import { effect, signal } from '@preact/signals';
import { EngineError } from '../engine/link.ts';
import type { NothingYetAnswer, SelfplayAnswer, TournamentAnswer } from '../engine/protocol.ts';
import { texts } from '../texts.ts';
import { askBoard } from './boards.ts';
import { engine } from './engine.ts';
import { mode } from './mode.ts';

// A tournament or games of an engine with itself that the server watches, asked for again and again
// while one looks.

export const watched = signal<TournamentAnswer | SelfplayAnswer | null>(null);
// Why there is nothing to see.
export const nothingToWatch = signal('');

const PAUSE = 2000; // milliseconds between questions

async function look(): Promise<void> {
  try {
    const answer = await engine.ask<TournamentAnswer | SelfplayAnswer | NothingYetAnswer>({
      action: 'query_tournament',
    });
    if (answer.kind === 'nothing') {
      nothingToWatch.value = texts.watch.nothingYet;
      return;
    }
    await Promise.all(answer.games.map(({ game }) => askBoard(game)));
    watched.value = answer;
    nothingToWatch.value = '';
  } catch (error) {
    // A server that watches nothing does not know the action.
    const isUnknown = error instanceof EngineError && error.field === 'action';
    nothingToWatch.value = isUnknown ? texts.trouble.watchesNothing : (error as Error).message;
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
