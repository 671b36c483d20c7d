import { expect, test } from 'vitest';
import { noteNextToEvidence, worstFirst } from './findings.ts';

test.each([
  { note: 'Seen: a; b', evidence: ['a', 'b'], shown: null },
  { note: 'Seen: a; b; c', evidence: ['a', 'b', 'c', 'd'], shown: null },
  { note: 'Seen: a. Restrict it.', evidence: ['a'], shown: 'Seen: a. Restrict it.' },
  { note: 'Seen: a', evidence: [], shown: 'Seen: a' },
  { note: null, evidence: ['a'], shown: null },
])('next to its evidence $evidence, the note $note is shown as $shown', ({ note, evidence, shown }) => {
  expect(noteNextToEvidence({ note, evidence })).toBe(shown);
});

test('remarks come after issues, and before what was not assessed and what is in order', () => {
  const of = (status: 'good' | 'unknown' | 'warn', remark = false) =>
    ({ status, severity: 'minor', deduction: 0, remark }) as const;
  const sorted = [of('good'), of('unknown'), of('good', true), of('warn')].toSorted(worstFirst);
  expect(sorted.map(({ status, remark }) => (remark ? 'remark' : status))).toEqual([
    'warn',
    'remark',
    'unknown',
    'good',
  ]);
});
