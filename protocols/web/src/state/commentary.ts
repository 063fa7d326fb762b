import { effect } from '@preact/signals';
import { playerName } from '../words.ts';
import { announce } from './announcer.ts';
import { tree } from './edits.ts';
import { position } from './game.ts';

// Says what happened in a position: the last move, and whose turn it is or who has won.
function comment(): string {
  const { nodes, current } = tree.value;
  const { winner, currentPlayer } = position.value!;
  const move = nodes[current]!.move;
  const event = move ? `${playerName(move[0])} played ${move[1]}.` : 'Start of the game.';
  if (!winner) return `${event} ${playerName(currentPlayer)} to move.`;
  return `${event} ${winner === 'draw' ? 'A draw' : `${playerName(winner)} has won`}.`;
}

export function startCommentary(): void {
  effect(() => {
    if (position.value) announce(comment());
  });
}
