import { describe, expect, it } from 'vitest';
import { faultsOf, readAnswers } from './answers.ts';

const answers = readAnswers();

describe('realistic responses', () => {
  it('contains enough of them, without duplicates', () => {
    expect(new Set(answers.map(({ id }) => id)).size).toBe(answers.length);
    expect(answers.length).toBeGreaterThanOrEqual(180);
  });
  it.each(answers.map((answer) => [answer.id, answer] as const))('%s', async (_id, answer) => {
    expect(await faultsOf(answer)).toEqual(answer.faults);
  });
});
