import { analysis, blackWins, isSearching } from '../state/analysis.ts';
import { position } from '../state/game.ts';
import { count, percent, provenText, shortCount } from '../words.ts';
import { Card } from './card.tsx';

// Who is ahead, as a bar of both colours.
export function WinRate() {
  const winner = position.value?.winner;
  const now = analysis.value;
  const black = winner
    ? { B: 1, W: 0, draw: 0.5 }[winner]
    : now
      ? blackWins(now.answer.rootInfo)
      : null;
  const proof = now?.answer.rootInfo.proof;
  const visits = now?.answer.rootInfo.visits ?? 0;
  const aside = winner
    ? 'the game is over'
    : now
      ? [
          `${count(visits)} visits`,
          ...(now.speed > 0 ? [`${shortCount(Math.round(now.speed))}/s`] : []),
          ...(isSearching.value ? [] : ['done']),
        ].join(' · ')
      : isSearching.value
        ? 'searching …'
        : 'not searched';
  return (
    <Card title="Win rate" aside={aside}>
      <div
        class="bar"
        role="img"
        aria-label={
          black === null ? 'No win rate' : `Black ${percent(black)}, White ${percent(1 - black)}`
        }
      >
        <span class="black" style={{ width: percent(black ?? 0.5) }}>
          {black !== null && black > 0.12 && `Black ${percent(black)}`}
        </span>
        <span class="white">{black !== null && black < 0.88 && `${percent(1 - black)} White`}</span>
      </div>
      {proof && !winner && <p class="proof">✓ {provenText[proof]} for the side to move</p>}
    </Card>
  );
}
