import { expect, it } from 'vitest';
import type { Check } from './check.ts';
import { scoreWithout } from './rescore.ts';

const check = (id: string, deduction: number): Check => ({
  id,
  outcome: 'x',
  title: id,
  status: deduction > 0 ? 'bad' : 'good',
  severity: 'minor',
  deduction,
  explanation: '',
  fix: null,
  note: null,
  evidence: [],
  weaknesses: [],
  nothing_to_check: false,
});

const report = (checks: Check[], caps: [check: string, max: number][] = []) => ({
  headers: {},
  tls: { checks },
  score_caps: caps.map(([of, max_score]) => ({ check: of, max_score })),
});

it.each<[string, Check[], [string, number][], string[], number]>([
  ['nothing fixed', [check('tls/a', 10)], [], [], 90],
  ['one fixed', [check('tls/a', 10), check('tls/b', 5)], [], ['tls/a'], 95],
  [
    'floored at 0 although one is fixed',
    [check('tls/a', 80), check('tls/b', 60), check('tls/c', 50)],
    [],
    ['tls/c'],
    0,
  ],
  [
    'above the floor with two',
    [check('tls/a', 80), check('tls/b', 60), check('tls/c', 30)],
    [],
    ['tls/a', 'tls/b'],
    70,
  ],
  ['a cap stays', [check('tls/a', 10), check('tls/b', 30)], [['tls/b', 49]], ['tls/a'], 49],
  ['a cap goes with its check', [check('tls/a', 10), check('tls/b', 30)], [['tls/b', 49]], ['tls/b'], 90],
])('%s', (_name, checks, caps, fixed, score) => {
  expect(scoreWithout(report(checks, caps), new Set(fixed))).toBe(score);
});
