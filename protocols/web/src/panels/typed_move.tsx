import { useState } from 'preact/hooks';
import { middle } from '../board/cursor.ts';
import { announce } from '../state/announcer.ts';
import { board, position, whenKnown } from '../state/game.ts';
import { isEnginesTurn, playMove } from '../state/opponent.ts';
import { texts } from '../texts.ts';

// A move by its name, for those who would rather type.
export function TypedMove() {
  const [problem, setProblem] = useState('');
  const example = board.value?.cells[middle(board.value)]?.name;
  return (
    <form
      class="typed"
      onSubmit={(event) => {
        event.preventDefault();
        const input = event.currentTarget.elements.namedItem('move') as HTMLInputElement;
        const text = input.value.trim().toLowerCase();
        whenKnown(() => {
          const swap = position.value?.legalMoves.find((move) => move.startsWith('swap'));
          const move = text === 'swap' && swap ? swap : text;
          const isLegal = position.value?.legalMoves.includes(move) ?? false;
          if (playMove(move)) {
            input.value = '';
            setProblem('');
          } else if (isEnginesTurn.value) {
            setProblem('');
          } else if (!isLegal) {
            setProblem(texts.movesCard.noMove(text));
            announce(texts.movesCard.noMove(text));
          }
        });
      }}
    >
      <label>
        <span>{texts.movesCard.typed}</span>
        <input name="move" autocomplete="off" maxLength={12} placeholder={example} />
      </label>
      <button type="submit">{texts.movesCard.play}</button>
      {problem && <p class="bad">{problem}</p>}
    </form>
  );
}
