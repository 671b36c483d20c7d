import { expect, it } from 'vitest';
import { createJobCost } from './job-cost.ts';

const idle = (jobs: number, cpuMs: number) => ({ jobs, cpuMs, utilization: 0.1 });
const busy = (jobs: number, cpuMs: number) => ({ jobs, cpuMs, utilization: 0.95 });

it.each([
  ['nothing before a few jobs have finished', [idle(0, 50), idle(1, 900), idle(4, 900)], null],
  ['at first what the first few jobs took', [idle(10, 1_000)], 100],
  ['less when a quiet interval shows a lower cost', [idle(10, 1_000), idle(10, 400)], 40],
  ['not more after a quiet interval, which includes idle polling', [idle(10, 400), idle(5, 1_000), idle(0, 50)], 40],
  ['gradually more when the loop was busy throughout', [idle(10, 400), busy(100, 5_000)], 43],
  ['less likewise', [idle(10, 1_000), busy(100, 5_000)], 85],
])('a job costs %s', (_what, intervals, expected) => {
  const cost = createJobCost();
  expect(intervals.map((interval) => cost(interval)).at(-1)).toBe(expected);
});
