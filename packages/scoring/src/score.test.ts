import { describe, expect, it } from 'vitest';
import { gradeOf, scoreOf } from './score.ts';

const minus = (...deductions: number[]) =>
  deductions.map((deduction) => ({
    status: deduction === 0 ? ('good' as const) : ('weak' as const),
    severity: 'minor' as const,
    deduction,
  }));

describe('grades (specification §2.3)', () => {
  it.each([
    [100, 'A+'],
    [90, 'A+'],
    [89, 'A'],
    [80, 'A'],
    [79, 'B'],
    [70, 'B'],
    [69, 'C'],
    [60, 'C'],
    [59, 'D'],
    [50, 'D'],
    [49, 'F'],
    [0, 'F'],
  ])('%i is %s', (score, grade) => {
    expect(gradeOf(score)).toBe(grade);
  });
});

describe('score', () => {
  it.each([
    ['nothing judged', [], [], 100],
    ['deductions add up', [5, 10, 0], [], 85],
    ['not below 0', [60, 60], [], 0],
    ['a cap holds it down', [1], [49], 49],
    ['the lowest cap counts', [], [69, 49], 49],
    ['a cap does not lift it', [80], [49], 20],
  ])('%s', (_name, deductions, caps, score) => {
    expect(
      scoreOf(
        minus(...deductions),
        caps.map((max_score) => ({ max_score })),
      ).score,
    ).toBe(score);
  });

  it('counts issues by severity, without what is unknown', () => {
    const { issueCounts } = scoreOf(
      [
        { status: 'bad', severity: 'critical', deduction: 5 },
        { status: 'missing', severity: 'minor', deduction: 1 },
        { status: 'warn', severity: 'minor', deduction: 1 },
        { status: 'unknown', severity: 'critical', deduction: 0 },
        { status: 'good', severity: 'important', deduction: 0 },
      ],
      [],
    );
    expect(issueCounts).toEqual({ critical: 1, important: 0, minor: 2, total: 3 });
  });
});
