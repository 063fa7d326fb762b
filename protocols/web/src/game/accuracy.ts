import type { Player, ReviewedTurn } from '../engine/protocol.ts';

// How well each player played, from 0 to 1: the mean over their moves of e to the -4.35 times what
// the move lost, so that a loss of 10% counts as two thirds, and one of 50% as a tenth.
const STEEPNESS = 4.35;

export interface Accuracy {
  share: number;
  signs: Record<string, number>; // how many mistakes of each kind
}

export function accuracyOf(turns: readonly ReviewedTurn[], player: Player): Accuracy | null {
  const own = turns.filter((turn) => turn.player === player);
  if (own.length === 0) return null;
  const signs: Record<string, number> = { '?!': 0, '?': 0, '??': 0 };
  for (const { sign } of own) if (sign !== '') signs[sign] = (signs[sign] ?? 0) + 1;
  const sum = own.reduce((sum, { loss }) => sum + Math.exp(-STEEPNESS * loss), 0);
  return { share: sum / own.length, signs };
}
