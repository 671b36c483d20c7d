import { describe, expect, it } from 'vitest';
import { judge } from '../src/judge.ts';
import { readRecorded, recordedSites, verdictsOf } from './recorded.ts';

/**
 * A difference here is a change of verdict. Is it meant, write it down with
 * `node packages/scanner/test/record-sites.ts --judge` and let a reviewer see it.
 */
describe.each(recordedSites())('%s', (site) => {
  const { evidence, ...reviewed } = readRecorded(site);
  it('is judged as it was', () => {
    expect(verdictsOf(judge(evidence, site))).toEqual(reviewed);
  });
});

it('knows the best and the worst', () => {
  expect(readRecorded('perfect.test')).toMatchObject({ grade: 'A+', caps: [] });
  expect(readRecorded('middleware.test').grade).toBe('A');
  expect(readRecorded('bare.test').grade).toBe('F');
  expect(readRecorded('http-only.test').grade).toBe('F');
  expect(readRecorded('expired.test').caps).toEqual(['tls/certificate-validity: 49']);
});
