import type { Player } from '../engine/protocol.ts';
import { analysis, blackWins, isSearching } from '../state/analysis.ts';
import { winner } from '../state/opponent.ts';
import { texts } from '../texts.ts';
import { percent, playerName, shortCount } from '../words.ts';
import { Card } from './card.tsx';
import { Judge } from './judge.tsx';

const words = texts.winRate;

// Who is ahead, as a bar of both colours.
export function WinRate() {
  const won = winner.value;
  const now = analysis.value;
  const black = won ? { B: 1, W: 0, draw: 0.5 }[won] : now ? blackWins(now.answer.rootInfo) : null;
  const proof = now?.answer.rootInfo.proof;
  const visits = now?.answer.rootInfo.visits ?? 0;
  const of = (player: Player, share: number | null) =>
    words.of(playerName(player), share === null ? '' : percent(share));
  const aside = won
    ? words.over
    : now
      ? [
          texts.positions(visits),
          ...(now.speed > 0 ? [words.perSecond(shortCount(Math.round(now.speed)))] : []),
          ...(isSearching.value ? [] : [words.done]),
        ].join(' · ')
      : isSearching.value
        ? words.searching
        : words.notSearched;
  return (
    <Card title={words.title} aside={aside}>
      <div
        role="img"
        aria-label={black === null ? words.none : `${of('B', black)}, ${of('W', 1 - black)}`}
      >
        <p class="rates">
          <span>{of('B', black)}</span>
          <span>{of('W', black === null ? null : 1 - black)}</span>
        </p>
        <div class="bar">
          <span class="black" style={{ width: percent(black ?? 0.5) }} />
          <span class="white" />
        </div>
      </div>
      {proof && !won && <p class="proof">{words.proven(texts.proven[proof])}</p>}
      <Judge />
    </Card>
  );
}
