import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startProgress } from './progress.ts';

const { isTTY, columns } = process.stderr;
let drawn: string[];
beforeEach(() => {
  vi.useFakeTimers();
  drawn = [];
  process.stderr.isTTY = true;
  process.stderr.columns = 60;
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    // oxlint-disable-next-line no-control-regex -- what a terminal draws over
    drawn.push(String(text).replaceAll(/\u001b\[[0-9;]*[mK]|\r/gu, ''));
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  Object.assign(process.stderr, { isTTY, columns });
});
const failed = { url: 'a.test', ok: false, reason: 'refused', refused: true } as const;

it('continues after results have arrived', () => {
  const progress = startProgress(4);
  for (const done of [1, 2]) {
    progress.started(`${done}.test`);
    progress.finished(failed);
    progress.clear();
  }
  vi.advanceTimersByTime(1000);
  expect(drawn.at(-1)).toMatch(/^█{12}░{12} 2\/4 {2}1 s {2}2\.test$/u);
  progress.clear();
  expect(drawn.at(-1)).toBe('');
  vi.advanceTimersByTime(1000);
  expect(drawn.at(-1)).toContain('2/4');
  progress.end();
  const lines = drawn.length;
  vi.advanceTimersByTime(5000);
  expect(drawn).toHaveLength(lines);
});

it('is one line, even with wide characters', () => {
  process.stderr.columns = 40;
  const progress = startProgress(1);
  progress.started('網站'.repeat(30));
  vi.advanceTimersByTime(1000);
  expect(drawn.at(-1)).toMatch(/^scanning (?:網站)+網?…$/u);
  // 9 columns of words, 14 ideographs of two columns, and the mark: 38 of 40, the last of which stays empty.
  expect([...(drawn.at(-1) ?? '')]).toHaveLength(24);
  progress.end();
});

it.each([0, 1])('ends on a terminal of %i columns', (width) => {
  process.stderr.columns = width;
  const progress = startProgress(1);
  progress.started('a.test');
  vi.advanceTimersByTime(1000);
  expect(drawn.at(-1)).toBe(width === 0 ? 'scanning a.test … 1 s  ' : '…');
  progress.end();
});
