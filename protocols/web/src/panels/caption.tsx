import { analysis } from '../state/analysis.ts';
import { linkState } from '../state/engine.ts';
import { position, shown, tree } from '../state/game.ts';
import { mode } from '../state/mode.ts';
import { openingMap } from '../state/openings.ts';
import { preferences } from '../state/preferences.ts';
import { quiz } from '../state/quiz.ts';
import { reviewedTurn } from '../state/review.ts';
import { percent, playerName } from '../words.ts';

export interface CaptionText {
  title: string;
  detail: string;
}

// What a move lost, where the game was reviewed.
function lossOf(node: number): string {
  const turn = reviewedTurn(node);
  return turn?.sign ? ` ${turn.sign} (lost ${percent(turn.loss)})` : '';
}

function lastMove(): string {
  const { nodes, current } = tree.value;
  const move = nodes[current]!.move;
  if (!move) return 'the game begins';
  const [player, name] = move;
  const verb = name.startsWith('swap') ? 'swapped' : name === 'pass' ? 'passed' : `played ${name}`;
  return `${playerName(player)} ${verb}${lossOf(current)}`;
}

// The engine's opinion on swapping, where one may.
function swapVerdict(): string {
  const now = analysis.value?.answer;
  if (!position.value?.maySwap || !now || !preferences.value.hints) return '';
  const swap = now.moveInfos.find((move) => move.move.startsWith('swap'));
  if (!swap) return '';
  return swap.order === 0
    ? ` · swapping is best (${percent(swap.winrate)})`
    : ` · better not swap (${percent(swap.winrate)})`;
}

// A title and what happened, in words.
export function useCaption(): CaptionText {
  if (mode.value === 'openings') {
    const stones = openingMap.value?.answer;
    return {
      title: 'First stones',
      detail: stones
        ? 'win rates of who places the stone; the darker, the more even; the ring is the fairest'
        : 'not judged yet',
    };
  }
  const now = quiz.value;
  if (now) {
    const isHere = now.node === tree.value.current;
    return {
      title: isHere ? `${playerName(now.player)} to move` : 'Looking around',
      detail: now.verdict || now.title,
    };
  }
  const here = shown.value;
  if (!here)
    return { title: 'One moment', detail: linkState.value === 'lost' ? 'no connection' : '' };
  if (here.winner) {
    const title = here.winner === 'draw' ? 'A draw' : `${playerName(here.winner)} has won`;
    return { title, detail: `after ${here.turns} turns · ${lastMove()}` };
  }
  return {
    title: `${playerName(here.currentPlayer)} to move`,
    detail: `turn ${here.turns + 1} · ${lastMove()}${swapVerdict()}`,
  };
}

export function Caption({ caption }: { caption: CaptionText }) {
  const { name, sign } = turnMark();
  return (
    <div class="caption">
      <span class={`turn ${name}`} aria-hidden="true">
        {sign}
      </span>
      <h2>{caption.title}</h2>
      <p>{caption.detail}</p>
      {linkState.value === 'lost' && <span class="lost">reconnecting …</span>}
    </div>
  );
}

// A stone in the colour of who is to move, or of who won.
function turnMark(): { name: string; sign: string } {
  const here = shown.value;
  if (!here || mode.value === 'openings') return { name: 'nobody', sign: '' };
  if (here.winner === 'draw') return { name: 'nobody', sign: '' };
  const player = here.winner ?? here.currentPlayer;
  return { name: player === 'B' ? 'black' : 'white', sign: here.winner ? '★' : '' };
}
