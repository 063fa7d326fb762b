import { tree } from '../state/edits.ts';
import { settings } from '../state/engine.ts';
import { position } from '../state/game.ts';
import { chooseEngineColour, engineColour, resign, winner } from '../state/opponent.ts';
import { override, prefer, preferences } from '../state/preferences.ts';
import { texts } from '../texts.ts';
import { playerName } from '../words.ts';
import { Card } from './card.tsx';
import { Check } from './check.tsx';
import { Choice } from './choice.tsx';
import { Judge } from './judge.tsx';

const words = texts.playersCard;

// All levels, grouped by whom they suit.
function levelGroups(last: number) {
  return words.levelGroups.map(([first, name], i) => {
    const end = Math.min(last, (words.levelGroups[i + 1]?.[0] ?? last + 1) - 1);
    return {
      name,
      levels: Array.from({ length: Math.max(0, end - first + 1) }, (_, k) => first + k),
    };
  });
}

// Whom one plays with.
export function Opponent() {
  const { overrides } = preferences.value;
  const engine = engineColour.value;
  const isPlaying = position.value !== null && winner.value === null && tree.value.current > 0;
  const level = settings.value?.settings.find((row) => row.name === 'level');
  const now = Number(overrides['level'] ?? level?.value ?? 0);
  return (
    <Card title={words.title}>
      <div class="choices" role="radiogroup" aria-label={words.choice}>
        {(
          [
            ['none', words.byHand],
            ['W', words.engine(playerName('W'))],
            ['B', words.engine(playerName('B'))],
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
          <span>{words.level}</span>
          <select
            value={now}
            onChange={(event) => override('level', Number(event.currentTarget.value) || undefined)}
          >
            <option value={0}>{words.full}</option>
            {levelGroups(level.max ?? 0).map(({ name, levels }) => (
              <optgroup key={name} label={name}>
                {levels.map((number) => (
                  <option key={number} value={number}>
                    {number}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </label>
      )}
      {engine !== 'none' && <Judge />}
      <ClockChoice />
      {engine !== 'none' && <Check label={texts.teacher.title} name="teaches" />}
      {isPlaying && <button onClick={resign}>{words.resign}</button>}
    </Card>
  );
}

// Minutes for all moves, and seconds more for each; 0 minutes are no clock.
const CONTROLS = [
  { minutes: 0, increment: 0 },
  { minutes: 3, increment: 2 },
  { minutes: 5, increment: 0 },
  { minutes: 10, increment: 5 },
  { minutes: 20, increment: 0 },
  { minutes: 40, increment: 20 },
];

function ClockChoice() {
  const { minutes, increment } = preferences.value.clock;
  const now = CONTROLS.findIndex((one) => one.minutes === minutes && one.increment === increment);
  return (
    <Choice
      label={texts.clock.title}
      value={String(now)}
      of={CONTROLS.map(({ minutes, increment }, i) => [
        String(i),
        texts.clock.control(minutes, increment),
      ])}
      onChoose={(i) => prefer({ clock: CONTROLS[Number(i)]! })}
    />
  );
}
