import { useState } from 'preact/hooks';
import { tree } from '../state/edits.ts';
import { firstLike } from '../state/candidates.ts';
import { show } from '../state/address.ts';
import { use } from '../state/mode.ts';
import { finishOpenings, openingMap, startOpenings } from '../state/openings.ts';
import { newTree, play } from '../game/tree.ts';
import { texts } from '../texts.ts';
import { exactPercent } from '../words.ts';
import { Card } from './card.tsx';
import { Judge } from './judge.tsx';

const MOST_ROWS = 12;

const words = texts.openings;

// The value of every first stone, and which are fair where the other may swap.
export function Openings() {
  const [visits, setVisits] = useState(100);
  const map = openingMap.value;
  const isRunning = map !== null && map.answer === null;
  return (
    <>
      <Card
        title={words.title}
        aside={isRunning ? texts.progress(map.done, map.of, map.secondsLeft) : undefined}
      >
        <p class="quiet">{words.what}</p>
        <Judge />
        {isRunning ? (
          <>
            <progress aria-label={words.progress} max={map.of || 1} value={map.done} />
            <button onClick={finishOpenings}>{texts.enough}</button>
          </>
        ) : (
          <>
            <label class="setting">
              <span>{words.visits}</span>
              <input
                type="number"
                min={1}
                max={100000}
                value={visits}
                onChange={(event) =>
                  setVisits(Math.max(1, Math.floor(event.currentTarget.valueAsNumber || 100)))
                }
              />
            </label>
            <button class="strong" onClick={() => startOpenings(visits)}>
              {words.start}
            </button>
          </>
        )}
      </Card>
      {map?.answer && <Fairest />}
    </>
  );
}

function Fairest() {
  const stones = openingMap
    .value!.answer!.stones.filter((stone) => !stone.isSymmetrical && !stone.proof)
    .sort((a, b) => Math.abs(a.winrate - 0.5) - Math.abs(b.winrate - 0.5))
    .slice(0, MOST_ROWS);
  const twinsOf = (move: string) =>
    [...firstLike.value].filter(
      ([name, first]) => name !== move && first === firstLike.value.get(move),
    );
  if (stones.length === 0) {
    return (
      <Card title={words.fairest}>
        <p class="quiet">{words.allProven}</p>
      </Card>
    );
  }
  const begin = (move: string) => {
    const { setup } = tree.value;
    show(play(newTree({ ...setup, initialStones: [] }), [setup.initialPlayer, move]));
    use('play');
  };
  return (
    <Card title={words.fairest} aside={words.mostEven}>
      <table>
        <thead>
          <tr>
            <th>{words.stone}</th>
            <th class="number">{words.win}</th>
            <th class="number">±</th>
            <th class="number">{words.looked}</th>
          </tr>
        </thead>
        <tbody>
          {stones.map((stone) => (
            <tr key={stone.move}>
              <td>
                <button
                  class="move"
                  aria-label={words.begin(stone.move)}
                  onClick={() => begin(stone.move)}
                >
                  {stone.move}
                </button>
                {twinsOf(stone.move).length > 0 && (
                  <small class="twins" title={texts.candidates.twins}>
                    {' '}
                    ={' '}
                    {twinsOf(stone.move)
                      .map(([name]) => name)
                      .join(' ')}
                  </small>
                )}
              </td>
              <td class="number">
                {stone.proof ? texts.proven[stone.proof] : exactPercent(stone.winrate)}
              </td>
              <td class="number">{exactPercent(stone.error)}</td>
              <td class="number">{stone.visits}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
