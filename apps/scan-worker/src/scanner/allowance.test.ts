import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { allowance } from './allowance.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const taken = (of: { take(): boolean }, wanted: number) =>
  Array.from({ length: wanted }, () => of.take()).filter(Boolean).length;

it('what piled up over twenty seconds may be read at once', () => {
  const beats = allowance(20);
  vi.advanceTimersByTime(20_000);
  expect(taken(beats, 400)).toBe(400);
});

it('a flood is noticed within a second, and after any time', () => {
  const beats = allowance(20);
  expect(taken(beats, 1_000)).toBe(20);
  vi.advanceTimersByTime(86_400_000);
  expect(taken(beats, 10_000)).toBe(1_200);
});
