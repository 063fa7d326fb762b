import { Component } from 'preact';
import { extentOf, viewBox, whole } from '../board/view.ts';
import type { BoardAnswer } from '../engine/protocol.ts';

interface Props {
  board: BoardAnswer;
  stones: string;
  last: string | null;
}

// A position to look at, and nothing else: the stones, on the board's border.
export class SmallBoard extends Component<Props> {
  override shouldComponentUpdate(next: Props): boolean {
    return next.board !== this.props.board || next.stones !== this.props.stones;
  }

  override render({ board, stones, last }: Props) {
    const extent = extentOf(board);
    const radius = Math.min(...board.outline.map(([x, y]) => Math.hypot(x, y)));
    const points = (list: readonly (readonly [number, number])[]) => list.join(' ');
    return (
      <svg
        class="small"
        viewBox={viewBox(whole(extent), extent)}
        aria-hidden="true"
        style={{ '--r': `${radius}px` }}
      >
        {board.cells.map(
          (cell, i) =>
            cell && (
              <g key={i} transform={`translate(${cell.x} ${cell.y})`}>
                <polygon class="cell" points={points(board.outline)} />
                {stones[i] !== '.' && (
                  <circle
                    class={`stone ${stones[i] === 'B' ? 'black' : 'white'}`}
                    r={0.72 * radius}
                  />
                )}
                {cell.name === last && (
                  <circle
                    class={`last ${stones[i] === 'B' ? 'on-black' : 'on-white'}`}
                    r={0.24 * radius}
                  />
                )}
              </g>
            ),
        )}
        {board.edges.map(({ player, points: list }, i) => (
          <g key={i}>
            <polyline class="edge rim" points={points(list)} />
            <polyline
              class={`edge ${{ B: 'black', W: 'white', none: 'none' }[player]}`}
              points={points(list)}
            />
          </g>
        ))}
      </svg>
    );
  }
}
