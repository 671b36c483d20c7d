import { describe, expect, it } from 'vitest';
import { afterAttempt, KEY_LIFETIME_MS } from './retry-plan.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const retryable = { outcome: 'retryable', reason: 'busy' } as const;
const unknown = { outcome: 'unknown', reason: 'cut' } as const;
const permanent = { outcome: 'permanent', reason: 'no' } as const;

describe('afterAttempt', () => {
  it.each([
    [1, 2_000],
    [2, 4_000],
    [5, 32_000],
    [40, 1_800_000],
  ])('waits after attempt %i for %i ms', (attempts, delay) => {
    const plan = afterAttempt({ attempts, ambiguous: false, firstAttemptAt: NOW }, retryable, NOW);
    expect(plan).toEqual({ state: 'pending', ambiguous: false, at: new Date(NOW.getTime() + delay) });
  });

  it('waits as long as the service requests', () => {
    const plan = afterAttempt(
      { attempts: 1, ambiguous: false, firstAttemptAt: NOW },
      { ...retryable, retryAfterMs: 60_000 },
      NOW,
    );
    expect(plan).toMatchObject({ at: new Date(NOW.getTime() + 60_000) });
  });

  it('keeps an unknown outcome through later rejections', () => {
    const first = afterAttempt({ attempts: 1, ambiguous: false, firstAttemptAt: NOW }, unknown, NOW);
    expect(first).toMatchObject({ state: 'unknown', ambiguous: true });
    const second = afterAttempt({ attempts: 2, ambiguous: true, firstAttemptAt: NOW }, retryable, NOW);
    expect(second).toMatchObject({ state: 'unknown', ambiguous: true });
  });

  it.each([
    [permanent, false, 0, { state: 'failed' }],
    [permanent, true, 0, { state: 'unknown', ambiguous: true, at: null }],
    [retryable, false, KEY_LIFETIME_MS, { state: 'failed' }],
    [unknown, false, KEY_LIFETIME_MS, { state: 'unknown', ambiguous: true, at: null }],
    [retryable, true, KEY_LIFETIME_MS, { state: 'unknown', ambiguous: true, at: null }],
  ] as const)('%j after doubt %s and %i ms ends', (result, ambiguous, age, expected) => {
    expect(afterAttempt({ attempts: 3, ambiguous, firstAttemptAt: ago(age) }, result, NOW)).toEqual(expected);
  });
});
