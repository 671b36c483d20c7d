import type { Words } from '../words/en.ts';

interface Point {
  scannedAt: Date;
  score: number;
}

const [WIDTH, HEIGHT, LEFT, EDGE] = [640, 200, 44, 14];

/** Score over time. The table below it has the same figures. */
export function ScoreChart({ results, words }: { results: readonly Point[]; words: Words }) {
  const [first, last] = [results[0], results.at(-1)];
  if (!first || !last) return null;
  const [begin, end] = [first.scannedAt.getTime(), last.scannedAt.getTime()];
  const x = (date: Date) => LEFT + ((date.getTime() - begin) / Math.max(1, end - begin)) * (WIDTH - LEFT - EDGE);
  const y = (score: number) => EDGE + (1 - score / 100) * (HEIGHT - 2 * EDGE);
  const line = results.map(({ scannedAt, score }) => `${x(scannedAt).toFixed(1)},${y(score).toFixed(1)}`).join(' ');
  const label = words.site.chart(first.score, last.score, results.length);
  return (
    <svg className="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {[0, 50, 80, 100].map((score) => (
        <g key={score}>
          <line className="grid" x1={LEFT} x2={WIDTH - EDGE} y1={y(score)} y2={y(score)} />
          <text x={LEFT - 6} y={y(score) + 5} textAnchor="end">
            {score}
          </text>
        </g>
      ))}
      <polyline className="score" points={line} />
      <circle className="latest" cx={x(last.scannedAt)} cy={y(last.score)} r="4" />
    </svg>
  );
}
