import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { middle, step } from '../../../protocols/web/src/board/cursor.ts';
import {
  type Extent,
  extentOf,
  viewBox,
  whole,
  within,
  zoomAt,
} from '../../../protocols/web/src/board/view.ts';
import { stepsAround, turned } from '../../../protocols/web/src/board/turned.ts';
import type { BoardAnswer } from '../../../protocols/web/src/engine/protocol.ts';

// Hex on 3 x 3, as a drawing of it on paper has it: rows half a cell further right each.
const BOARD: BoardAnswer = {
  id: '',
  action: 'query_board',
  width: 7,
  height: 4,
  cells: Array.from({ length: 9 }, (_, i) => {
    const row = Math.floor(i / 3);
    const column = i % 3;
    return { name: `${'abc'[column]}${row + 1}`, row, column, x: 2 + column + row / 2, y: 1 + row };
  }),
  outline: [
    [-0.5, -0.5],
    [0.5, -0.5],
    [0.5, 0.5],
    [-0.5, 0.5],
  ],
  edges: [],
  labels: [],
  neighbours: [],
  evaluator: 'fills',
};

const EXTENT: Extent = { left: 0, top: 0, width: 7, height: 4 };

const walk = (from: string, ...arrows: ('Left' | 'Right' | 'Up' | 'Down')[]) => {
  const index = BOARD.cells.findIndex((cell) => cell!.name === from);
  const to = arrows.reduce((at, arrow) => step(BOARD, at, `Arrow${arrow}`), index);
  return BOARD.cells[to]!.name;
};

test('arrows lead along rows and to the nearest cell above and below', () => {
  assert.equal(walk('a1', 'Right'), 'b1');
  assert.equal(walk('b2', 'Left'), 'a2');
  assert.equal(walk('b1', 'Down'), 'b2'); // a2 is as near, but in another column
  assert.equal(walk('b1', 'Down', 'Down', 'Up', 'Up'), 'b1');
});

test('a board lies as it was turned, and arrows lead as it lies', () => {
  const place = (board: BoardAnswer, name: string) => {
    const { x, y } = board.cells.find((cell) => cell!.name === name)!;
    return [x, y].map((value) => Math.round(1000 * value) / 1000);
  };
  // Two of the eight steps around a square are a quarter, here clockwise around 3.5, 2.
  assert.equal(stepsAround(BOARD), 8);
  const quarter = turned(BOARD, { steps: 2, isFlipped: false });
  assert.deepEqual(place(BOARD, 'a1'), [2, 1]);
  assert.deepEqual(place(quarter, 'a1'), [4.5, 0.5]);
  assert.equal(quarter.cells[step(quarter, 0, 'ArrowDown')]!.name, 'b1');
  const over = turned(BOARD, { steps: 0, isFlipped: true });
  assert.deepEqual(place(over, 'a1'), [5, 1]);
  assert.equal(over.cells[step(over, 0, 'ArrowLeft')]!.name, 'b1');
  const around = Array.from({ length: 8 }).reduce<BoardAnswer>(
    (board) => turned(board, { steps: 1, isFlipped: false }),
    BOARD,
  );
  for (const { name } of BOARD.cells.map((cell) => cell!))
    assert.deepEqual(place(around, name), place(BOARD, name));
});

test('at the border the cursor stays', () => {
  assert.equal(walk('a1', 'Left'), 'a1');
  assert.equal(walk('a1', 'Up'), 'a1');
  assert.equal(walk('c3', 'Right', 'Down'), 'c3');
});

test('the cursor begins near the middle', () => {
  assert.equal(BOARD.cells[middle(BOARD)]!.name, 'b2');
});

test('a board is drawn with a cell around its middles, and no more', () => {
  const reach = Math.SQRT1_2; // from the middle of a square of side 1 to its corner
  const { left, top, width, height } = extentOf(BOARD);
  const close = (a: number, b: number) => assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);
  close(left, 2 - reach);
  close(top, 1 - reach);
  close(width, 3 + 2 * reach);
  close(height, 2 + 2 * reach);
});

test('a view shows nothing beyond the picture', () => {
  assert.equal(viewBox(whole(EXTENT), EXTENT), '0 0 7 4');
  assert.deepEqual(within({ zoom: 2, x: -9, y: 99 }, EXTENT), { zoom: 2, x: 1.75, y: 3 });
  assert.deepEqual(within({ zoom: 0.1, x: 0, y: 0 }, EXTENT), { zoom: 1, x: 3.5, y: 2 });
});

test('zooming leaves the point under the pointer where it is', () => {
  const before = { zoom: 2, x: 3.5, y: 2 };
  const after = zoomAt(before, 1.5, 4, 2.25, EXTENT);
  // Where on the screen a point is: its distance from the middle, times the zoom.
  const place = (view: typeof before) => [(4 - view.x) * view.zoom, (2.25 - view.y) * view.zoom];
  const [x, y] = place(after);
  assert.ok(Math.abs(x! - place(before)[0]!) < 1e-9 && Math.abs(y! - place(before)[1]!) < 1e-9);
});

// Contrast as WCAG 2 has it.
function luminance(rgb: number[]): number {
  const [r, g, b] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(a: number[], b: number[]): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high! + 0.05) / (low! + 0.05);
}

test('numbers keep a contrast of 4.5 on every shade, in light and dark', () => {
  const css = readFileSync(join(process.env['ISTHMUS_WEB']!, 'src/style/theme.css'), 'utf8');
  const colour = (name: string, scheme: 0 | 1) => {
    const pair = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css)!;
    return [1, 3, 5].map((at) => parseInt(pair[scheme + 1]!.slice(at, at + 2), 16));
  };
  for (const scheme of [0, 1] as const) {
    const [ink, hot, cell] = ['ink', 'hot', 'cell'].map((name) => colour(name, scheme));
    for (let share = 0; share <= 100; ++share) {
      const shade = cell!.map((part, i) => part + ((hot![i]! - part) * share) / 100);
      assert.ok(
        contrast(ink!, shade) >= 4.5,
        `${share}% in scheme ${scheme}: ${contrast(ink!, shade)}`,
      );
    }
    for (const name of ['ink', 'dim', 'accent', 'good', 'bad']) {
      for (const ground of ['panel', 'sunk', 'page']) {
        const seen = contrast(colour(name, scheme), colour(ground, scheme));
        assert.ok(seen >= 4.5, `${name} on ${ground} in scheme ${scheme}: ${seen}`);
      }
    }
  }
});

test('what is written on stones keeps a contrast of 4.5, however they look', () => {
  const css = readFileSync(join(process.env['ISTHMUS_WEB']!, 'src/style/theme.css'), 'utf8');
  const parse = (hex: string) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
  const pairs = (block: string) =>
    Object.fromEntries(
      [...block.matchAll(/--([a-z-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
        ([, name, light, dark]) => [name!, [parse(light!), parse(dark!)] as const],
      ),
    );
  const white = parse('#ffffff');
  const ink = parse('#16181c'); // --board-black
  const classic = {
    'on-black': [white, white],
    'on-white': [ink, ink],
    ...pairs(css.split('}')[0]!),
  };
  const looks = [...css.matchAll(/data-stones='([a-z-]+)'\] \{([^}]*)\}/g)];
  assert.deepEqual(
    looks.map(([, name]) => name),
    ['slate', 'red-blue'],
  );
  for (const block of ['', ...looks.map(([, , block]) => block!)]) {
    const colours: Record<string, readonly number[][]> = { ...classic, ...pairs(block) };
    for (const stone of ['black', 'white'])
      for (const scheme of [0, 1]) {
        const seen = contrast(colours[stone]![scheme]!, colours[`on-${stone}`]![scheme]!);
        assert.ok(seen >= 4.5, `on ${stone} in scheme ${scheme} of ${block}: ${seen}`);
      }
  }
});
