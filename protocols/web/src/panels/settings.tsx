import type { Setting } from '../engine/protocol.ts';
import { settings } from '../state/engine.ts';
import { isStudy } from '../state/mode.ts';
import { override, prefer, preferences } from '../state/preferences.ts';
import { texts } from '../texts.ts';
import { Card } from './card.tsx';
import { Check } from './check.tsx';
import { Choice } from './choice.tsx';
import { Facts } from './facts.tsx';

const words = texts.settings;

// What is asked for most comes first; the rest of the engine's table is folded away. The level
// stands with the players.
const FIRST = ['time', 'visits'];

export function EngineSettings() {
  const answer = settings.value;
  if (!answer) return null;
  const first = answer.settings.filter((row) => FIRST.includes(row.name));
  const rest = answer.settings.filter((row) => !FIRST.includes(row.name) && row.name !== 'level');
  const changed = Object.keys(preferences.value.overrides).length;
  return (
    <>
      <Card title={words.plays}>
        {first.map((row) => (
          <Row key={row.name} row={row} />
        ))}
      </Card>
      <details class="card">
        <summary>{words.all}</summary>
        {rest.map((row) => (
          <Row key={row.name} row={row} />
        ))}
        <button disabled={changed === 0} onClick={() => prefer({ overrides: {} })}>
          {words.reset}
        </button>
      </details>
      <Engine />
    </>
  );
}

export function BoardSettings() {
  return (
    <Card title={words.board}>
      {isStudy.value && <HintSettings />}
      <Check label={words.names} name="names" />
      <Check label={words.numbers} name="numbers" />
      <Check label={words.connections} name="connections" />
      <Look name="stones" label={texts.look.stones} of={texts.look.stonesOf} />
      <Look name="last" label={texts.look.last} of={texts.look.lastOf} />
      <Look name="theme" label={texts.look.theme} of={texts.look.themeOf} />
    </Card>
  );
}

function HintSettings() {
  return (
    <>
      <Check label={words.hints} name="hints" />
      <Check label={words.ownership} name="ownership" />
      <label class="setting">
        <span>{words.hintVisits}</span>
        <input
          type="number"
          min={1}
          max={settings.value?.maxVisits ?? 1e6}
          value={preferences.value.analysisVisits}
          onChange={(event) => {
            const visits = Number(event.currentTarget.value);
            if (visits >= 1) prefer({ analysisVisits: Math.floor(visits) });
          }}
        />
      </label>
    </>
  );
}

interface LookProps {
  name: 'stones' | 'last' | 'theme';
  label: string;
  of: Record<string, string>;
}

function Look({ name, label, of }: LookProps) {
  return (
    <Choice
      label={label}
      value={preferences.value[name]}
      of={Object.entries(of)}
      onChoose={(value) => prefer({ [name]: value })}
    />
  );
}

// A row of the engine's own table.
function Row({ row }: { row: Setting }) {
  const set = preferences.value.overrides[row.name];
  const value = set ?? row.value;
  const [title, help] = words.of[row.name] ?? [row.name, row.help];
  return (
    <label
      class="setting"
      title={row.type === 'boolean' ? undefined : words.range(row.min, row.max)}
    >
      <span>
        {title}
        <small>{help}</small>
      </span>
      {row.type === 'boolean' ? (
        <input
          type="checkbox"
          checked={Boolean(value)}
          onChange={(event) => override(row.name, event.currentTarget.checked)}
        />
      ) : (
        <input
          type="number"
          class={set === undefined ? '' : 'changed'}
          min={row.min}
          max={row.max}
          step={row.type === 'whole' ? 1 : 'any'}
          value={Number(value)}
          onChange={(event) => {
            const { value: text, valueAsNumber: number, validity } = event.currentTarget;
            if (text === '') override(row.name, undefined);
            else if (validity.valid) override(row.name, number);
            else event.currentTarget.reportValidity();
          }}
        />
      )}
    </label>
  );
}

function Engine() {
  const { engine, maxVisits, maxTime } = settings.value!;
  const rows: [string, string][] = Object.entries(engine).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null
      ? Object.entries(value)
          .map(([key, what]) => `${key}: ${what}`)
          .join(', ')
      : String(value),
  ]);
  if (maxVisits !== undefined) rows.push([words.maxVisits, String(maxVisits)]);
  if (maxTime !== undefined) rows.push([words.maxTime, String(maxTime)]);
  return (
    <details class="card">
      <summary>{words.engine}</summary>
      <Facts rows={rows} />
    </details>
  );
}
