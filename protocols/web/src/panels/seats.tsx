import type { Player } from '../engine/protocol.ts';
import { running, secondsLeft } from '../state/clock.ts';
import { dialog } from '../state/dialog.ts';
import { tree } from '../state/edits.ts';
import { mode } from '../state/mode.ts';
import { nameOf } from '../state/opponent.ts';
import { texts } from '../texts.ts';
import { clockText, resultText } from '../words.ts';

// Who plays, with what time each has left, and how the game ended. A click opens what is said of
// the game.
export function Seats() {
  const { blackName, whiteName, result } = tree.value;
  if (mode.value !== 'play' && blackName === '' && whiteName === '' && result === '') return null;
  return (
    <button
      class="seats"
      title={texts.seats.title}
      onClick={({ detail }) => {
        // The second of two quick clicks was meant for what stood here at the first.
        if (detail < 2) dialog.value = 'about';
      }}
    >
      <Seat player="B" />
      {result !== '' && <span class="result">{resultText(result)}</span>}
      <Seat player="W" />
    </button>
  );
}

const LITTLE_TIME = 20; // seconds

function Seat({ player }: { player: Player }) {
  const left = secondsLeft(player);
  const isShort = left !== null && left < LITTLE_TIME;
  return (
    <span class={`seat ${running.value === player ? 'running' : ''}`}>
      <i class={`turn ${player === 'B' ? 'black' : 'white'}`} aria-hidden="true" />
      <span class="name">{nameOf(player)}</span>
      {left !== null && <time class={isShort ? 'bad' : ''}>{clockText(left)}</time>}
    </span>
  );
}
