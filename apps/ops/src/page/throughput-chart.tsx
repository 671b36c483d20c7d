const MINUTES = 60;
const WIDTH = 240;
const HEIGHT = 48;
const BAR = WIDTH / MINUTES;

/** Jobs per minute over the last hour, newest at the right: done in green, failed on top in red. */
export function ThroughputChart({
  completed,
  failed,
  label,
}: {
  completed: readonly number[];
  failed: readonly number[];
  label: string;
}) {
  const minutes = Array.from({ length: MINUTES }, (_, index) => {
    const age = MINUTES - 1 - index;
    return { done: completed[age] ?? 0, lost: failed[age] ?? 0 };
  });
  const top = Math.max(1, ...minutes.map(({ done, lost }) => done + lost));
  const scale = (value: number) => (value / top) * HEIGHT;
  const total = minutes.reduce((count, { done }) => count + done, 0);
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}: ${total} jobs done in the last hour, at most ${top} a minute`}
      >
        {minutes.map(({ done, lost }, index) => (
          <g key={index}>
            <rect
              className="done"
              x={index * BAR + 0.5}
              width={BAR - 1}
              y={HEIGHT - scale(done)}
              height={scale(done)}
            />
            <rect
              className="lost"
              x={index * BAR + 0.5}
              width={BAR - 1}
              y={HEIGHT - scale(done + lost)}
              height={scale(lost)}
            />
          </g>
        ))}
      </svg>
      <figcaption>per minute, last hour; peak {top}</figcaption>
    </figure>
  );
}
