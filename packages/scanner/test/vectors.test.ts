import type { Check, HeaderEntry } from '@palisade/report/check';
import { ScanReport } from '@palisade/report/report';
import { describe, expect, it } from 'vitest';
import { runCheck } from '../src/check.ts';
import { ALL_CHECKS } from '../src/checks/all.ts';
import { judge } from '../src/judge.ts';
import { assertComplete } from './evidence.ts';
import { evidenceOf, readVectors } from './vectors.ts';

const vectors = readVectors();

it('covers every area with more than a hundred responses', () => {
  expect(vectors.length).toBeGreaterThanOrEqual(110);
  expect(new Set(vectors.map(({ id }) => id)).size).toBe(vectors.length);
});

describe.each(vectors)('$id: $why', (vector) => {
  const evidence = evidenceOf(vector);
  const report = judge(evidence, 'vector');

  it.each(vector.expect)('$at: $is', ({ at, is, names }) => {
    if (at === 'status') return expect(report.status_code).toBe(is);
    if (at === 'grade') return expect(report.grade).toBe(is);
    const found = placesOf(report, at);
    expect(found.length, `nothing in the report at ${at}`).toBeGreaterThan(0);
    const faults = found.filter(({ deduction }) => deduction > 0);
    if (is === 'good') return expect(faults).toEqual([]);
    expect(faults.length).toBeGreaterThan(0);
    const said = JSON.stringify(faults);
    for (const name of names ?? []) expect(said).toContain(JSON.stringify(name).slice(1, -1));
  });

  it('is a complete report with complete verdicts', () => {
    expect(() => ScanReport.parse(report)).not.toThrow();
    for (const check of ALL_CHECKS) {
      const verdict = runCheck(check, evidence);
      if (verdict) assertComplete(verdict);
    }
  });
});

function placesOf(report: ScanReport, at: string): (Check | HeaderEntry)[] {
  if (at.startsWith('headers:')) {
    const entry = report.headers[at.slice('headers:'.length)];
    return entry ? [entry] : [];
  }
  if (at === 'redirect') return report.redirects.checks;
  return (report[at as 'cookies'] as { checks: Check[] }).checks;
}
