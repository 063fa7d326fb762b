import { Board } from '../board/board.tsx';
import { stepsAround } from '../board/turned.ts';
import { announce } from '../state/announcer.ts';
import { analysis } from '../state/analysis.ts';
import { linkState } from '../state/engine.ts';
import { hasHints } from '../state/hints.ts';
import { draw, hasPen } from '../state/drawing.ts';
import { board, boardSeen, gameTitle, position, shown, trouble, whenKnown } from '../state/game.ts';
import { arrows, chosen, hovered, links, marks } from '../state/marks.ts';
import { mode } from '../state/mode.ts';
import { playMove, stoneToSwap, swaps } from '../state/opponent.ts';
import { placeStone, placing } from '../state/placing.ts';
import { prefer, preferences } from '../state/preferences.ts';
import { quiz } from '../state/quiz.ts';
import { texts } from '../texts.ts';
import { exactPercent, playerName } from '../words.ts';
import { AfterGame } from './after_game.tsx';
import { Caption, useCaption } from './caption.tsx';
import { FirstChoice } from './first_choice.tsx';
import { Navigation } from './navigation.tsx';
import { PlacingTools } from './placing.tsx';
import { Seats } from './seats.tsx';

function place(cell: number): void {
  if (placing.value) placeStone(cell);
  else whenKnown(() => playAt(cell));
}

function playAt(cell: number): void {
  const move = board.value?.cells[cell]?.name;
  if (!move || mode.value === 'openings') return;
  if (
    !playMove(cell === stoneToSwap.value ? swaps.value[0]! : move) &&
    position.value?.legalMoves.includes(move) === false
  )
    announce(texts.spoken.cannotPlay(move));
}

// What there is to say of a cell that the cursor is on.
function describe(cell: number): string {
  const words = texts.spoken;
  const name = board.value?.cells[cell]?.name ?? '';
  const stone = shown.value?.stones[cell];
  if (stone === 'B' || stone === 'W') return `${name}, ${playerName(stone)}`;
  const info =
    hasHints.value && analysis.value?.answer.moveInfos.find((move) => move.move === name);
  if (!info) return `${name}, ${words.empty}`;
  const best = info.order === 0 ? words.bestMove : '';
  const rate = info.proof ? texts.proven[info.proof] : exactPercent(info.winrate);
  return `${name}, ${words.empty}, ${rate}${best}`;
}

// Turns the board before the eye, turns it over, and takes a pen to it.
function Lay({ around }: { around: number }) {
  const { steps, isFlipped } = preferences.value.lie;
  return (
    <>
      <button
        aria-label={texts.board.turn}
        title={texts.board.turn}
        onClick={() => prefer({ lie: { steps: (steps + 1) % around, isFlipped } })}
      >
        ↻
      </button>
      <button
        aria-label={texts.board.turnOver}
        title={texts.board.turnOver}
        aria-pressed={isFlipped}
        onClick={() => prefer({ lie: { steps, isFlipped: !isFlipped } })}
      >
        ⇆
      </button>
      <button
        aria-label={texts.board.draw}
        title={texts.board.draw}
        aria-pressed={hasPen.value}
        onClick={() => (hasPen.value = !hasPen.value)}
      >
        ✎
      </button>
    </>
  );
}

const NO_MARKS = new Map();

export function Stage() {
  const caption = useCaption();
  const geometry = boardSeen.value;
  const isMap = mode.value === 'openings';
  const isSetup = placing.value !== null && !isMap;
  const stones = isMap
    ? '.'.repeat(geometry?.cells.length ?? 0)
    : ((placing.value ?? shown.value)?.stones ?? '');
  const isReady = geometry && stones.length === geometry.cells.length;
  // What is seen is another position, until the engine can be reached.
  const isStale = position.value === null && linkState.value === 'lost';
  return (
    <section class={isStale ? 'stage stale' : 'stage'} aria-label={texts.board.title}>
      <Caption caption={caption} />
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value} <button onClick={() => (trouble.value = '')}>{texts.close}</button>
        </p>
      )}
      <FirstChoice />
      {!isMap && <Seats />}
      {isReady ? (
        <Board
          geometry={geometry}
          stones={stones}
          marks={isSetup ? NO_MARKS : marks.value}
          links={isSetup ? [] : links.value}
          arrows={isSetup ? [] : arrows.value}
          isSetup={isSetup}
          hasPen={hasPen.value && !isSetup && !isMap}
          label={texts.board.label(gameTitle.value, caption.title, caption.detail)}
          onPlace={place}
          onDraw={(from, to) => {
            const [start, end] = [geometry.cells[from], geometry.cells[to]];
            if (start && end && !isSetup && !isMap) draw(start.name, end.name);
          }}
          tools={<Lay around={stepsAround(geometry)} />}
          onHover={(cell) =>
            (hovered.value = cell === null ? null : (geometry.cells[cell]?.name ?? null))
          }
          onCursor={(cell, isPending) =>
            announce(describe(cell) + (isPending ? texts.spoken.tapAgain : ''))
          }
          onPending={(cell) => (chosen.value = cell)}
        />
      ) : (
        <div class="board waiting" />
      )}
      <p id="board-help" class="hidden">
        {texts.board.help}
      </p>
      {isSetup && <PlacingTools />}
      {!isMap && !isSetup && quiz.value === null && <AfterGame />}
      {!isMap && !isSetup && <Navigation />}
    </section>
  );
}
