import { Component } from 'preact';
import type { CellMark } from './marks.ts';
import { SignShape } from './shapes.tsx';

export interface CellProps {
  index: number;
  x: number;
  y: number;
  outline: string; // as in points of a polygon around 0, 0
  radius: number; // of the largest circle in the cell
  stone: string; // 'B', 'W' or '.'
  mark: CellMark | undefined;
  hasCursor: boolean;
  isPending: boolean;
}

const sameMark = (a: CellMark | undefined, b: CellMark | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.shade === b.shade &&
    a.text === b.text &&
    a.number === b.number &&
    a.name === b.name &&
    a.ring === b.ring &&
    a.owner === b.owner &&
    a.isLast === b.isLast &&
    a.isWinning === b.isWinning &&
    a.isCarrier === b.isCarrier &&
    a.isComing === b.isComing &&
    a.isSwap === b.isSwap &&
    a.isTarget === b.isTarget &&
    a.sign === b.sign &&
    a.label === b.label &&
    a.ghost?.player === b.ghost?.player &&
    a.ghost?.text === b.ghost?.text);

// One cell with all that stands on it. It is drawn anew only where something about it changed:
// most of a heat map's hundreds of cells do not from one report to the next.
export class Cell extends Component<CellProps> {
  override shouldComponentUpdate(next: CellProps): boolean {
    const now = this.props;
    return (
      now.stone !== next.stone ||
      now.hasCursor !== next.hasCursor ||
      now.isPending !== next.isPending ||
      now.x !== next.x ||
      now.y !== next.y ||
      now.outline !== next.outline ||
      !sameMark(now.mark, next.mark)
    );
  }

  override render({
    index,
    x,
    y,
    outline,
    radius,
    stone,
    mark = {},
    hasCursor,
    isPending,
  }: CellProps) {
    const { shade = 0, owner, ghost, text } = mark;
    const size = 0.8 * radius;
    const on = { B: 'on-black', W: 'on-white' }[stone] ?? 'on-cell';
    // The area shows how sure it is; below a number, where there is one.
    const side = (text ? 0.5 : 0.9) * radius * Math.sqrt(Math.abs(owner ?? 0));
    const below = text ? 0.68 * radius : 0;
    return (
      <g transform={`translate(${x} ${y})`} data-cell={index}>
        <polygon
          class="cell"
          points={outline}
          style={{ '--shade': `${Math.round(shade * 100)}%` }}
        />
        {owner !== undefined && stone === '.' && Math.abs(owner) > 0.05 && (
          <rect
            class={`owner ${owner > 0 ? 'black' : 'white'}`}
            x={-side / 2}
            y={below - side / 2}
            width={side}
            height={side}
          />
        )}
        {mark.isCarrier && (
          <circle class="carrier" cy={text ? -0.68 * radius : 0} r={0.14 * radius} />
        )}
        {mark.ring && <polygon class="ring" points={outline} transform="scale(0.86)" />}
        {mark.isTarget && <polygon class="target" points={outline} transform="scale(0.86)" />}
        {stone !== '.' && <circle class={`stone ${stone === 'B' ? 'black' : 'white'}`} r={size} />}
        {mark.isWinning && <circle class={`winning ${on}`} r={(mark.number ? 0.82 : 0.5) * size} />}
        {mark.isSwap && (
          <text class={`swap ${on}`} y={0.3 * size} font-size={0.95 * size}>
            ⇄
          </text>
        )}
        {mark.number && stone !== '.' && !mark.isSwap && (mark.sign ?? 'CR') === 'CR' && (
          <text
            class={`number-on ${on} ${mark.isLast ? 'latest' : ''}`}
            y={0.3 * size}
            font-size={(mark.number.length > 2 ? 0.62 : 0.8) * size}
          >
            {mark.number}
          </text>
        )}
        {mark.isLast && <polygon class="last-cell" points={outline} transform="scale(0.9)" />}
        {mark.isLast && !mark.isSwap && !mark.number && !mark.sign && !mark.label && (
          <circle class={`last ${on}`} r={0.24 * size} />
        )}
        {ghost && (
          <g class={`ghost ${ghost.player === 'B' ? 'black' : 'white'}`}>
            <circle r={0.9 * size} />
            <text y={0.3 * size} font-size={0.86 * size}>
              {ghost.text}
            </text>
          </g>
        )}
        {mark.name && stone === '.' && !text && !ghost && !mark.label && !mark.sign && (
          <text class="cell-name" y={0.2 * radius} font-size={0.58 * radius}>
            {mark.name}
          </text>
        )}
        {text && stone === '.' && !ghost && !mark.label && (
          <text
            class={mark.ring ? 'rate best' : 'rate'}
            y={0.27 * radius}
            font-size={(text.length > 2 ? 0.64 : 0.76) * radius}
          >
            {text}
          </text>
        )}
        {mark.sign && <SignShape sign={mark.sign} size={size} on={on} />}
        {mark.label && !ghost && (
          <text class={`label ${on}`} y={0.3 * size} font-size={0.8 * size}>
            {mark.label}
          </text>
        )}
        {(isPending || mark.isComing) && <circle class="pending" r={size} />}
        {hasCursor && <polygon class="cursor" points={outline} transform="scale(0.94)" />}
      </g>
    );
  }
}
