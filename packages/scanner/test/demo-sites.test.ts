import { DEMO_RECORDS, DEMO_SITES } from '@palisade/lab/demo/demo-sites';
import { startLab, type Lab } from '@palisade/lab/lab';
import { CHECK_SECTIONS, type CheckSection } from '@palisade/report/check-sections';
import type { ScanReport } from '@palisade/report/report';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scan } from '../src/scan.ts';

/** The sites of `npm run lab`, scanned through real sockets. Each has the faults that it demonstrates. */
let lab: Lab;
beforeAll(async () => {
  lab = await startLab({ sites: DEMO_SITES, records: DEMO_RECORDS });
});
afterAll(() => lab.close());

async function report(host: string): Promise<ScanReport> {
  const site = lab.site(host);
  const { report: found } = await scan(site.httpsPort === 0 ? site.httpUrl() : site.url(), {
    policy: lab.policy,
    timeoutMs: 15_000,
  });
  return found;
}

function findings(found: ScanReport, section: CheckSection): string[] {
  return (found[section]?.checks ?? []).filter(({ deduction }) => deduction > 0).map(({ id }) => id);
}

it('finds nothing to deduct on a flawless site', async () => {
  const found = await report('perfect.test');
  const faults = CHECK_SECTIONS.flatMap((section) => findings(found, section));
  const headers = Object.entries(found.headers).filter(([, { deduction }]) => deduction > 0);
  expect([faults, headers.map(([name]) => name)]).toEqual([[], []]);
  expect([found.score, found.grade]).toEqual([100, 'A+']);
});

it('fails a site without any protection', async () => {
  expect((await report('bare.test')).grade).toBe('F');
});

describe.each<[string, CheckSection, string[]]>([
  ['cookies.test', 'cookies', ['cookies/secure', 'cookies/http-only', 'cookies/same-site', 'cookies/prefix']],
  ['cors.test', 'cors', ['cors/reading']],
  [
    'mixed.test',
    'page_analysis',
    [
      'page_analysis/active-mixed-content',
      'page_analysis/passive-mixed-content',
      'page_analysis/subresource-integrity',
    ],
  ],
  ['messy.test', 'server_fingerprint', ['server_fingerprint/version-disclosure', 'server_fingerprint/end-of-life']],
  ['bare.test', 'security_txt', ['security_txt/published']],
])('%s', (host, section, expected) => {
  it(`has faults in ${section}`, async () => {
    expect(findings(await report(host), section)).toEqual(expected);
  });
});

it('never discloses a cookie value', async () => {
  expect(JSON.stringify(await report('messy.test'))).not.toContain('0123456789abcdef');
});
