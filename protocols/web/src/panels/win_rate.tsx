import { analysis, blackWins, isSearching } from '../state/analysis.ts';
import { winner } from '../state/opponent.ts';
import { percent, plural, provenText, shortCount } from '../words.ts';
import { Card } from './card.tsx';

// Who is ahead, as a bar of both colours.
export function WinRate() {
  const won = winner.value;
  const now = analysis.value;
  const black = won ? { B: 1, W: 0, draw: 0.5 }[won] : now ? blackWins(now.answer.rootInfo) : null;
  const proof = now?.answer.rootInfo.proof;
  const visits = now?.answer.rootInfo.visits ?? 0;
  const aside = won
    ? 'the game is over'
    : now
      ? [
          plural(visits, 'position'),
          ...(now.speed > 0 ? [`${shortCount(Math.round(now.speed))}/s`] : []),
          ...(isSearching.value ? [] : ['done']),
        ].join(' · ')
      : isSearching.value
        ? 'searching …'
        : 'not searched';
  return (
    <Card title="Win rate" aside={aside}>
      <div
        role="img"
        aria-label={
          black === null ? 'No win rate' : `Black ${percent(black)}, White ${percent(1 - black)}`
        }
      >
        <p class="rates">
          <span>Black {black !== null && percent(black)}</span>
          <span>{black !== null && percent(1 - black)} White</span>
        </p>
        <div class="bar">
          <span class="black" style={{ width: percent(black ?? 0.5) }} />
          <span class="white" />
        </div>
      </div>
      {proof && !won && <p class="proof">✓ {provenText[proof]} for the side to move</p>}
    </Card>
  );
}
