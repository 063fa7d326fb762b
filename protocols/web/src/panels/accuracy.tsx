import type { ReviewedTurn } from '../engine/protocol.ts';
import { accuracyOf } from '../game/accuracy.ts';
import { tree } from '../state/edits.ts';
import { texts } from '../texts.ts';
import { percent, playerName } from '../words.ts';
import { Card } from './card.tsx';

// How well each played, and how many mistakes of which kind.
export function Accuracies({ turns }: { turns: readonly ReviewedTurn[] }) {
  const words = texts.accuracy;
  return (
    <Card title={words.title}>
      <table class="accuracy">
        <thead>
          <tr>
            <th>{words.player}</th>
            <th class="number">{words.share}</th>
            {Object.entries(words.signs).map(([sign, what]) => (
              <th key={sign} class="number" title={what}>
                {sign}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(['B', 'W'] as const).map((player) => {
            const accuracy = accuracyOf(turns, player);
            const name = tree.value[player === 'B' ? 'blackName' : 'whiteName'];
            return (
              accuracy && (
                <tr key={player}>
                  <td>{name || playerName(player)}</td>
                  <td class="number">{percent(accuracy.share)}</td>
                  {Object.entries(accuracy.signs).map(([sign, number]) => (
                    <td key={sign} class="number">
                      {number}
                    </td>
                  ))}
                </tr>
              )
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}
