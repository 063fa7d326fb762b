import { useState } from 'preact/hooks';
import { settings } from '../state/engine.ts';
import { makeMove, position } from '../state/game.ts';
import { announce } from '../state/announcer.ts';
import { override, prefer, preferences } from '../state/preferences.ts';
import { Card } from './card.tsx';

// Whom one plays with.
export function Opponent() {
  const { engineSide, overrides } = preferences.value;
  const level = settings.value?.settings.find((row) => row.name === 'level');
  const now = Number(overrides['level'] ?? level?.value ?? 0);
  return (
    <Card title="Players">
      <div class="choices" role="radiogroup" aria-label="The engine plays">
        {(
          [
            ['none', 'Both by hand'],
            ['W', 'Engine is White'],
            ['B', 'Engine is Black'],
          ] as const
        ).map(([side, label]) => (
          <button
            key={side}
            role="radio"
            aria-checked={engineSide === side}
            onClick={() => prefer({ engineSide: side })}
          >
            {label}
          </button>
        ))}
      </div>
      {engineSide !== 'none' && level && (
        <label class="setting">
          <span>Level</span>
          <select
            value={now}
            onChange={(event) => override('level', Number(event.currentTarget.value) || undefined)}
          >
            <option value={0}>full strength</option>
            {Array.from({ length: level.max ?? 0 }, (_, i) => (
              <option key={i + 1} value={i + 1}>
                {i + 1}
                {i === 0 ? ', for beginners' : ''}
              </option>
            ))}
          </select>
        </label>
      )}
      <TypedMove />
    </Card>
  );
}

// A move by its name, for those who would rather type.
function TypedMove() {
  const [problem, setProblem] = useState('');
  return (
    <form
      class="typed"
      onSubmit={(event) => {
        event.preventDefault();
        const input = event.currentTarget.elements.namedItem('move') as HTMLInputElement;
        const text = input.value.trim().toLowerCase();
        const swap = position.value?.legalMoves.find((move) => move.startsWith('swap'));
        if (makeMove(text === 'swap' && swap ? swap : text)) {
          input.value = '';
          setProblem('');
        } else {
          setProblem(`“${text}” is no move here.`);
          announce(`${text} is no move here.`);
        }
      }}
    >
      <label>
        <span>Move</span>
        <input name="move" autocomplete="off" maxLength={12} placeholder="f6" />
      </label>
      <button type="submit">Play</button>
      {problem && <p class="bad">{problem}</p>}
    </form>
  );
}
