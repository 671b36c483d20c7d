import { describe, test } from 'vitest';
import mtaSts from '../../src/checks/dns/mta-sts.ts';
import { judgedZone, type ZoneOptions } from '../dns-evidence.ts';
import { MAIL } from './zone-cases.ts';

const RECORD = '_mta-sts.@ TXT "v=STSv1; id=1"';
const REPORTS = '_smtp._tls.@ TXT "v=TLSRPTv1; rua=mailto:t@example.test"';
const URL = 'https://mta-sts.example.test/.well-known/mta-sts.txt';
const POLICY = 'version: STSv1\nmode: enforce\nmx: mx.example.test\nmax_age: 604800\n';

interface PolicyCase {
  name: string;
  /** Replaces the valid policy. */
  body?: string;
  record?: string;
  lines?: readonly string[];
  type?: string;
  certificate?: NonNullable<ZoneOptions['policySite']>['certificate'];
  outcome: string;
  says?: readonly string[];
  note?: string;
}

const line = (from: string, to: string): string => POLICY.replace(from, to);

/** RFC 8461 §3.1 for the record, §3.2 for the file, §4.1 for the patterns. */
const CASES: readonly PolicyCase[] = [
  { name: 'the sound policy', outcome: 'enforce', says: [URL] },
  { name: 'no space after the semicolon', record: '_mta-sts.@ TXT "v=STSv1;id=1"', outcome: 'enforce' },
  {
    name: 'a blank in the id',
    record: '_mta-sts.@ TXT "v=STSv1; id=2026 01"',
    outcome: 'malformed',
    says: ['_mta-sts.example.test', 'id=2026 01'],
  },
  {
    name: 'an unknown version',
    record: '_mta-sts.@ TXT "v=STSv2; id=1"',
    outcome: 'malformed',
    says: ['_mta-sts.example.test'],
  },
  {
    name: 'small letters',
    record: '_mta-sts.@ TXT "v=stsv1; id=1"',
    outcome: 'malformed',
    says: ['_mta-sts.example.test'],
  },
  {
    name: 'an empty id',
    record: '_mta-sts.@ TXT "v=STSv1; id="',
    outcome: 'malformed',
    says: ['_mta-sts.example.test'],
  },
  {
    name: 'Enforce with a capital letter',
    body: line('enforce', 'Enforce'),
    outcome: 'policy_faulty',
    says: [URL, 'mode'],
  },
  { name: 'STSv2 in the file', body: line('STSv1', 'STSv2'), outcome: 'policy_faulty', says: [URL, 'version'] },
  {
    name: 'no version in the file',
    body: line('version: STSv1\n', ''),
    outcome: 'policy_faulty',
    says: [URL, 'version'],
  },
  { name: 'a star for all hosts', body: line('mx.example.test', '*'), outcome: 'policy_faulty', says: [URL, 'mx: *'] },
  {
    name: 'a dot in front, as drafts had it',
    body: line('mx.example.test', '.example.test'),
    outcome: 'policy_faulty',
    says: ['mx: .example.test'],
  },
  {
    name: 'two hosts on one line',
    body: line('mx.example.test', 'mx.example.test, mx2.example.test'),
    outcome: 'policy_faulty',
    says: ['mx.example.test, mx2'],
  },
  { name: 'no mx line', body: line('mx: mx.example.test\n', ''), outcome: 'policy_faulty', says: ['no "mx"'] },
  { name: 'two years', body: line('604800', '63115200'), outcome: 'policy_faulty', says: ['max_age'] },
  { name: 'a week in words', body: line('604800', '1w'), outcome: 'policy_faulty', says: ['max_age'] },
  { name: 'a year', body: line('604800', '31557600'), outcome: 'enforce' },
  { name: 'capital letters in the host', body: line('mx.example.test', 'MX.Example.TEST'), outcome: 'enforce' },
  { name: 'a dot at the end', body: line('mx.example.test', 'mx.example.test.'), outcome: 'enforce' },
  {
    name: 'a wildcard does not match the domain itself',
    lines: ['@ MX 10 example.test', 'example.test A 192.0.2.25'],
    body: line('mx.', '*.'),
    outcome: 'mx_not_covered',
    says: ['not covered: example.test'],
  },
  {
    name: 'the second mail server is not listed',
    lines: [...MAIL, '@ MX 20 mx2.@', 'mx2.@ A 192.0.2.26'],
    outcome: 'mx_not_covered',
    says: [URL, 'not covered: mx2.example.test'],
  },
  {
    name: 'a pattern that matches no mail server',
    body: line('max_age', 'mx: old.example.test\nmax_age'),
    outcome: 'enforce',
    note: 'old.example.test',
  },
  { name: 'an unknown key', body: `${POLICY}extra: yes\n`, outcome: 'enforce' },
  { name: 'Windows line ends', body: POLICY.replaceAll('\n', '\r\n'), outcome: 'enforce' },
  { name: 'sent as HTML', type: 'text/html; charset=utf-8', outcome: 'enforce', note: 'text/html' },
  {
    name: 'testing without a report address',
    body: line('enforce', 'testing'),
    outcome: 'testing',
    note: 'TLS-RPT',
  },
  { name: 'testing with one', body: line('enforce', 'testing'), lines: [...MAIL, REPORTS], outcome: 'testing' },
  {
    name: 'an alias to a service',
    record: '_mta-sts.@ CNAME sts.host.test',
    lines: [...MAIL, 'sts.host.test TXT "v=STSv1; id=1"'],
    outcome: 'enforce',
    says: ['_mta-sts.example.test'],
  },
  {
    name: 'a certificate only for the domain',
    certificate: { names: ['example.test'] },
    outcome: 'policy_missing',
    says: [URL, 'not for mta-sts.example.test'],
  },
  { name: 'a certificate by wildcard', certificate: { names: ['*.example.test'] }, outcome: 'enforce' },
];

describe.concurrent('MTA-STS', () => {
  CASES.forEach(
    ({
      name,
      body = POLICY,
      record = RECORD,
      lines = MAIL,
      type = 'text/plain',
      certificate,
      outcome,
      says = [],
      note = '',
    }) =>
      test(name, async ({ expect }) => {
        const answer = { status: 200, headers: [['Content-Type', type]] as [string, string][], body };
        const verdict = await judgedZone(mtaSts, [...lines, record], {
          limits: { queries: 96, timeoutMs: 60_000 },
          policySite: {
            https: { routes: { '/.well-known/mta-sts.txt': answer }, status: 404 },
            ...(certificate ? { certificate } : {}),
          },
        });
        expect(verdict?.outcome ?? verdict?.status ?? null, verdict?.note ?? '').toBe(outcome);
        for (const words of says) expect(verdict?.evidence.join('\n')).toContain(words);
        expect(verdict?.note ?? '').toContain(note);
        if (name === 'testing with one') expect(verdict?.note).not.toContain('TLS-RPT');
      }),
  );
});
