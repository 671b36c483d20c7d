import { judge } from '@palisade/scanner/judge';
import { afterEach, describe, expect, it } from 'vitest';
import { browserOf } from '../../../packages/scanner/test/browser-evidence.ts';
import { evidenceWith } from '../../../packages/scanner/test/evidence.ts';
import { renderReport } from './render-report.ts';
import { siteReport } from './scanning/site-report.ts';

const report = siteReport(
  judge(
    evidenceWith({
      headers: [
        ['Server', 'nginx/1.14.0'],
        ['Set-Cookie', 'sid=1'],
      ],
    }),
    '',
  ),
  '',
);
const usual = process.stdout.columns;
afterEach(() => {
  process.stdout.columns = usual;
});

describe.each([40, 60, 80])('at %i columns', (width) => {
  it('the terminal breaks no line except fixes, which are copied, and words that are longer than the line', () => {
    process.stdout.columns = width;
    let inFix = false;
    const long = renderReport(report).filter((one) => {
      const text = one.toString();
      // Blocks of a fix are separated by empty lines, and code is indented.
      inFix = /^ {4}fix /u.test(text) || (inFix && /^(?: {8}|\s*$)/u.test(text));
      return !inFix && one.length > width && text.trim().split(' ').length > 2;
    });
    expect(long.map(String)).toEqual([]);
  });
  it('a finding of several checks is printed once', () => {
    const text = renderReport(siteReport(judge(evidenceWith({}), ''), '')).join('\n');
    expect(text.match(/No cookie set/gu)).toHaveLength(1);
  });
  it('the fix of a header names the header', () => {
    process.stdout.columns = width;
    expect(renderReport(report).map(String)).toContain('    fix X-Content-Type-Options: nosniff');
  });
  it('the kind of a finding is next to its title or below it', () => {
    process.stdout.columns = width;
    const text = renderReport(report).join(' ').replaceAll(/\s+/gu, ' ');
    for (const id of ['headers/strict-transport-security', 'cookies/http-only']) expect(text).toContain(`${id}, `);
  });
});

describe('a remark', () => {
  const storage = [{ origin: 'https://example.test', area: 'local', key: 'auth', bytes: 90, looks: 'jwt' }] as const;
  const seen = siteReport(judge(evidenceWith({ browser: browserOf({ storage: [...storage] }) }), ''), '');
  const text = renderReport(seen).join('\n');
  it('stands by itself, as a remark, with its note and its evidence', () => {
    const flat = text.replaceAll(/\s+/gu, ' ');
    expect(flat).toContain(
      '· Token in storage that scripts can read browser/exposed-tokens, remark No points are deducted',
    );
    expect(flat).toContain('localStorage “auth”');
  });
  it('is not among what is right', () => {
    const right = text.split(/\n(?= {2}\S)/u).filter((part) => part.startsWith('  ✓'));
    expect(right.length).toBeGreaterThan(3);
    expect(right.join(' ')).not.toContain('Token in storage');
    expect(right.join(' ').replaceAll(/\s+/gu, ' ')).toContain('No known tracking before consent');
  });
});
