import { effect } from '@preact/signals';
import { texts } from '../texts.ts';
import { playerName, turnText } from '../words.ts';
import { announce } from './announcer.ts';
import { tree } from './edits.ts';
import { position } from './game.ts';

// Says what happened in a position: the last move, and whose turn it is or who has won.
function comment(): string {
  const { nodes, current } = tree.value;
  const { winner, currentPlayer } = position.value!;
  const move = nodes[current]!.move;
  const event = move ? `${turnText(move)}.` : texts.spoken.start;
  if (!winner) return `${event} ${texts.caption.toMove(playerName(currentPlayer))}.`;
  return `${event} ${winner === 'draw' ? texts.caption.draw : texts.caption.won(playerName(winner))}.`;
}

export function startCommentary(): void {
  effect(() => {
    if (position.value) announce(comment());
  });
}
