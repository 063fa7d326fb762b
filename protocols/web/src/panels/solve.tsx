import { useState } from 'preact/hooks';
import { position } from '../state/game.ts';
import { finishSolve, sayWinner, solution, startSolve } from '../state/solve.ts';
import { texts } from '../texts.ts';
import { moveName } from '../words.ts';
import { Card } from './card.tsx';

const LONGEST_LINE = 14;

const words = texts.solve;

// Who wins for certain, what the winner plays, and which cells suffice him.
export function Solve() {
  const [seconds, setSeconds] = useState(10);
  const now = solution.value;
  const here = position.value;
  if (here?.winner) return null;
  if (now && !now.answer) {
    return (
      <Card title={words.title} aside={words.solving}>
        <progress aria-label={words.solving} />
        <button onClick={finishSolve}>{words.stop}</button>
      </Card>
    );
  }
  const answer = now?.answer;
  return (
    <Card title={words.title} aside={answer ? texts.positions(answer.nodes) : undefined}>
      {answer && (
        <p class={answer.winner === null ? '' : 'good'}>
          {answer.winner !== null && '✓ '}
          {sayWinner(answer)}.
        </p>
      )}
      {answer?.line && answer.line.length > 0 && (
        <p class="quiet">{answer.line.slice(0, LONGEST_LINE).map(moveName).join(' ')}</p>
      )}
      {(!answer || answer.winner === null) && (
        <div class="group">
          <button disabled={!here} onClick={() => startSolve(seconds)}>
            {words.ask}
          </button>
          <label class="group">
            <input
              type="number"
              aria-label={words.seconds}
              class="short"
              min={1}
              max={600}
              value={seconds}
              onChange={(event) => setSeconds(Math.max(1, event.currentTarget.valueAsNumber || 10))}
            />
            s
          </label>
        </div>
      )}
    </Card>
  );
}
