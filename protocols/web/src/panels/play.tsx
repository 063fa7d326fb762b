import { useState } from 'preact/hooks';
import { tree } from '../state/edits.ts';
import { settings } from '../state/engine.ts';
import { position } from '../state/game.ts';
import { announce } from '../state/announcer.ts';
import {
  chooseEngineColour,
  engineColour,
  isEnginesTurn,
  playMove,
  resign,
  winner,
} from '../state/opponent.ts';
import { override, preferences } from '../state/preferences.ts';
import { Card } from './card.tsx';

// Whom one plays with.
export function Opponent() {
  const { overrides } = preferences.value;
  const engine = engineColour.value;
  const isPlaying = position.value !== null && winner.value === null && tree.value.current > 0;
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
            aria-checked={engine === side}
            onClick={() => chooseEngineColour(side)}
          >
            {label}
          </button>
        ))}
      </div>
      {engine !== 'none' && level && (
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
      {isPlaying && <button onClick={resign}>Resign</button>}
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
        const move = text === 'swap' && swap ? swap : text;
        const isLegal = position.value?.legalMoves.includes(move) ?? false;
        if (playMove(move)) {
          input.value = '';
          setProblem('');
        } else if (isEnginesTurn.value) {
          setProblem('');
        } else if (!isLegal) {
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
