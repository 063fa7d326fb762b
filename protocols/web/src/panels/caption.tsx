import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Player } from '../engine/protocol.ts';
import { conceded, other } from '../game/tree.ts';
import { analysis, isSearching, moveNow, tryAgain } from '../state/analysis.ts';
import { linkState } from '../state/engine.ts';
import { tree } from '../state/edits.ts';
import { board, comingMove, position, shown } from '../state/game.ts';
import { mode } from '../state/mode.ts';
import { openingMap } from '../state/openings.ts';
import { chosen } from '../state/marks.ts';
import { isEnginesTurn, notice, stoneToSwap, winner } from '../state/opponent.ts';
import { hasHints } from '../state/hints.ts';
import { placing } from '../state/placing.ts';
import { isAsked, quiz } from '../state/quiz.ts';
import { reviewedTurn } from '../state/review.ts';
import { texts } from '../texts.ts';
import { moveName, percent, playerName, turnText } from '../words.ts';

export interface CaptionText {
  title: string;
  detail: string;
}

const words = texts.caption;

// Parts that say something, one after the other.
const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join(' · ');

// What a move lost, where the game was reviewed.
function lossOf(node: number): string {
  const turn = reviewedTurn(node);
  return turn?.sign ? words.lost(turn.sign, percent(turn.loss)) : '';
}

function lastMove(): string {
  const { nodes, current } = tree.value;
  const move = nodes[current]!.move;
  return move ? turnText(move) + lossOf(current) : words.begins;
}

// The engine's opinion on swapping, where one may.
function swapVerdict(): string {
  const now = analysis.value?.answer;
  if (!position.value?.maySwap || !now || !hasHints.value) return '';
  const swap = now.moveInfos.find((move) => move.move.startsWith('swap'));
  if (!swap) return '';
  return swap.order === 0
    ? words.swapIsBest(percent(swap.winrate))
    : words.betterNotSwap(percent(swap.winrate));
}

// Where it is known who wins after each first stone, and the other may swap it.
function firstStoneVerdict(): string {
  const { rules, initialStones } = tree.value.setup;
  const isFirst = shown.value?.turns === 0 && initialStones.length === 0 && rules !== 'none';
  const proof = analysis.value?.answer.rootInfo.proof;
  return isFirst && hasHints.value && proof === 'loss' ? words.noneIsFair : '';
}

const titleOf = (player: Player): string =>
  words[isEnginesTurn.value ? 'thinking' : 'toMove'](playerName(player));

// What a second tap of a finger would do.
function secondTap(): string {
  if (chosen.value === null || isEnginesTurn.value || mode.value === 'openings') return '';
  const name = board.value?.cells[chosen.value]?.name ?? '';
  if (chosen.value === stoneToSwap.value) return words.tapAgainToSwap(name);
  return position.value?.legalMoves.includes(name) ? words.tapAgain(name) : '';
}

// A title and what happened, in words, or what a tap would do.
export function useCaption(): CaptionText {
  const caption = captionOfPosition();
  return { ...caption, detail: secondTap() || caption.detail };
}

function captionOfPosition(): CaptionText {
  if (mode.value === 'openings') {
    const stones = openingMap.value?.answer;
    return {
      title: words.firstStones,
      detail: stones ? words.map : words.noMap,
    };
  }
  if (placing.value) return texts.placing.caption;
  const now = quiz.value;
  if (now) {
    return {
      title: isAsked.value ? words.toMove(playerName(now.player)) : words.lookingAround,
      detail: now.verdict || now.title,
    };
  }
  const here = linkState.value === 'open' ? shown.value : position.value;
  if (!here)
    return { title: words.wait, detail: linkState.value === 'lost' ? words.noConnection : '' };
  const won = winner.value;
  if (won) {
    const title = won === 'draw' ? words.draw : words.won(playerName(won));
    const given = conceded(tree.value);
    const ending =
      given && !here.winner
        ? `${playerName(other(given.winner))} ${texts.ended[given.how]}`
        : lastMove();
    return { title, detail: joined(words.after(here.turns), ending, notice.value) };
  }
  if (notice.value) return { title: titleOf(here.currentPlayer), detail: notice.value };
  if (comingMove.value && linkState.value !== 'open') {
    const detail = words.waits(moveName(comingMove.value));
    return { title: titleOf(here.currentPlayer), detail };
  }
  return {
    title: titleOf(here.currentPlayer),
    detail: joined(words.turn(here.turns + 1), lastMove(), firstStoneVerdict(), swapVerdict()),
  };
}

const LONG = 70; // characters: more than two lines on a narrow phone

export function Caption({ caption }: { caption: CaptionText }) {
  const { name, sign } = turnMark();
  const element = useRef<HTMLDivElement>(null);
  // What is asked is asked from below the board on a phone.
  const question = quiz.value?.title;
  useLayoutEffect(() => {
    if (question) element.current!.scrollIntoView({ block: 'nearest' });
  }, [question]);
  return (
    <div class={caption.detail.length > LONG ? 'caption long' : 'caption'} ref={element}>
      <span class={`turn ${name} ${isEnginesTurn.value ? 'thinking' : ''}`} aria-hidden="true">
        {sign}
      </span>
      <h2>{caption.title}</h2>
      <p>{caption.detail}</p>
      {isEnginesTurn.value &&
        (isSearching.value ? (
          <button onClick={moveNow}>{words.moveNow}</button>
        ) : (
          linkState.value === 'open' && <button onClick={tryAgain}>{words.letItMove}</button>
        ))}
      {linkState.value === 'lost' && <span class="lost">{words.reconnecting}</span>}
    </div>
  );
}

// A stone in the colour of who is to move, or of who won.
function turnMark(): { name: string; sign: string } {
  const here = shown.value;
  if (!here || mode.value === 'openings') return { name: 'none', sign: '' };
  const won = winner.value;
  if (won === 'draw') return { name: 'none', sign: '' };
  const player = won ?? here.currentPlayer;
  return { name: player === 'B' ? 'black' : 'white', sign: won ? '★' : '' };
}
