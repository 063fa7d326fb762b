import type { Player } from '../engine/protocol.ts';
import { conceded, other } from '../game/tree.ts';
import { analysis, isSearching, moveNow, tryAgain } from '../state/analysis.ts';
import { linkState } from '../state/engine.ts';
import { tree } from '../state/edits.ts';
import { comingMove, position, shown } from '../state/game.ts';
import { mode } from '../state/mode.ts';
import { openingMap } from '../state/openings.ts';
import { isEnginesTurn, notice, winner } from '../state/opponent.ts';
import { hasHints } from '../state/hints.ts';
import { placing } from '../state/placing.ts';
import { quiz } from '../state/quiz.ts';
import { reviewedTurn } from '../state/review.ts';
import { endingText, moveName, percent, playerName, plural, texts } from '../words.ts';

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
  if (!position.value?.maySwap || !now || !hasHints.value) return '';
  const swap = now.moveInfos.find((move) => move.move.startsWith('swap'));
  if (!swap) return '';
  return swap.order === 0
    ? ` · swapping is best (${percent(swap.winrate)})`
    : ` · better not swap (${percent(swap.winrate)})`;
}

const titleOf = (player: Player): string =>
  isEnginesTurn.value ? `${playerName(player)} is thinking …` : `${playerName(player)} to move`;

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
  if (placing.value) return texts.placing.caption;
  const now = quiz.value;
  if (now) {
    const isHere = now.node === tree.value.current;
    return {
      title: isHere ? `${playerName(now.player)} to move` : 'Looking around',
      detail: now.verdict || now.title,
    };
  }
  const here = linkState.value === 'open' ? shown.value : position.value;
  if (!here)
    return { title: 'One moment', detail: linkState.value === 'lost' ? 'no connection' : '' };
  const won = winner.value;
  if (won) {
    const title = won === 'draw' ? 'A draw' : `${playerName(won)} has won`;
    const given = conceded(tree.value);
    const ending =
      given && !here.winner
        ? `${playerName(other(given.winner))} ${endingText[given.how]}`
        : lastMove();
    return { title, detail: `after ${plural(here.turns, 'turn')} · ${ending}${notice.value && ` · ${notice.value}`}` };
  }
  if (notice.value) return { title: titleOf(here.currentPlayer), detail: notice.value };
  if (comingMove.value && linkState.value !== 'open') {
    const detail = `${moveName(comingMove.value)} waits for the engine, which cannot be reached`;
    return { title: titleOf(here.currentPlayer), detail };
  }
  return {
    title: titleOf(here.currentPlayer),
    detail: `turn ${here.turns + 1} · ${lastMove()}${swapVerdict()}`,
  };
}

export function Caption({ caption }: { caption: CaptionText }) {
  const { name, sign } = turnMark();
  return (
    <div class="caption">
      <span class={`turn ${name} ${isEnginesTurn.value ? 'thinking' : ''}`} aria-hidden="true">
        {sign}
      </span>
      <h2>{caption.title}</h2>
      <p>{caption.detail}</p>
      {isEnginesTurn.value &&
        (isSearching.value ? (
          <button onClick={moveNow}>Move now</button>
        ) : (
          linkState.value === 'open' && <button onClick={tryAgain}>Let it move</button>
        ))}
      {linkState.value === 'lost' && <span class="lost">reconnecting …</span>}
    </div>
  );
}

// A stone in the colour of who is to move, or of who won.
function turnMark(): { name: string; sign: string } {
  const here = shown.value;
  if (!here || mode.value === 'openings') return { name: 'nobody', sign: '' };
  const won = winner.value;
  if (won === 'draw') return { name: 'nobody', sign: '' };
  const player = won ?? here.currentPlayer;
  return { name: player === 'B' ? 'black' : 'white', sign: won ? '★' : '' };
}
