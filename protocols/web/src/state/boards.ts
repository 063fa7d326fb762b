import { signal } from '@preact/signals';
import type { BoardAnswer, Setup } from '../engine/protocol.ts';
import { engine } from './engine.ts';

// The geometry of boards, asked for once each.

type Kind = Pick<Setup, 'game' | 'boardXSize' | 'boardYSize'>;

export const boards = signal<ReadonlyMap<string, BoardAnswer>>(new Map());

export const boardKey = ({ game, boardXSize, boardYSize }: Kind): string =>
  `${game} ${boardXSize} ${boardYSize}`;

const asked = new Map<string, Promise<void>>();

export function askBoard(kind: Kind): Promise<void> {
  const key = boardKey(kind);
  const { game, boardXSize, boardYSize } = kind;
  const asking =
    asked.get(key) ??
    engine
      .ask<BoardAnswer>({ action: 'query_board', game, boardXSize, boardYSize })
      .then((board) => void (boards.value = new Map(boards.value).set(key, board)))
      .catch((error: unknown) => {
        asked.delete(key); // another time there may be an answer
        throw error;
      });
  asked.set(key, asking);
  return asking;
}
