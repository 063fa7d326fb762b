import type { Player, Proof } from './engine/protocol.ts';

// How things are called on the page.

export const playerName = (player: Player): string => (player === 'B' ? 'Black' : 'White');

export const percent = (share: number): string => `${Math.round(100 * share)}%`;

export const exactPercent = (share: number): string => `${(100 * share).toFixed(1)}%`;

export const count = (number: number): string => number.toLocaleString('en');

// "12.4 k" where there is little room.
export function shortCount(number: number): string {
  if (number < 10_000) return count(number);
  return number < 1e6 ? `${(number / 1e3).toFixed(1)} k` : `${(number / 1e6).toFixed(1)} M`;
}

const PROVEN: Record<Proof, string> = { win: '✓', loss: '✗', draw: '=' };

// What stands on a cell: a win rate in percent, or a sign where it is proven.
export const rate = ({ winrate, proof }: { winrate: number; proof?: Proof | null }): string =>
  proof ? PROVEN[proof] : String(Math.round(100 * winrate));

export const provenText: Record<Proof, string> = {
  win: 'proven win',
  loss: 'proven loss',
  draw: 'proven draw',
};

export const moveName = (move: string): string =>
  ({ 'swap-pieces': 'swap', 'swap-sides': 'swap', pass: 'pass' })[move] ?? move;

// "1 position", "2 positions".
export const plural = (number: number, noun: string): string =>
  `${count(number)} ${noun}${number === 1 ? '' : 's'}`;

// How far something is that goes on; its end is not known at first.
export const progress = (done: number, of: number): string =>
  of === 0 ? 'beginning …' : `${count(done)} of ${count(of)}`;

// What the engine's settings are for, where its own words are for those who know how it works.
export const settingText: Record<string, [title: string, help: string]> = {
  time: ['Seconds a move', '0: no limit'],
  visits: ['Positions looked at for a move', '0: no limit'],
};

// What an error says, without the engine's name of the field in front of it.
export const plainError = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replace(/^'moves\/(\d+)': /, (_, turn) => `Turn ${Number(turn) + 1}: `)
    .replace(/^'text': /, '');
