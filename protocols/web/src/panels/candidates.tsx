import { type Candidate, candidates } from '../state/candidates.ts';
import { hovered } from '../state/marks.ts';
import { playMove } from '../state/opponent.ts';
import { texts } from '../texts.ts';
import { exactPercent, moveName, shortCount } from '../words.ts';
import { Card } from './card.tsx';

const MOST_ROWS = 8;
const LONGEST_LINE = 10;
const MOST_TWINS = 2;

const words = texts.candidates;

// The moves that the search looked at most. To point at one shows its line on the board.
export function Candidates() {
  const moves = candidates.value;
  const visits = moves.reduce((sum, move) => sum + move.visits, 0);
  return (
    <Card title={words.title} aside={words.aside}>
      {moves.length === 0 ? (
        <p class="quiet">{words.none}</p>
      ) : (
        <table class="candidates" onMouseLeave={() => (hovered.value = null)}>
          <thead>
            <tr>
              <th>{words.move}</th>
              <th class="number">{words.win}</th>
              <th class="number">{words.looked}</th>
              <th>{words.line}</th>
            </tr>
          </thead>
          <tbody>
            {moves.slice(0, MOST_ROWS).map((move) => (
              <Row key={move.move} move={move} share={visits > 0 ? move.visits / visits : 0} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function Row({ move, share }: { move: Candidate; share: number }) {
  const point = () => (hovered.value = move.move);
  return (
    <tr class={move.order === 0 ? 'best' : ''} onMouseEnter={point}>
      <td>
        <button
          class="move"
          style={{ '--shade': `${Math.round(100 * Math.sqrt(share))}%` }}
          aria-label={words.play(moveName(move.move))}
          onFocus={point}
          onBlur={() => (hovered.value = null)}
          onClick={() => playMove(move.move)}
        >
          {moveName(move.move)}
        </button>
      </td>
      <td class="number" title={move.proof && texts.proven[move.proof]}>
        {move.proof ? texts.provenShort[move.proof] : exactPercent(move.winrate)}
      </td>
      <td class="number">{shortCount(move.visits)}</td>
      <td class="line">
        {move.twins.length > 0 && (
          <b title={words.twins}>= {move.twins.slice(0, MOST_TWINS).join(' ')} · </b>
        )}
        {move.pv.slice(0, LONGEST_LINE).map(moveName).join(' ')}
      </td>
    </tr>
  );
}
