import type { WeaknessName } from '@palisade/compliance/weaknesses';
import type { Check, HeaderEntry } from '@palisade/report/check';
import type { ScanReport } from '@palisade/report/report';
import { fixSnippets } from '@palisade/report/snippets';

const SHA = '9f2c7a61d0b84e3c5f1a2b7788c9d0e1f2a3b4c5d6e7f8091a2b3c4d5e6f7081';

function header(more: Partial<HeaderEntry> = {}): HeaderEntry {
  return {
    outcome: 'sample',
    title: 'X-Content-Type-Options: nosniff',
    weaknesses: [],
    nothing_to_check: false,
    present: true,
    value: 'nosniff',
    status: 'good',
    severity: 'important',
    deduction: 0,
    explanation: 'nosniff tells browsers to believe the declared content type.',
    fix: null,
    note: null,
    ...more,
  };
}

export function check(id: string, title: string, more: Partial<Check> = {}): Check {
  return {
    id,
    outcome: 'sample',
    title,
    weaknesses: weaknessesFor(id),
    nothing_to_check: false,
    status: 'good',
    severity: 'minor',
    deduction: 0,
    explanation: `${title} was checked.`,
    fix: null,
    note: null,
    evidence: [],
    ...more,
  };
}

const CSP_FIX =
  "default-src 'self'; object-src 'none'; base-uri 'self'; frame-ancestors 'self'; form-action 'self'; upgrade-insecure-requests";

/** A middling shop: some of everything, about as long as most reports. */
export function sampleReport(more: Partial<ScanReport> = {}): ScanReport {
  const report = {
    scan_id: '0199a4d2-7c3e-7f10-9b7a-3d1c52e0a8f4',
    scanned_at: '2026-11-21T12:05:09.000Z',
    duration_ms: 2143,
    engine_version: '0.1.0',
    evidence_sha256: SHA,
    allowed_cidrs: [],
    url: 'https://shop.example.com/',
    final_url: 'https://shop.example.com/en/',
    status_code: 200,
    seen: { page: 'site', reason: null },
    provisional: false,
    grade: 'D',
    score: 54,
    score_caps: [],
    pro_locked: false,
    issue_counts: { critical: 1, important: 6, minor: 5, total: 12 },
    headers: {
      'Content-Security-Policy': header({
        present: false,
        value: null,
        status: 'missing',
        deduction: 15,
        explanation:
          'A content security policy tells browsers which scripts may run. Without one, a single injection flaw is enough to run anything in your visitors’ sessions.',
        fix: CSP_FIX,
        note: 'Begin with Content-Security-Policy-Report-Only and watch the reports before enforcing.',
      }),
      'Strict-Transport-Security': header({
        value: 'max-age=300',
        status: 'weak',
        deduction: 5,
        explanation:
          'HSTS makes browsers use HTTPS even when a link says http. A lifetime of five minutes protects no one who comes back tomorrow.',
        fix: 'max-age=31536000; includeSubDomains',
        note: 'max-age is 300 seconds; a year is 31536000.',
      }),
      'X-Content-Type-Options': header(),
      'X-Frame-Options': header({
        present: false,
        value: null,
        status: 'missing',
        deduction: 5,
        explanation:
          'Without X-Frame-Options or frame-ancestors another site can load this one in an invisible frame and have visitors click on it.',
        fix: 'SAMEORIGIN',
      }),
      'Referrer-Policy': header({ value: 'strict-origin-when-cross-origin', severity: 'minor' }),
      'Permissions-Policy': header({
        present: false,
        value: null,
        status: 'missing',
        severity: 'minor',
        deduction: 2,
        explanation:
          'Permissions-Policy switches off browser features that the site does not use, so that embedded content cannot use them either.',
        fix: 'camera=(), microphone=(), geolocation=(), payment=()',
      }),
    },
    redirects: {
      checks: [
        check('redirects/http-to-https', 'HTTP redirects to HTTPS', {
          evidence: ['http://shop.example.com/ → 301 https://shop.example.com/'],
        }),
        check('redirects/stays-encrypted', 'Redirects stay encrypted'),
      ],
    },
    tls: {
      protocol: 'TLSv1.3',
      cipher: 'TLS_AES_128_GCM_SHA256',
      offered: ['TLSv1.3', 'TLSv1.2', 'TLSv1.1'],
      certificate: {
        subject: 'CN=shop.example.com',
        issuer: 'C=US, O=Example Trust Services, CN=ETS RSA 2026',
        names: ['shop.example.com', 'www.shop.example.com'],
        not_before: '2026-10-01T00:00:00Z',
        not_after: '2026-12-09T23:59:59Z',
        serial: '04:9c:11:5e:aa:02:7f:31',
        key: { type: 'RSA', bits: 2048 },
        fingerprint_sha256:
          '7b:1f:90:c3:5d:88:1e:42:aa:61:0b:9c:de:f0:12:34:56:78:9a:bc:de:f0:11:22:33:44:55:66:77:88:99:00',
      },
      checks: [
        check('tls/protocols', 'Obsolete TLS versions', {
          status: 'bad',
          severity: 'important',
          deduction: 8,
          explanation:
            'TLS 1.0 and 1.1 were withdrawn by RFC 8996: they rest on broken hashes and lack authenticated ciphers.',
          fix: 'ssl_protocols TLSv1.2 TLSv1.3;',
          evidence: ['TLS 1.1 accepted with ECDHE-RSA-AES128-SHA'],
        }),
        check('tls/certificate-validity', 'Certificate is within its dates', {
          note: 'Valid for another 18 days.',
          evidence: ['2026-10-01 to 2026-12-09'],
        }),
        check('tls/certificate-name', 'Certificate covers the hostname'),
        check('tls/certificate-trust', 'Certificate chain is trusted'),
        check('tls/revocation', 'Certificate is not revoked', {
          status: 'unknown',
          note: 'Not assessed: the issuer runs no OCSP responder and its revocation list could not be fetched in time.',
        }),
      ],
    },
    dns: {
      a: ['203.0.113.24', '203.0.113.25'],
      aaaa: ['2001:db8:0:24::1'],
      ns: ['ns1.example.net', 'ns2.example.net'],
      mx: [{ preference: 10, exchange: 'mx.example.net' }],
      spf: 'v=spf1 include:_spf.example.net ~all',
      dmarc: 'v=DMARC1; p=none; rua=mailto:dmarc@example.com',
      checks: [
        check('dns/caa', 'CAA record', {
          status: 'missing',
          deduction: 2,
          explanation:
            'A CAA record says which authorities may issue certificates for the domain; without one, every authority may.',
          fix: 'example.com. IN CAA 0 issue "letsencrypt.org"',
          evidence: ['no CAA at shop.example.com, example.com'],
        }),
        check('dns/spf', 'SPF record', { evidence: ['v=spf1 include:_spf.example.net ~all'] }),
        check('dns/dmarc', 'DMARC policy', {
          status: 'weak',
          severity: 'important',
          deduction: 4,
          explanation: 'p=none only watches: mail that pretends to come from this domain is still delivered.',
          fix: '_dmarc.example.com. IN TXT "v=DMARC1; p=quarantine; rua=mailto:dmarc@example.com"',
          evidence: ['v=DMARC1; p=none; rua=mailto:dmarc@example.com'],
          note: 'A stage on the way, when the reports are read.',
        }),
        check('dns/dnssec', 'DNSSEC', {
          status: 'missing',
          deduction: 1,
          explanation: 'Answers for this domain are not signed, so a resolver cannot tell a forged one.',
          fix: 'Ask the registrar to sign the zone and to publish its DS record.',
        }),
      ],
    },
    cookies: {
      cookies: [
        { name: 'session', secure: false, http_only: true, same_site: 'Lax', path: '/' },
        { name: '_shop_currency', secure: true, http_only: false, same_site: null, path: '/' },
      ],
      checks: [
        check('cookies/secure', 'Cookies carry Secure', {
          status: 'bad',
          severity: 'critical',
          deduction: 10,
          explanation:
            'A session cookie without Secure also travels over plain HTTP, where anyone on the way can read and use it.',
          fix: 'Set-Cookie: session=…; Path=/; Secure; HttpOnly; SameSite=Lax',
          evidence: ['session'],
        }),
        check('cookies/same-site', 'Cookies carry SameSite', {
          status: 'missing',
          deduction: 1,
          explanation: 'Without SameSite the browser decides when the cookie is sent to you from other sites.',
          fix: 'Set-Cookie: _shop_currency=…; SameSite=Lax',
          evidence: ['_shop_currency'],
        }),
      ],
    },
    cross_origin: {
      checks: [
        check('cross_origin/opener-policy', 'Cross-Origin-Opener-Policy', { note: 'Not sent; an opt-in feature.' }),
      ],
    },
    security_txt: {
      checks: [
        check('security_txt/present', 'security.txt', {
          status: 'missing',
          deduction: 1,
          explanation: 'security.txt tells those who find a problem whom to write to.',
          fix: 'Contact: mailto:security@example.com\nExpires: 2027-11-20T00:00:00Z\nCanonical: https://shop.example.com/.well-known/security.txt',
          evidence: ['https://shop.example.com/.well-known/security.txt → 404'],
        }),
      ],
    },
    cors: { checks: [check('cors/reflected-origin', 'Reflected origin')] },
    server_fingerprint: { checks: [check('server_fingerprint/server', 'Server header', { evidence: ['nginx'] })] },
    page_analysis: {
      forms: [{ action: 'https://shop.example.com/login', method: 'post', password: true }],
      third_party_hosts: ['cdn.example.net', 'fonts.example.org'],
      checks: [
        check('page_analysis/subresource-integrity', 'Subresource integrity', {
          status: 'missing',
          severity: 'important',
          deduction: 5,
          explanation:
            'Scripts from other hosts run with all rights of this page. An integrity attribute makes the browser refuse a changed file.',
          fix: '<script src="https://cdn.example.net/widget-4.2.1.min.js" integrity="sha384-…" crossorigin="anonymous"></script>',
          evidence: [
            'https://cdn.example.net/widget-4.2.1.min.js',
            'https://cdn.example.net/loader.js?shop=4711&v=20261101',
          ],
        }),
        check('page_analysis/mixed-content', 'Mixed content'),
      ],
    },
    fix_snippets: null,
    ...more,
  } as unknown as ScanReport;
  if (report.fix_snippets === null && more.fix_snippets === undefined) {
    report.fix_snippets = Object.fromEntries(
      Object.entries(report.headers).flatMap(([name, entry]) =>
        entry.fix === null ? [] : [[name, fixSnippets(name, entry.fix)]],
      ),
    );
  }
  for (const [name, entry] of Object.entries(report.headers))
    entry.weaknesses = weaknessesFor(`headers/${name.toLowerCase()}`);
  return report;
}

const LOOKED_FOR: Readonly<Record<string, WeaknessName>> = {
  'headers/content-security-policy': 'csp-missing',
  'headers/strict-transport-security': 'hsts-short',
  'headers/x-content-type-options': 'nosniff-missing',
  'headers/x-frame-options': 'clickjacking',
  'headers/referrer-policy': 'referrer-missing',
  'headers/permissions-policy': 'permissions-missing',
  'redirects/http-to-https': 'http-no-redirect',
  'redirects/stays-encrypted': 'https-downgrade',
  'tls/protocols': 'tls-obsolete',
  'tls/certificate-validity': 'cert-expired',
  'tls/certificate-name': 'cert-name-mismatch',
  'tls/certificate-trust': 'cert-untrusted',
  'tls/revocation': 'cert-revoked',
  'dns/caa': 'caa-missing',
  'dns/spf': 'spf-missing',
  'dns/dmarc': 'dmarc-none',
  'dns/dnssec': 'dnssec-missing',
  'cookies/secure': 'cookie-no-secure',
  'cookies/same-site': 'cookie-samesite-absent',
  'cross_origin/opener-policy': 'coop-missing',
  'security_txt/present': 'securitytxt-missing',
  'cors/reflected-origin': 'cors-reflect-credentials',
  'server_fingerprint/server': 'server-version',
  'page_analysis/subresource-integrity': 'sri-missing',
  'page_analysis/mixed-content': 'mixed-active',
};

function weaknessesFor(id: string): string[] {
  const weakness = LOOKED_FOR[id];
  return weakness === undefined ? [] : [weakness];
}
