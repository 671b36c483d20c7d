import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REVIEWED } from '../../../../scripts/reviewed-tables.ts';
import { browserOf } from '../../test/browser-evidence.ts';
import { judged, pageWith } from '../../test/evidence.ts';
import { pageOf } from '../../test/page-of.ts';
import { leafWith, timestampOf } from '../../test/tls-evidence.ts';
import trackers from '../checks/browser/trackers.ts';
import httpOnly from '../checks/cookies/http-only.ts';
import contentSecurityPolicy from '../checks/headers/content-security-policy.ts';
import vulnerableLibrary from '../checks/page_analysis/vulnerable-library.ts';
import endOfLife from '../checks/server_fingerprint/end-of-life.ts';
import certificateTransparency from '../checks/tls/certificate-transparency.ts';
import certificateTrust from '../checks/tls/certificate-trust.ts';
import type { Verdict } from '../check.ts';
import { programVerdicts } from '../facts/programs/program-verdicts.ts';
import { COOKIE_TABLE_DATE } from './cookie-names.ts';
import { BYPASS_TABLE_DATE } from './csp-bypass-hosts.ts';
import { ageInDays, AGEING_AFTER_DAYS, isStale, STALE_AFTER_DAYS, staleRemark } from './freshness.ts';
import { ROOT_PROGRAMS } from './root-programs.ts';
import { THIRD_PARTIES_DATE } from './third-parties.ts';

const FOLDER = new URL('.', import.meta.url);
const IN_CODE: Readonly<Record<string, string>> = {
  'csp-bypass-hosts.ts': BYPASS_TABLE_DATE,
  'cookie-names.ts': COOKIE_TABLE_DATE,
  'third-parties.ts': THIRD_PARTIES_DATE,
};
const TABLES = new Map<string, string>([
  ...Object.entries(IN_CODE),
  ...readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name): [string, string] => {
      const table = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as { as_of?: string; compiled?: string };
      return [name, table.as_of ?? table.compiled ?? ''];
    }),
]);

it.each([...TABLES])('%s is fresh', (name, asOf) => {
  expect(asOf, 'every table has a date').toMatch(/^\d{4}-\d\d-\d\d$/u);
  const age = ageInDays(asOf, Date.now());
  if (age > AGEING_AFTER_DAYS) console.warn(`${name} is ${age} days old: npm run refresh-data`);
  expect(age).toBeLessThanOrEqual(STALE_AFTER_DAYS);
});

it.each([...TABLES.keys()])('%s has its date and sources in README.md, and a command that refreshes it', (name) => {
  const row = readFileSync(new URL('README.md', FOLDER), 'utf8')
    .split('\n')
    .find((line) => line.startsWith('|') && line.includes(`\`${name}\``));
  expect(row?.split('|')[3]?.trim()).toBe(TABLES.get(name));
  expect(row?.split('|')[4]?.trim()).not.toBe('');
  const command = readFileSync(new URL('../../../../scripts/refresh-data.ts', import.meta.url), 'utf8');
  const renewed = command.includes(`write('${name}'`) || Object.values(REVIEWED).some(({ file }) => file === name);
  expect(renewed).toBe(true);
});

/** For each table, a check that it makes good, on a date. */
const GOOD: Readonly<Record<string, (scanned_at: string) => Verdict | null>> = {
  'end-of-life.json': (scanned_at) => judged(endOfLife, { headers: [['Server', 'nginx/1.31.1']], scanned_at }),
  'library-advisories.json': (scanned_at) =>
    judged(vulnerableLibrary, { page: pageOf('<script src="/js/jquery-99.1.0.min.js"></script>'), scanned_at }),
  'cookie-names.ts': (scanned_at) => judged(httpOnly, { headers: [['Set-Cookie', 'tabs=1']], scanned_at }),
  'third-parties.ts': (scanned_at) => judged(trackers, { browser: browserOf({}), scanned_at }),
  'ct-logs.json': (scanned_at) => judged(certificateTransparency, { tls: LOGGED, scanned_at }),
  'csp-bypass-hosts.ts': (scanned_at) =>
    judged(contentSecurityPolicy, { headers: [['Content-Security-Policy', "default-src 'self'"]], scanned_at }),
  'root-programs.json': (scanned_at) => judged(certificateTrust, { tls: LOGGED, scanned_at }),
};
/**
 * Tables with a remark instead of `unknown`, which a header does not allow, or which would be wrong where other
 * evidence decides most of the verdict.
 */
const REMARKED: ReadonlySet<string> = new Set(['csp-bypass-hosts.ts', 'root-programs.json']);
/** No verdict is good because of these tables: they cause findings, suggestions, or are shown with their date. */
const NEVER_GOOD: ReadonlySet<string> = new Set([
  'csp-services.json',
  'dkim-selectors.json',
  'gatekeepers.json',
  'tls-clients.json',
  'tls-policies.json',
]);

const root = [...ROOT_PROGRAMS].find(([, row]) => row.chrome === true && row.mozilla === true)?.[0] ?? '';
const LOGGED = leafWith(
  { scts: ['01', '02', '03'].map((log) => timestampOf(log)) },
  { anchor: { subject: 'CN=Root', sha256: root, public: true } },
);

describe('a good verdict, half a year after the date of its table', () => {
  it('is tested for every table', () => {
    expect([...Object.keys(GOOD), ...NEVER_GOOD].toSorted()).toEqual([...TABLES.keys()].toSorted());
  });

  it.each(Object.entries(GOOD))('%s', (name, verdictAt) => {
    const asOf = TABLES.get(name) ?? '';
    const [young, old] = [STALE_AFTER_DAYS, STALE_AFTER_DAYS + 1].map((days) =>
      verdictAt(new Date(Date.parse(asOf) + days * 86_400_000).toISOString()),
    );
    expect(young?.status).toBe('good');
    expect(young?.note ?? '').not.toContain(`is of ${asOf}`);
    expect(old?.status).toBe(REMARKED.has(name) ? 'good' : 'unknown');
    expect(old?.note).toContain(asOf);
  });

  it('no browser is reported as trusting a root because of an outdated list', () => {
    const at = (day: string) => programVerdicts(LOGGED, Date.parse(day)).map(({ accepts }) => accepts);
    expect(at('2026-11-23')).toEqual([true, true, true, true]);
    expect(at('2027-11-23').slice(0, 3)).not.toContain(true);
  });

  it('a suggestion from an old table has a note', () => {
    const page = pageWith({
      resources: pageOf('<script src="https://js.stripe.com/v3/"></script>').resources,
    });
    const note = (scanned_at: string) => judged(contentSecurityPolicy, { page, scanned_at })?.note;
    expect(note('2026-11-23T00:00:00.000Z')).not.toContain('The table of what services need');
    expect(note('2027-11-23T00:00:00.000Z')).toContain('The table of what services need is of');
  });
});

it('is stale one day after half a year', () => {
  expect(isStale('2026-01-01', Date.parse('2026-06-30T23:00:00Z'))).toBe(false);
  expect(isStale('2026-01-01', Date.parse('2026-07-01T00:00:00Z'))).toBe(true);
});

it('a remark appears next to verdicts that an old table could make too good, and not before', () => {
  expect(staleRemark('names', '2026-01-01', Date.parse('2026-06-30T00:00:00Z'))).toBe('');
  expect(staleRemark('names', '2026-01-01', Date.parse('2026-07-01T00:00:00Z'))).toContain('of 2026-01-01');
});
