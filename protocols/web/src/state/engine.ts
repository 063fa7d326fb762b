import { signal } from '@preact/signals';
import { EngineLink, type LinkState } from '../engine/link.ts';
import type { GameInfo, SettingsAnswer } from '../engine/protocol.ts';
import { findEngine } from '../engine/transport.ts';

// The one engine of the page, and what it says of itself.

export const linkState = signal<LinkState>('connecting');
export const games = signal<GameInfo[]>([]);
export const settings = signal<SettingsAnswer | null>(null);

export let engine: EngineLink;

export async function startEngine(): Promise<void> {
  engine = new EngineLink(await findEngine(), (state) => (linkState.value = state));
  void engine
    .ask<SettingsAnswer>({ action: 'query_settings' })
    .then((answer) => (settings.value = answer));
  games.value = (await engine.ask<{ games: GameInfo[] }>({ action: 'query_games' })).games;
}

export const gameInfo = (name: string): GameInfo | undefined =>
  games.value.find((game) => game.name === name);
