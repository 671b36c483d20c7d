import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { scoringDocument } from '../../../scripts/scoring-doc.ts';
import { WEIGHT_REASONS } from '../../../scripts/scoring-reasons.ts';
import { ALL_CHECKS } from '../src/checks/all.ts';

it('docs/scoring.md is what the definitions say (node scripts/scoring-doc.ts writes it)', () => {
  expect(readFileSync(new URL('../../../docs/scoring.md', import.meta.url), 'utf8')).toBe(scoringDocument());
});

it('gives a reason for every weight, and none for what is gone', () => {
  const costly = ALL_CHECKS.filter(({ deduction }) => deduction > 0).map(({ id }) => id);
  expect(Object.keys(WEIGHT_REASONS).toSorted()).toEqual(costly.toSorted());
});
