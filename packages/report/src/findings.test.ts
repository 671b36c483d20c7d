import { expect, test } from 'vitest';
import { noteNextToEvidence } from './findings.ts';

test.each([
  { note: 'Seen: a; b', evidence: ['a', 'b'], shown: null },
  { note: 'Seen: a; b; c', evidence: ['a', 'b', 'c', 'd'], shown: null },
  { note: 'Seen: a. Restrict it.', evidence: ['a'], shown: 'Seen: a. Restrict it.' },
  { note: 'Seen: a', evidence: [], shown: 'Seen: a' },
  { note: null, evidence: ['a'], shown: null },
])('next to its evidence $evidence, the note $note is shown as $shown', ({ note, evidence, shown }) => {
  expect(noteNextToEvidence({ note, evidence })).toBe(shown);
});
