import { line } from '../game/tree.ts';
import { judged } from '../state/analysis.ts';
import { tree, visit } from '../state/edits.ts';
import { reviewedPosition, reviewedTurn } from '../state/review.ts';
import { texts } from '../texts.ts';
import { moveName, percent, playerName } from '../words.ts';
import { Card } from './card.tsx';

const words = texts.graph;

interface Point {
  node: number;
  blackWins: number | null; // in percent
  sign: string; // of the move that led there
}

// Black's win rate after each turn of the line: from the review, else as far as it was searched.
function graphPoints(): Point[] {
  return line(tree.value).map((node) => {
    const share = reviewedPosition(node)?.blackWins ?? judged.value.get(node) ?? null;
    const sign = reviewedTurn(node)?.sign ?? '';
    return { node, blackWins: share === null ? null : 100 * share, sign };
  });
}

const LEAST_TURNS = 4; // that there is room for
const MOST_TICKS = 7;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

const ticks = (last: number): number[] => {
  const step = STEPS.find((step) => last / step < MOST_TICKS) ?? last;
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => i * step);
};

export function Graph() {
  const points = graphPoints();
  const last = Math.max(points.length - 1, LEAST_TURNS);
  const x = (turn: number) => (100 * turn) / last;
  const known = points.flatMap(({ blackWins }, turn) =>
    blackWins === null ? [] : [[x(turn), 100 - blackWins] as const],
  );
  const path = known.map(([x, y]) => `${x},${y}`).join(' ');
  const go = (event: MouseEvent) => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
    const point = points[Math.round((last * (event.clientX - left)) / width)];
    if (point) visit(point.node);
  };
  return (
    <Card title={words.title(playerName('B'))} aside={words.aside}>
      <div class="graph">
        <p class="shares" aria-hidden="true">
          <span>100</span>
          <span>50</span>
          <span>0</span>
        </p>
        <svg class="plot" role="img" aria-label={summary(points)} onClick={go}>
          <svg viewBox="0 0 100 100" preserveAspectRatio="none">
            <line class="even" x2="100" y1="50" y2="50" />
            {known.length > 0 && (
              <polygon
                class="area"
                points={`${known[0]![0]},100 ${path} ${known.at(-1)![0]},100`}
              />
            )}
            <polyline class="course" points={path} />
          </svg>
          {points.map((point, turn) => (
            <Dot key={point.node} point={point} x={x(turn)} />
          ))}
        </svg>
        <p class="turns" aria-hidden="true">
          {ticks(last).map((turn) => (
            <span key={turn} style={{ left: `${x(turn)}%` }}>
              {turn}
            </span>
          ))}
        </p>
      </div>
    </Card>
  );
}

const HIGH = 80; // percent: a sign has no room above

// A mistake, or where one is.
function Dot({ point: { node, blackWins, sign }, x }: { point: Point; x: number }) {
  const isHere = node === tree.value.current;
  if (blackWins === null || (sign === '' && !isHere)) return null;
  const y = 100 - blackWins;
  return (
    <g class={sign === '' ? 'dot' : 'dot mistake'}>
      <circle cx={`${x}%`} cy={`${y}%`} r={isHere ? 5 : 3.5} />
      {sign !== '' && (
        <text x={`${x}%`} y={`${y}%`} dy={blackWins > HIGH ? 17 : -9}>
          {sign}
        </text>
      )}
    </g>
  );
}

// The graph in words: where it begins and ends, and the mistakes.
function summary(points: Point[]): string {
  const known = points.filter((point) => point.blackWins !== null);
  if (known.length === 0) return words.none;
  const bad = points.flatMap(({ node, sign }, turn) =>
    sign ? [`${turn}. ${moveName(tree.value.nodes[node]!.move![1])} ${sign}`] : [],
  );
  const ends = words.ends(
    playerName('B'),
    percent(known[0]!.blackWins! / 100),
    percent(known.at(-1)!.blackWins! / 100),
  );
  return bad.length > 0 ? `${ends}. ${words.mistakes(bad.join(', '))}` : ends;
}
