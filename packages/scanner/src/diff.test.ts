import { expect, it } from 'vitest';
import { evidenceWith, type EvidenceOptions } from '../test/evidence.ts';
import { describeChange, diffReports, leftOut, type CheckChange } from './diff.ts';
import { judge } from './judge.ts';

const checksOf = (...[before, after]: Parameters<typeof diffReports>): CheckChange[] =>
  diffReports(before, after).filter((change) => change.kind === 'check');
const report = (options: EvidenceOptions, id = 'a') => judge(evidenceWith(options), id);

it('is empty for the same site scanned at different times', () => {
  const later = {
    headers: [['X-Frame-Options', 'DENY']] as [string, string][],
    scanned_at: '2026-12-01T00:00:00.000Z',
  };
  expect(diffReports(report({ headers: later.headers }), report(later, 'b'))).toEqual([]);
});

it('is empty if only our generated origins or the nonce of each response differ', () => {
  const policy = (nonce: string): EvidenceOptions => ({ headers: [['Content-Security-Policy', `default-src 'self'; script-src 'nonce-${nonce}'`]] }); // prettier-ignore
  expect(diffReports(report(policy('r4nd0mr4nd0mr4nd0m')), report(policy('0therother0therother')))).toEqual([]);
  const open = report({});
  const at = (label: string, domain = 'example'): typeof open => ({
    ...open,
    cors: { ...open.cors, checks: open.cors.checks.map((check) => ({ ...check, evidence: [`GET with Origin: https://${label}.${domain}`, `GET with Origin: https://a.test.a.test.${label}.x${label}a.test`] })) }, // prettier-ignore
  });
  expect(open.cors.checks.length).toBeGreaterThan(0);
  expect(diffReports(at('p2887278a'), at('pe640be15'))).toEqual([]);
  expect(diffReports(at('p2887278a'), at('pe640be15', 'org'))).not.toEqual([]);
});

it('names the added header, its points and the new score', () => {
  const diff = diffReports(report({}), report({ headers: [['X-Content-Type-Options', 'nosniff']] }));
  expect(diff.filter(({ kind }) => kind === 'check')).toEqual([
    {
      kind: 'check',
      id: 'headers/x-content-type-options',
      title: 'X-Content-Type-Options',
      before: { status: 'missing', deduction: 5, evidence: [] },
      after: { status: 'good', deduction: 0, evidence: ['nosniff'] },
      points: 5,
      appeared: ['nosniff'],
      vanished: [],
    },
  ]);
  expect(diff).toContainEqual({
    kind: 'summary',
    field: 'score',
    before: expect.any(String) as string,
    after: expect.any(String) as string,
  });
  expect(diff.map(describeChange)).toContain('X-Content-Type-Options: missing → good (+5) + nosniff');
});

it('reports a changed value with an unchanged verdict', () => {
  const headers = (value: string): [string, string][] => [['X-Frame-Options', value]];
  const [only] = checksOf(report({ headers: headers('DENY') }), report({ headers: headers('SAMEORIGIN') }));
  expect(only).toMatchObject({ points: 0, appeared: ['SAMEORIGIN'], vanished: ['DENY'] });
});

it('reports added and removed entries', () => {
  const star = report({ headers: [['Access-Control-Allow-Origin', '*']] });
  expect(checksOf(star, report({}))).toMatchObject([
    { id: 'headers/access-control-allow-origin', after: null, points: 3 },
  ]);
  expect(checksOf(report({}), star)).toMatchObject([{ before: null, points: -3 }]);
});

it('compares what both reports contain: a free report has fewer sections than a paid one', () => {
  const cookies = { headers: [['Set-Cookie', 'PHPSESSID=k3jq9x8v7m2n5b4c']] } satisfies EvidenceOptions;
  const [paid, other] = [report(cookies), report({})];
  const { cookies: _cookies, cross_origin: _crossOrigin, ...free } = paid as Partial<typeof paid>;
  expect(checksOf(other, paid).some(({ points }) => points < 0)).toBe(true);
  for (const [before, after] of [
    [free as typeof paid, paid],
    [paid, free as typeof paid],
  ] as const) {
    // prettier-ignore
    expect(diffReports(before, after)).toEqual([]);
    expect(leftOut(before, after)).toBe(
      'Not compared, because only one of the reports has it: Cookies, Cross-origin isolation.',
    );
  }
  expect(leftOut(paid, other)).toBeNull();
});

it('reverses the signs if the reports are swapped', () => {
  const [a, b] = [report({}), report({ status: 404, headers: [['Referrer-Policy', 'no-referrer']] })];
  const points = (from: typeof a, to: typeof a) => checksOf(from, to).map((change) => change.points);
  expect(points(b, a)).toEqual(points(a, b).map((value) => 0 - value));
  expect(diffReports(a, b)).toContainEqual({ kind: 'summary', field: 'status_code', before: '200', after: '404' });
});
