import { signal } from '@preact/signals';
import { EngineLink, type LinkState } from '../engine/link.ts';
import type { GameInfo, GamesAnswer, SettingsAnswer } from '../engine/protocol.ts';
import { findEngine, later } from '../engine/transport.ts';

// The one engine of the page, and what it says of itself.

export const linkState = signal<LinkState>('connecting');
export const games = signal<GameInfo[]>([]);
export const settings = signal<SettingsAnswer | null>(null);

// It may be asked from the first: what is asked waits until it is found.
export const engine = new EngineLink(
  later(findEngine()),
  (state) => (linkState.value = state),
);

// What it has to offer: games, and settings.
export async function askWhatThereIs(): Promise<void> {
  const [settingsAnswer, gamesAnswer] = await Promise.all([
    engine.ask<SettingsAnswer>({ action: 'query_settings' }),
    engine.ask<GamesAnswer>({ action: 'query_games' }),
  ]);
  settings.value = settingsAnswer;
  games.value = gamesAnswer.games;
}

export const gameInfo = (name: string): GameInfo | undefined =>
  games.value.find((game) => game.name === name);
