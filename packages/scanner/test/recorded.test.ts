import { describe, expect, it } from 'vitest';
import { judge } from '../src/judge.ts';
import { readRecorded, recordedSites, verdictsOf } from './recorded.ts';

/**
 * A difference here is a changed verdict. If it is intended, record it with `node packages/scanner/test/record-sites.ts
 * --judge`, so that a reviewer sees it.
 */
describe.each(recordedSites())('%s', (site) => {
  const { evidence, ...reviewed } = readRecorded(site);
  it('has the recorded verdicts', () => {
    expect(verdictsOf(judge(evidence, site))).toEqual(reviewed);
  });
});

it('contains the best and the worst site', () => {
  expect(readRecorded('perfect.test')).toMatchObject({ grade: 'A+', caps: [] });
  expect(readRecorded('middleware.test').grade).toBe('A');
  expect(readRecorded('bare.test').grade).toBe('F');
  expect(readRecorded('http-only.test').grade).toBe('F');
  expect(readRecorded('expired.test').caps).toEqual(['tls/certificate-validity: 49']);
});
