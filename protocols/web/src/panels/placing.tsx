import { change, clearStones, finishPlacing, leavePlacing, placing } from '../state/placing.ts';
import { texts } from '../texts.ts';
import { playerName } from '../words.ts';

// What is placed on a position that is being set up, and whose turn it is then.
export function PlacingTools() {
  const { brush, next } = placing.value!;
  const words = texts.placing;
  return (
    <div class="steps placing" role="group" aria-label={words.title}>
      <div class="group" role="radiogroup" aria-label={words.brush}>
        {(['B', 'W', '.'] as const).map((stone) => (
          <button
            key={stone}
            role="radio"
            aria-checked={brush === stone}
            onClick={() => change({ brush: stone })}
          >
            {stone === '.' ? words.none : playerName(stone)}
          </button>
        ))}
      </div>
      <label class="group">
        {words.next}
        <select
          value={next}
          onChange={(event) => change({ next: event.currentTarget.value as 'B' | 'W' })}
        >
          {(['B', 'W'] as const).map((player) => (
            <option key={player} value={player}>
              {playerName(player)}
            </option>
          ))}
        </select>
      </label>
      <button onClick={clearStones}>{words.clear}</button>
      <button class="strong" onClick={() => void finishPlacing()}>
        {words.done}
      </button>
      <button onClick={leavePlacing}>{words.cancel}</button>
    </div>
  );
}
