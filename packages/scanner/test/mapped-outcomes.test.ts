import { ALL_FRAMEWORKS } from '@palisade/compliance/frameworks';
import { isRemark, remarkedOutcomes } from '@palisade/report/remarks';
import { findingsOf } from '@palisade/report/findings';
import { SUBJECTS } from '@palisade/compliance/subjects';
import { WEAKNESSES, type WeaknessName } from '@palisade/compliance/weaknesses';
import { describe, expect, it } from 'vitest';
import { CATALOG } from '../src/catalog.ts';
import { ALL_CHECKS } from '../src/checks/all.ts';
import { judge } from '../src/judge.ts';
import { readRecorded, recordedSites } from './recorded.ts';

/** Weaknesses that an outcome must never have, judged by its wording, for any check. */
function weaknessOf(id: string, outcome: string): WeaknessName {
  const found = ALL_CHECKS.find((check) => check.id === id)?.outcomes[outcome]?.weakness;
  if (found === undefined) throw new Error(`${id} has no fault ${outcome}`);
  return found;
}
const cweOf = (name: WeaknessName) => WEAKNESSES[name].cwe?.id ?? null;
const controlsFailing = (name: WeaknessName) =>
  ALL_FRAMEWORKS.flatMap(({ id, weaknesses }) =>
    (weaknesses[name] ?? []).flatMap(({ control, use }) => (use === 'gap' ? [`${id} ${control}`] : [])),
  );

describe('an outcome is cited as the finding, not as the worst case of its check', () => {
  // These outcomes do not show revocation (299), obsolete or broken cryptography (326, 327, 328), expiry (324), clear
  // text (319) and similar.
  it.each([
    ['tls/ocsp-stapling', 'stale', 'cert-revoked', []],
    ['tls/ocsp-stapling', 'unproven', 'cert-revoked', []],
    ['tls/ocsp-stapling', 'required_missing', 'cert-revoked', []],
    ['tls/certificate-validity', 'not_yet_valid', 'cert-expired', [324]],
    ['tls/certificate-key', 'p521', 'cert-weak-key', [326, 327]],
    ['tls/certificate-key', 'unsupported', 'cert-weak-key', [326, 327]],
    ['tls/certificate-signature', 'unsupported', 'cert-weak-signature', [328]],
    ['tls/aead', 'none', 'tls-weak-cipher', []],
    ['tls/post-quantum', 'large_hello', 'tls-handshake', [300]],
    ['tls/other-addresses', 'no_tls', 'tls-handshake', [300]],
    ['redirects/http-to-https', 'off_host', 'http-no-redirect', []],
    ['redirects/http-to-https', 'late', 'http-no-redirect', []],
    ['redirects/http-to-https', 'bad_location', 'http-no-redirect', []],
    ['cookies/accepted', 'too_big', 'cookie-broad-domain', [565, 614]],
    ['cookies/accepted', 'secure_over_http', 'cookie-no-secure', [614]],
    ['cors/reading', 'invalid', 'cors-reflect-public', []],
    ['headers/clear-site-data', 'unquoted', 'cache-sensitive', []],
    ['headers/content-security-policy', 'typo', 'csp-broad-source', [942]],
    ['headers/content-security-policy', 'nothing_trusted', 'csp-broad-source', [942]],
    ['page_analysis/insecure-form', 'open', 'form-http', [523]],
    ['page_analysis/vulnerable-library', 'hijacked', 'js-vulnerable', [1395]],
    ['page_analysis/subresource-integrity', 'no_crossorigin', 'sri-missing', [353]],
    ['page_analysis/base-element', 'plain', 'base-foreign', [829]],
    ['cross_origin/integrity-policy', 'invalid', 'sri-missing', [353]],
    ['browser/exposed-tokens', 'address', 'token-exposed', [922]],
    ['browser/mixed-content', 'blocked', 'mixed-active', []],
    ['dns/mail-encryption', 'old_version', 'mail-clear-text', [319]],
    ['dns/dkim', 'broken', 'dkim-weak', [326]],
    ['dns/dmarc', 'malformed', 'dmarc-none', []],
    ['dns/dmarc', 'ignored_values', 'dmarc-none', [290]],
    ['dns/spf', 'ptr', 'spf-permissive', [290]],
  ] as const)('%s %s is no %s', (id, outcome, other, cwes) => {
    const name = weaknessOf(id, outcome);
    expect(name).not.toBe(other);
    expect(cwes as readonly (number | null)[]).not.toContain(cweOf(name));
  });

  it.each([
    ['tls/ocsp-stapling', 'stale'],
    ['tls/certificate-key', 'p521'],
    ['tls/aead', 'none'],
    ['redirects/http-to-https', 'off_host'],
    ['browser/mixed-content', 'blocked'],
    ['dns/mx', 'dangling'],
    ['dns/dmarc', 'none'],
    ['dns/spf', 'wide'],
    ['cookies/accepted', 'too_big'],
  ])('%s %s fails no PCI DSS requirement and no safeguard', (id, outcome) => {
    expect(controlsFailing(weaknessOf(id, outcome)).filter((where) => /^(?:pci|cis)/u.test(where))).toEqual([]);
  });

  it('an unreachable mail server concerns no system component of PCI DSS', () => {
    const pci = ALL_FRAMEWORKS.find(({ id }) => id === 'pci-dss-4.0.1');
    expect(pci?.weaknesses[weaknessOf('dns/mx', 'dangling')]).toBeUndefined();
  });

  it.each([
    ['tls/ocsp-stapling', 'revoked', 'cert-revoked'],
    ['tls/certificate-key', 'short', 'cert-weak-key'],
    ['redirects/http-to-https', 'served', 'http-no-redirect'],
    ['redirects/http-to-https', 'asks_password', 'password-http'],
    ['page_analysis/insecure-form', 'password', 'form-http'],
    ['browser/mixed-content', 'loaded', 'mixed-active'],
  ])('%s %s still is %s', (id, outcome, name) => {
    expect(weaknessOf(id, outcome)).toBe(name);
    expect(controlsFailing(name as WeaknessName).some((where) => where.startsWith('pci'))).toBe(true);
  });

  it('no DNS finding is in the OWASP Top 10, not even as background', () => {
    const dns = ALL_CHECKS.filter(({ id }) => id.startsWith('dns/')).flatMap(({ outcomes }) =>
      Object.values(outcomes).flatMap(({ weakness }) => weakness ?? []),
    );
    expect(dns.length).toBeGreaterThan(20);
    for (const { id, weaknesses, controls } of ALL_FRAMEWORKS.filter((framework) => framework.id.startsWith('owasp'))) {
      const about = Object.values(controls).flatMap((control) =>
        control.about.flatMap((subject) => [...SUBJECTS[subject]]),
      );
      const there = dns.filter((name) => weaknesses[name] !== undefined || (about as string[]).includes(name));
      expect(there, id).toEqual([]);
    }
  });
});

it.each(remarkedOutcomes())('%s %s is a remark: a good outcome of a check that can find an issue', (id, code) => {
  const check = ALL_CHECKS.find((one) => one.id === id);
  expect(check?.outcomes[code]?.status).toBe('good');
  expect(Object.values(check?.outcomes ?? {}).some(({ weakness }) => weakness !== undefined)).toBe(true);
});

/** Nothing was found, after a look at something that could have had it: these do support a control. */
const LOOKED_AND_CLEAR = [
  'headers/x-content-type-options nosniff',
  'headers/cache-control good',
  'headers/access-control-allow-origin unreadable',
  'cors/preflight useless',
  'redirects/http-to-https not_served',
  'redirects/http-to-https silent',
  'redirects/stays-encrypted good',
  'tls/ocsp-stapling asked',
  'tls/second-certificate sound',
  'tls/post-quantum absent',
  'cross_origin/cross-domain-policies good',
  'server_fingerprint/development-server good',
  'server_fingerprint/version-disclosure silent',
  'page_analysis/frames good',
  'page_analysis/window-opener good',
  'browser/exposed-tokens good',
  'browser/policy-violations good',
  'browser/trackers good',
];

it('a good outcome that names something absent, unused, not enforced or not seen supports no control', () => {
  const absent =
    /^no |\bno (?!issue|known)|\bnot (?!known)|probably|report-only|default|opts out|accepts no|any site may/iu;
  const supporting = CATALOG.flatMap(({ id, weaknesses, outcomes }) => {
    const speaks = ALL_FRAMEWORKS.some((framework) => weaknesses.some((name) => framework.weaknesses[name]));
    if (!speaks) return [];
    return outcomes
      .filter(({ status, nothing, title }) => status === 'good' && !nothing && absent.test(title))
      .filter(({ code }) => !isRemark({ id, outcome: code, status: 'good' }))
      .map(({ code }) => `${id} ${code}`);
  });
  expect(supporting.filter((one) => !LOOKED_AND_CLEAR.includes(one))).toEqual([]);
});

it('the title of a check that could not run makes no claim', () => {
  for (const { id, title, outcomes } of ALL_CHECKS) {
    const said = Object.values(outcomes).map((outcome) => outcome.title);
    expect(said, id).not.toContain(title);
    expect(title, id).not.toMatch(/\b(?:trusted|in date|covers|matches|offered|made for|keeps?|same)\b/iu);
  }
});

it('explanations next to zone records are zone-file comments (RFC 1035 §5.1)', () => {
  const fixes = recordedSites()
    .flatMap((site) => findingsOf(judge(readRecorded(site).evidence, site)))
    .flatMap(({ id, fix }) => (id.startsWith('dns/') && fix?.includes(' IN ') ? [fix] : []));
  expect(fixes.length).toBeGreaterThan(10);
  for (const line of fixes.flatMap((fix) => fix.split('\n')))
    expect(line).toMatch(/^(?:;|[\w.-]+\. IN (?:TXT|CAA|TLSA|MX|CNAME|DS|NS) )/u);
});
