import { expect, it } from 'vitest';
import { answerReader } from './answer-reader.ts';
import { readAnswer } from './protocol.ts';

/** A line `<n>` is followed by n bytes. */
function readingIn(pieces: readonly Buffer[], limit = 100): string[] {
  const got: string[] = [];
  const reader = answerReader({
    limit,
    onLine(line) {
      got.push(`line ${line}`);
      if (/^\d+$/.test(line)) reader.take(Number(line), (bytes) => got.push(`bytes ${bytes.toString('latin1')}`));
    },
    onFlood: () => got.push('flood'),
  });
  for (const piece of pieces) reader.read(piece);
  return got;
}

it('separates lines from the bytes they announce, wherever the stream is cut', () => {
  const stream = Buffer.from('é\n3\n\n\n\n0\n\n5\nab\ncd6\n12345\nx\n', 'utf8');
  const whole = readingIn([stream]);
  expect(whole).toEqual(['line é', 'line 3', 'bytes \n\n\n', 'line 0', 'bytes ', 'line ', 'line 5', 'bytes ab\ncd', 'line 6', 'bytes 12345\n', 'line x']); // prettier-ignore
  for (let first = 1; first < stream.length; first += 1)
    for (let second = first; second < stream.length; second += 1)
      expect(readingIn([stream.subarray(0, first), stream.subarray(first, second), stream.subarray(second)])).toEqual(
        whole,
      );
});

it('keeps no unterminated line, and reads nothing after it', () => {
  expect(readingIn([Buffer.from('a\n'), ...Array.from({ length: 20 }, () => Buffer.from('xxxxxxxxxx')), Buffer.from('\nb\n')])).toEqual(['line a', 'flood']); // prettier-ignore
});

it.each([
  [0, 1, true],
  [Date.now(), Date.now() + 15_000, true],
  // 9.999e310 nanoseconds, which no trace collector accepts.
  [1e300, 1e300, false],
  [-1, 0, false],
])('a step from %d to %d', (startedAt, endedAt, good) => {
  const done = { type: 'done', scanId: crypto.randomUUID(), report: 1, evidence: 0 };
  expect(readAnswer(JSON.stringify({ ...done, steps: [{ step: 'dns', startedAt, endedAt }] })) !== null).toBe(good);
});
