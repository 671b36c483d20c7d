import { describe, expect, it } from 'vitest';
import { ALL_FRAMEWORKS } from '@palisade/compliance/frameworks';
import { oneTimeColumn } from '@palisade/report/columns';
import { recordedSites, readRecorded } from '../test/recorded.ts';
import { assessReport } from './assess-report.ts';
import { judge } from './judge.ts';

function stateOf(site: string, control: string): string | undefined {
  const { frameworks: assessed } = assessReport(judge(readRecorded(site).evidence, site), { frameworks });
  return assessed.flatMap(({ rows }) => rows).find((row) => row.control === control)?.state;
}

const frameworks = ALL_FRAMEWORKS.map(({ id }) => id);

// The column leaves out what only the assessment needs: an assessment of it alone had no check behind any row.
it.each(recordedSites())('%s: what its buyer is served is assessed as the report itself', (site) => {
  const report = judge(readRecorded(site).evidence, site);
  const served = assessReport(oneTimeColumn(report), { frameworks });
  expect(served).toEqual(assessReport(report, { frameworks }));
  const rows = served.frameworks.flatMap((framework) => framework.rows);
  expect(rows.filter(({ checks }) => checks.length > 0).length).toBeGreaterThan(60);
  expect(served.findings.every(({ weaknesses }) => weaknesses.length > 0)).toBe(true);
});

describe('a row is not clear while a finding of its own subject stands', () => {
  it.each([
    ['any site may read the page, and access to information is restricted', 'messy.test', 'A.8.3'],
    ['the page comes in clear text, and its integrity is kept on the way', 'messy.test', '(e)(2)(i)'],
    ['scripts come in clear text, and their integrity is kept on the way', 'mixed.test', '(e)(2)(i)'],
    ['no HSTS, and its integrity is kept on the way', 'bare.test', '(e)(2)(i)'],
    ['any site may frame the page, and access is controlled', 'bare.test', '(a)(1)'],
  ])('%s', (_what, site, control) => {
    expect(stateOf(site, control)).toBe('observation');
  });
});
