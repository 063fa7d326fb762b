import { signal } from '@preact/signals';
import type { Player, Proof } from './engine/protocol.ts';
import type { Ending } from './game/tree.ts';
import { texts } from './texts.ts';

// How things are called on the page, where that takes more than the table of texts.

// Players are called as their stones look.
export const areRedAndBlue = signal(false);
export const playerName = (player: Player): string =>
  texts.players[areRedAndBlue.value ? 'red-blue' : 'classic'][player];

export const percent = (share: number): string => `${Math.round(100 * share)}%`;

export const exactPercent = (share: number): string => `${(100 * share).toFixed(1)}%`;

// "12.4 k" where there is little room.
export function shortCount(number: number): string {
  if (number < 10_000) return texts.count(number);
  return number < 1e6 ? `${(number / 1e3).toFixed(1)} k` : `${(number / 1e6).toFixed(1)} M`;
}

// "4:07", and near the end "9.3".
export function clockText(seconds: number): string {
  if (seconds < 10) return seconds.toFixed(1);
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

const PROVEN: Record<Proof, string> = { win: '✓', loss: '✗', draw: '=' };

// What stands on a cell: a win rate in percent, or a sign where it is proven.
export const rate = ({ winrate, proof }: { winrate: number; proof?: Proof | null }): string =>
  proof ? PROVEN[proof] : String(Math.round(100 * winrate));

// A result as files have it: B+, W+R, 0, or other text.
export function resultText(result: string): string {
  if (result === '') return texts.result.open;
  if (result === '0') return texts.result.draw;
  const [, winner, how] = /^([BW])\+([RTF]?)$/.exec(result) ?? [];
  return winner
    ? texts.result.won(playerName(winner as Player), texts.result.how[(how ?? '') as Ending | ''])
    : result;
}

export const moveName = (move: string): string => texts.moves[move] ?? move;

// What was done at a turn.
export function turnText([player, move]: readonly [Player, string]): string {
  const name = playerName(player);
  if (move.startsWith('swap')) return texts.caption.swapped(name);
  return move === 'pass' ? texts.caption.passed(name) : texts.caption.played(name, move);
}

// What the engine says of players, who are Black and White to it.
export const inColours = (text: string): string =>
  text.replace(/\b(Black|White)\b/g, (name) => playerName(name === 'Black' ? 'B' : 'W'));

// What an error says, without the engine's name of the field in front of it.
export const plainError = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replace(/^'moves\/(\d+)(?:\/\d+)?': /, (_, turn) => texts.trouble.turn(Number(turn) + 1))
    .replace(/^'(?:text|game|initialStones[/\d]*)': /, '');
