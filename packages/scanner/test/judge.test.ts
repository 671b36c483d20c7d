import { ScanReport } from '@palisade/report/report';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runCheck } from '../src/check.ts';
import { ALL_CHECKS } from '../src/checks/all.ts';
import { judge, judgeInTurns } from '../src/judge.ts';
import { canonicalJson } from '@palisade/signing/canonical-json';
import { missing } from '../src/evidence/gathered.ts';
import { assertComplete, evidenceWith, pageWith } from './evidence.ts';
import { fieldValue, HOSTILE } from './hostile.ts';

const ALWAYS = [
  'Content-Security-Policy',
  'Strict-Transport-Security',
  'X-Frame-Options',
  'X-Content-Type-Options',
  'Referrer-Policy',
  'Permissions-Policy',
];
const NAMES = [
  ...ALWAYS,
  'Content-Security-Policy-Report-Only',
  'Cache-Control',
  'Access-Control-Allow-Origin',
  'X-XSS-Protection',
  'Expect-CT',
  'Public-Key-Pins',
  'Feature-Policy',
  'Cross-Origin-Opener-Policy',
  'Cross-Origin-Embedder-Policy',
  'Cross-Origin-Resource-Policy',
  'Set-Cookie',
  'Server',
  'X-Powered-By',
  'Location',
  'Integrity-Policy',
];

describe('any response', () => {
  it('is judged, with complete verdicts', () => {
    const field = fc.tuple(fc.constantFrom(...NAMES), fieldValue);
    fc.assert(
      fc.property(fc.array(field, { maxLength: 12 }), fc.constantFrom(200, 204, 302, 404, 503), (headers, status) => {
        const evidence = evidenceWith({ headers, status });
        ScanReport.parse(judge(evidence, 'id'));
        for (const check of ALL_CHECKS) {
          const verdict = runCheck(check, evidence);
          if (verdict) assertComplete(verdict);
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each(HOSTILE.map((value) => [`${value.slice(0, 20)}… (${value.length})`, value]))('%s', (_name, value) => {
    const report = judge(evidenceWith({ headers: NAMES.map((name) => [name, value]) }), 'id');
    for (const { note, fix, explanation } of Object.values(report.headers)) {
      expect(`${note ?? ''}${fix ?? ''}${explanation}`.length).toBeLessThan(20_000);
    }
  });
});

describe('the headers of a report', () => {
  it('always contain the six, in order, and the others only if sent', () => {
    expect(Object.keys(judge(evidenceWith(), 'id').headers)).toEqual(ALWAYS);
    const headers: [string, string][] = [
      ['x-xss-protection', '0'],
      ['EXPECT-CT', 'x'],
    ];
    expect(Object.keys(judge(evidenceWith({ headers }), 'id').headers)).toEqual([
      ...ALWAYS,
      'X-XSS-Protection',
      'Expect-CT',
    ]);
  });

  it('keep repeated fields as received', () => {
    const headers: [string, string][] = [
      ['X-Frame-Options', 'DENY'],
      ['x-frame-options', 'SAMEORIGIN'],
    ];
    const entry = judge(evidenceWith({ headers }), 'id').headers['X-Frame-Options'];
    expect(entry).toMatchObject({ present: true, value: 'DENY, SAMEORIGIN', status: 'good' });
  });

  it('distinguish an absent field from an empty one', () => {
    const entry = (headers: [string, string][]) =>
      judge(evidenceWith({ headers }), 'id').headers['X-Content-Type-Options'];
    expect(entry([])).toMatchObject({ present: false, value: null, status: 'missing' });
    expect(entry([['X-Content-Type-Options', '']])).toMatchObject({ present: true, value: '', status: 'weak' });
  });

  it('contain no fix for a good state, and a snippet for every fix', () => {
    const report = judge(evidenceWith({ headers: [['X-Content-Type-Options', 'nosniff']], page: pageWith() }), 'id');
    expect(report.headers['X-Content-Type-Options']?.fix).toBeNull();
    const fixed = Object.keys(report.headers).filter((name) => report.headers[name]?.fix !== null);
    expect(Object.keys(report.fix_snippets ?? {})).toEqual(fixed);
    expect(fixed).not.toContain('X-Content-Type-Options');
  });
});

it('a site that did not respond has no report', () => {
  expect(() => judge(evidenceWith({ http: missing('refused', 'site', 'connection refused') }), 'id')).toThrow(
    'no report',
  );
});

it('missing evidence is unknown, never good and never a fault', () => {
  const report = judge(evidenceWith(), 'id');
  for (const { status, deduction, note } of [...report.tls.checks, ...report.dns.checks]) {
    expect([status, deduction]).toEqual(['unknown', 0]);
    expect(note).toContain('Not assessed');
  }
});

it('canonical JSON does not depend on the order of keys', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const turned = Object.fromEntries(Object.entries(value).toReversed());
      expect(canonicalJson(turned)).toBe(canonicalJson(value));
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

describe('judged in turns', () => {
  it('gives the same report, byte for byte', async () => {
    const evidence = evidenceWith({ headers: [['Content-Security-Policy', "default-src 'self'"]] });
    expect(JSON.stringify(await judgeInTurns(evidence, 'id'))).toBe(JSON.stringify(judge(evidence, 'id')));
  });

  it('yields to the event loop during long judgments', async () => {
    const sources = Array.from({ length: 60_000 }, (_, n) => `https://h${n}.example`).join(' ');
    const evidence = evidenceWith({ headers: [['Content-Security-Policy', `default-src ${sources}`]] });
    let rests = 0;
    const count = () => {
      rests += 1;
      beat = setImmediate(count);
    };
    let beat = setImmediate(count);
    await judgeInTurns(evidence, 'id');
    clearImmediate(beat);
    expect(rests).toBeGreaterThan(1);
  });

  it('rejects evidence without a response', async () => {
    const evidence = evidenceWith({ http: missing('reset', 'site', 'closed') });
    await expect(judgeInTurns(evidence, 'id')).rejects.toThrow('no report without an HTTP response');
  });
});
