import { Board } from '../board/board.tsx';
import { announce } from '../state/announcer.ts';
import { analysis } from '../state/analysis.ts';
import { board, gameTitle, makeMove, position, shown, tree, trouble } from '../state/game.ts';
import { hovered, links, marks } from '../state/marks.ts';
import { mode } from '../state/mode.ts';
import { preferences } from '../state/preferences.ts';
import { quiz, tryMove } from '../state/quiz.ts';
import { exactPercent, playerName, provenText } from '../words.ts';
import { Caption, useCaption } from './caption.tsx';
import { Navigation } from './navigation.tsx';

function place(cell: number): void {
  const move = board.value?.cells[cell]?.name;
  if (!move || mode.value === 'openings') return;
  if (quiz.value && quiz.value.node === tree.value.current) void tryMove(move);
  else if (!makeMove(move) && position.value) announce(`${move} cannot be played.`);
}

// What there is to say of a cell that the cursor is on.
function describe(cell: number): string {
  const name = board.value?.cells[cell]?.name ?? '';
  const stone = shown.value?.stones[cell];
  if (stone === 'B' || stone === 'W') return `${name}, ${playerName(stone)}`;
  const isHint = preferences.value.hints && quiz.value === null;
  const info = isHint && analysis.value?.answer.moveInfos.find((move) => move.move === name);
  if (!info) return `${name}, empty`;
  const best = info.order === 0 ? ', the best move' : '';
  return `${name}, empty, ${info.proof ? provenText[info.proof] : exactPercent(info.winrate)}${best}`;
}

const NOTHING_MADE = new Map();

export function Stage() {
  const caption = useCaption();
  const geometry = board.value;
  const isMap = mode.value === 'openings';
  const stones = isMap ? '.'.repeat(geometry?.cells.length ?? 0) : (shown.value?.stones ?? '');
  const isReady = geometry && (isMap || shown.value?.stones.length === geometry.cells.length);
  return (
    <section class="stage" aria-label="Board">
      <Caption caption={caption} />
      {trouble.value && (
        <p class="trouble" role="alert">
          {trouble.value} <button onClick={() => (trouble.value = '')}>Close</button>
        </p>
      )}
      {isReady ? (
        <Board
          geometry={geometry}
          stones={stones}
          marks={isReady ? marks.value : NOTHING_MADE}
          links={links.value}
          label={`${gameTitle.value} board. ${caption.title}. ${caption.detail}`}
          onPlace={place}
          onHover={(cell) =>
            (hovered.value = cell === null ? null : (geometry.cells[cell]?.name ?? null))
          }
          onCursor={(cell, isPending) =>
            announce(describe(cell) + (isPending ? '. Tap again to place.' : ''))
          }
        />
      ) : (
        <div class="board waiting" />
      )}
      <p id="board-help" class="hidden">
        Arrow keys move from cell to cell, Enter places a stone, Tab leaves the board. Comma and
        full stop go back and forward in the game.
      </p>
      {!isMap && <Navigation />}
    </section>
  );
}
