import { describe, expect, it } from 'vitest';
import { faultsOf, readAnswers } from './answers.ts';

const answers = readAnswers();

describe('answers as they are seen in the wild', () => {
  it('holds a good number of them, each once', () => {
    expect(new Set(answers.map(({ id }) => id)).size).toBe(answers.length);
    expect(answers.length).toBeGreaterThanOrEqual(180);
  });
  it.each(answers.map((answer) => [answer.id, answer] as const))('%s', async (_id, answer) => {
    expect(await faultsOf(answer)).toEqual(answer.faults);
  });
});
