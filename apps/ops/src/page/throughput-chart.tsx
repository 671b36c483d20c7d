import { useId } from 'react';

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
  const peak = Math.max(...minutes.map(({ done, lost }) => done + lost));
  const scale = (value: number) => (value / Math.max(1, peak)) * HEIGHT;
  const done = minutes.reduce((count, minute) => count + minute.done, 0);
  const lost = minutes.reduce((count, minute) => count + minute.lost, 0);
  const title = useId();
  return (
    <figure>
      <div className="above">
        <span>
          {done} done{lost > 0 && <b className="lost">, {lost} failed</b>} in an hour
        </span>
        <span>peak {peak} a minute</span>
      </div>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-labelledby={title}>
        <title
          id={title}
        >{`${label}: ${done} jobs done and ${lost} failed in the last hour, at most ${peak} a minute`}</title>
        {minutes.map((minute, index) => (
          <g key={index}>
            <rect
              className="done"
              x={index * BAR + 0.5}
              width={BAR - 1}
              y={HEIGHT - scale(minute.done)}
              height={scale(minute.done)}
            />
            <rect
              className="lost"
              x={index * BAR + 0.5}
              width={BAR - 1}
              y={HEIGHT - scale(minute.done + minute.lost)}
              height={scale(minute.lost)}
            />
          </g>
        ))}
      </svg>
      <div className="below" aria-hidden="true">
        <span>an hour ago</span>
        <span>now</span>
      </div>
    </figure>
  );
}
