import { describe, expect, it } from 'vitest';
import type { OpsHealth } from '../ops-health.ts';
import { queueLevel, verdictOf } from './verdict.ts';

it.each([
  ['scan', 900, 'ok'],
  ['scan', 1_100, 'warn'],
  ['pdf', 5_100, 'page'],
  ['mail', 5_100, 'ok'],
  ['mail', 31_000, 'warn'],
  ['housekeeping', 121_000, 'page'],
] as const)('%s whose oldest job has waited %i ms: %s', (name, oldestWaitingMs, level) => {
  expect(queueLevel({ name, waiting: 1, oldestWaitingMs })).toBe(level);
  expect(queueLevel({ name, waiting: 0, oldestWaitingMs })).toBe('ok');
});

describe('the headline', () => {
  const nothing: OpsHealth = {
    at: '2026-06-15T12:00:00.000Z',
    backend: 'redis',
    session: false,
    trouble: [],
    queues: [],
    workers: [],
    failedJobs: [],
    failedDeliveries: [],
    matters: [],
  };

  it('says that data is missing when it is: nothing else would be true', () => {
    const blind = { ...nothing, queues: null, trouble: ['queues (Redis): no answer within 3000 ms'] };
    expect(verdictOf(blind)).toMatchObject({ level: 'page', headline: 'Some figures are missing · 0 workers alive' });
    expect(verdictOf({ ...nothing, workers: null, trouble: ['workers'] }).headline).toBe('Some figures are missing');
  });

  it('says that a scan was given up, while all queues keep up', () => {
    const scan = { queue: 'scan', jobId: 's', tries: 1, error: 'the scanner ended with SIGSEGV', at: nothing.at };
    expect(verdictOf({ ...nothing, failedJobs: [scan] })).toEqual({
      level: 'warn',
      headline: 'All queues keep up, something needs attention · 0 workers alive',
      lines: [{ level: 'warn', text: '1 scan given up: see its failed job' }],
    });
  });

  it.each([
    ['browser', 0, 'ok'],
    ['browser', 1, 'page'],
    ['scan', 0, 'page'],
  ] as const)('says that %s has no worker, with %i waiting: %s', (name, waiting, level) => {
    const queue = { name, waiting, oldestWaitingMs: 0, paused: false } as NonNullable<OpsHealth['queues']>[number];
    expect(verdictOf({ ...nothing, queues: [queue] }).level).toBe(level);
  });

  it.each([
    ['scan', 'scan is paused: callers get 503'],
    ['mail', 'mail is paused'],
  ])('says that %s is paused, and the consequence', (name, text) => {
    const queue = { name, waiting: 0, oldestWaitingMs: 0, paused: true } as NonNullable<OpsHealth['queues']>[number];
    expect(verdictOf({ ...nothing, queues: [queue] }).lines).toContainEqual({ level: 'warn', text });
  });
});
