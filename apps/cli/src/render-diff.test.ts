import { stripVTControlCharacters } from 'node:util';
import { diffReports, leftOut } from '@palisade/scanner/diff';
import { judge } from '@palisade/scanner/judge';
import { expect, it } from 'vitest';
import { evidenceWith, type EvidenceOptions } from '../../../packages/scanner/test/evidence.ts';
import { siteReport } from './scanning/site-report.ts';
import { renderDiff } from './render-diff.ts';

const report = (options: EvidenceOptions) => judge(evidenceWith(options), '');
const shown = (one: EvidenceOptions, other: EvidenceOptions): string => {
  const [before, after] = [report(one), report(other)];
  const lines = renderDiff(siteReport(before, ''), siteReport(after, ''), {
    changes: diffReports(before, after),
    leftOut: leftOut(before, after),
  });
  return stripVTControlCharacters(lines.map(String).join('\n'));
};
const frames = (value: string): EvidenceOptions => ({ headers: [['X-Frame-Options', value]] });

it('says what got worse, by how many points', () => {
  const text = shown({ headers: [['X-Content-Type-Options', 'nosniff']] }, {});
  expect(text).toMatch(/Worse\n {2}· X-Content-Type-Options: good → missing \(-5\) − nosniff/);
  expect(text).not.toContain('Better');
});

it('names both sites if they are two', () => {
  const [before, after] = [report({}), { ...report({}), final_url: 'https://staging.example/' }];
  const lines = renderDiff(siteReport(before, ''), siteReport(after, ''), { changes: [], leftOut: null }).map(String);
  expect(stripVTControlCharacters(lines.join('\n'))).toContain(`${before.final_url} → https://staging.example/`);
});

it('says what got better', () => {
  expect(shown({}, frames('DENY'))).toMatch(/Better\n {2}· X-Frame-Options: missing → good/);
});

it('says what differs without points, and when nothing does', () => {
  expect(shown(frames('DENY'), frames('SAMEORIGIN'))).toMatch(
    /without a change in points\n {2}· X-Frame-Options: − DENY/,
  );
  expect(shown({}, {})).toContain('Nothing changed.');
});

it('what could not be assessed in one of the two is neither better nor worse', () => {
  const disclosing = { headers: [['Server', 'Apache/2.2.3'] as [string, string]] };
  const [before, after] = [report(disclosing), report(disclosing)];
  const versions = after.server_fingerprint.checks.find(({ deduction }) => deduction > 0);
  Object.assign(versions ?? {}, { status: 'unknown', deduction: 0 });
  const changed = diffReports(before, after);
  const lines = renderDiff(siteReport(before, ''), siteReport(after, ''), { changes: changed, leftOut: null });
  const text = stripVTControlCharacters(lines.map(String).join('\n'));
  expect(text).toMatch(/Not assessed in one of the two\n {2}· .*: \w+ → unknown \(\+\d+\)/u);
  expect(text).not.toContain('Better');
});
