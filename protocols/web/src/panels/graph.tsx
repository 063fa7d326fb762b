import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { line } from '../game/tree.ts';
import { judged } from '../state/analysis.ts';
import { tree, visit } from '../state/edits.ts';
import { reviewedPosition, reviewedTurn } from '../state/review.ts';
import { texts } from '../texts.ts';
import { moveName, percent, playerName } from '../words.ts';
import { Card } from './card.tsx';

const words = texts.graph;
const HEIGHT = 130;

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

// Colours of the page, which the canvas cannot take from the style sheet itself.
const colour = (element: Element, name: string) =>
  getComputedStyle(element).getPropertyValue(name).trim();

function drawMarks(plot: uPlot, points: Point[], current: number): void {
  const { ctx } = plot;
  const ratio = devicePixelRatio;
  const ink = colour(plot.root, '--ink');
  const bad = colour(plot.root, '--bad');
  ctx.save();
  const middle = plot.valToPos(50, 'y', true);
  ctx.strokeStyle = colour(plot.root, '--grid');
  ctx.setLineDash([3 * ratio, 4 * ratio]);
  ctx.beginPath();
  ctx.moveTo(plot.bbox.left, middle);
  ctx.lineTo(plot.bbox.left + plot.bbox.width, middle);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.font = `600 ${11 * ratio}px system-ui, sans-serif`;
  ctx.textAlign = 'center';
  points.forEach(({ node, blackWins, sign }, turn) => {
    if (blackWins === null || (sign === '' && node !== current)) return;
    const x = plot.valToPos(turn, 'x', true);
    const y = plot.valToPos(blackWins, 'y', true);
    ctx.fillStyle = sign === '' ? ink : bad;
    ctx.beginPath();
    ctx.arc(x, y, (node === current ? 5 : 3.5) * ratio, 0, 2 * Math.PI);
    ctx.fill();
    if (sign !== '') ctx.fillText(sign, x, blackWins > 80 ? y + 17 * ratio : y - 9 * ratio);
  });
  ctx.restore();
}

export function Graph() {
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const points = graphPoints();
  const latest = useRef({ points, current: tree.value.current });
  latest.current = { points, current: tree.value.current };

  useEffect(() => {
    const element = host.current!;
    const made = new uPlot(
      {
        width: element.clientWidth || 300,
        height: HEIGHT,
        padding: [8, 10, 4, 0],
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
        scales: {
          x: { time: false, range: () => [0, Math.max(latest.current.points.length - 1, 4)] },
          y: { range: [0, 100] },
        },
        axes: [
          {
            size: 24,
            stroke: () => colour(element, '--dim'),
            grid: { show: false },
            ticks: { show: false },
            incrs: [1, 2, 5, 10, 20, 50, 100],
          },
          {
            size: 34,
            stroke: () => colour(element, '--dim'),
            grid: { show: false },
            ticks: { show: false },
            splits: [0, 50, 100],
          },
        ],
        series: [
          {},
          {
            width: 2,
            stroke: () => colour(element, '--ink'),
            fill: () => colour(element, '--fill'),
            points: { show: false },
            spanGaps: true,
          },
        ],
        hooks: { draw: [(plot) => drawMarks(plot, latest.current.points, latest.current.current)] },
      },
      [[], []],
      element,
    );
    plot.current = made;
    made.over.addEventListener('click', () => {
      const point = latest.current.points[made.cursor.idx ?? -1];
      if (point) visit(point.node);
    });
    const resized = new ResizeObserver(() =>
      made.setSize({ width: element.clientWidth, height: HEIGHT }),
    );
    resized.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => made.redraw();
    scheme.addEventListener('change', redraw);
    return () => {
      scheme.removeEventListener('change', redraw);
      resized.disconnect();
      made.destroy();
    };
  }, []);

  const shape = JSON.stringify([points, tree.value.current]);
  useEffect(() => {
    plot.current?.setData([points.map((_, turn) => turn), points.map((point) => point.blackWins)]);
  }, [shape]);

  return (
    <Card title={words.title(playerName('B'))} aside={words.aside}>
      <div class="graph" ref={host} role="img" aria-label={summary(points)} />
    </Card>
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
