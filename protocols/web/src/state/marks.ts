import { computed, signal } from '@preact/signals';
import type { Link, CellMark, Marks } from '../board/marks.ts';
import { other, turnsTo } from '../game/tree.ts';
import { rate } from '../words.ts';
import { analysis } from './analysis.ts';
import { type Candidate, candidates } from './candidates.ts';
import { shapes } from './drawing.ts';
import { tree } from './edits.ts';
import { board, comingMove, position, shown } from './game.ts';
import { hasHints } from './hints.ts';
import { mode } from './mode.ts';
import { openingMap } from './openings.ts';
import { stoneToSwap } from './opponent.ts';
import { preferences } from './preferences.ts';
import { isAsked, quiz } from './quiz.ts';
import { solution } from './solve.ts';

// What is drawn on the board's cells, from all that is known.

// The move that a pointer is on, in a table or on the board: its line is shown.
export const hovered = signal<string | null>(null);

// The cell that a finger chose, where a second tap would place.
export const chosen = signal<number | null>(null);

const MOST_RATES = 8; // win rates on the board
const LEAST_SHARE = 0.01; // of the visits, to have one
const LEAST_SHADED = 0.003;
const LONGEST_LINE = 12;

export const cellIndex = computed(
  () => new Map(board.value?.cells.flatMap((cell, i) => (cell ? [[cell.name, i] as const] : []))),
);

class MarkMap {
  readonly marks = new Map<number, CellMark>();

  add(cell: string | number, mark: CellMark): void {
    const index = typeof cell === 'number' ? cell : cellIndex.value.get(cell);
    if (index !== undefined) this.marks.set(index, { ...this.marks.get(index), ...mark });
  }
}

// The stone that was taken over by a swap: it stands where no move placed one, or where the first did.
function swappedStone(): number | undefined {
  const { setup, current } = tree.value;
  const turns = turnsTo(tree.value, current);
  const placed = new Set([...setup.initialStones, ...turns].map(([, move]) => move));
  const { stones } = shown.value!;
  for (const [name, index] of cellIndex.value)
    if (/[BW]/.test(stones[index] ?? '') && !placed.has(name)) return index;
  return cellIndex.value.get(turns[0]?.[1] ?? '');
}

const isSwap = (move: string): boolean => move.startsWith('swap');

// The latest move on each cell: a stone may have been captured there before.
function addNumbers(map: MarkMap): void {
  turnsTo(tree.value, tree.value.current).forEach(([, move], i) => {
    const cell = move === 'swap-pieces' ? swappedStone() : move;
    if (cell !== undefined) map.add(cell, { number: String(i + 1) });
  });
}

function addHints(map: MarkMap, moves: readonly Candidate[]): void {
  const visits = moves.reduce((sum, move) => sum + move.visits, 0);
  moves.forEach((move, i) => {
    const share = visits > 0 ? move.visits / visits : 0;
    const hasRate = i === 0 || move.proof || (i < MOST_RATES && share >= LEAST_SHARE);
    const mark = {
      // The eye distinguishes small shares better by their roots.
      shade: share < LEAST_SHADED ? 0 : Math.sqrt(share),
      text: hasRate ? rate(move) : undefined,
    };
    map.add(move.move, { ...mark, ring: i === 0 });
    for (const twin of move.twins) map.add(twin, mark);
  });
}

function addLine(map: MarkMap, line: readonly string[]): void {
  let player = shown.value!.currentPlayer;
  line.slice(0, LONGEST_LINE).forEach((move, i) => {
    map.add(move, { ghost: { player, text: String(i + 1) } });
    player = other(player);
  });
}

// Cells by how near to even they are, as a first stone that may be swapped should be.
function addOpenings(map: MarkMap): void {
  const stones = openingMap.value?.answer?.stones ?? [];
  const nearness = (winrate: number) => 1 - Math.min(1, Math.abs(winrate - 0.5) / 0.25);
  const best = Math.max(...stones.map((stone) => nearness(stone.winrate)));
  for (const stone of stones) {
    const near = stone.proof ? 0 : nearness(stone.winrate);
    map.add(stone.move, { shade: near, ring: near === best && near > 0, text: rate(stone) });
  }
}

function addQuiz(map: MarkMap): void {
  const now = quiz.value!;
  if (now.isSolved) map.add(now.best, { ring: true });
  if (now.isSolved && position.value) addLine(map, now.line);
  else if (now.played) map.add(now.played.move, { isTarget: true });
}

export const marks = computed<Marks>(() => {
  const map = new MarkMap();
  if (preferences.value.names) {
    for (const [name, cell] of cellIndex.value) map.add(cell, { name });
  }
  const here = shown.value;
  if (mode.value === 'openings') {
    addOpenings(map);
    return map.marks;
  }
  if (!here) return map.marks;
  if (comingMove.value) map.add(comingMove.value, { isComing: true });
  const last = here.lastMove && isSwap(here.lastMove) ? swappedStone() : here.lastMove;
  if (last !== null && last !== undefined) map.add(last, { isLast: true });
  if (preferences.value.numbers) addNumbers(map);
  for (const [cell, sign] of shapes.value.signs) map.add(cell, { sign });
  for (const [cell, label] of shapes.value.labels) map.add(cell, { label });
  if (stoneToSwap.value !== null) map.add(stoneToSwap.value, { isSwap: true });
  for (const cell of here.winningCells ?? []) map.add(cell, { isWinning: true });
  if (preferences.value.connections) {
    for (const { carrier } of here.connections ?? []) {
      for (const cell of carrier) map.add(cell, { isCarrier: true });
    }
  }
  for (const cell of solution.value?.answer?.carrier ?? []) map.add(cell, { isCarrier: true });
  if (quiz.value) {
    if (isAsked.value) addQuiz(map);
    return map.marks;
  }
  const now = analysis.value?.answer;
  if (!now || !hasHints.value || !position.value) return map.marks;
  if (preferences.value.ownership) {
    now.ownership?.forEach((share, i) => share !== null && map.add(i, { owner: 2 * share - 1 }));
  }
  addHints(map, candidates.value);
  const pointed = now.moveInfos.find((move) => move.move === hovered.value);
  if (pointed) addLine(map, pointed.pv);
  return map.marks;
});

export const links = computed<Link[]>(() => {
  if (!preferences.value.connections || mode.value === 'openings') return [];
  return (shown.value?.connections ?? []).flatMap(({ player, cells }) => {
    const [from, to] = cells.map((cell) => cellIndex.value.get(cell));
    return from !== undefined && to !== undefined ? [{ player, from, to }] : [];
  });
});

export const arrows = computed(() =>
  mode.value === 'openings'
    ? []
    : shapes.value.arrows.flatMap((names): [number, number][] => {
        const [from, to] = names.map((cell) => cellIndex.value.get(cell));
        return from !== undefined && to !== undefined ? [[from, to]] : [];
      }),
);
