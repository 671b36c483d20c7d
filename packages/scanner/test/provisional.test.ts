import { describe, expect, it } from 'vitest';
import { lacksBrowserAlone, provisionalNote } from '@palisade/report/provisional';
import { GRADES } from '@palisade/report/report';
import { resultsOf } from '@palisade/report/findings';
import { assessReport } from '../src/assess-report.ts';
import { ALL_CHECKS } from '../src/checks/all.ts';
import { missing, type Missing } from '../src/evidence/gathered.ts';
import { fieldValues } from '../src/evidence/http.ts';
import { judge } from '../src/judge.ts';
import { bodySigns } from '../src/parse/page/body-signs.ts';
import { evidenceWith, hop, httpEvidence, pageWith } from './evidence.ts';
import { pageOf } from './page-of.ts';
import { readRecorded, recordedSites } from './recorded.ts';

const KINDS = ['plain_http', 'tls', 'dns', 'cors', 'security_txt', 'page'] as const;

describe.each(recordedSites())('%s, when a part of the scan fails on our side', (site) => {
  const { evidence } = readRecorded(site);
  const whole = judge(evidence, site);

  it.each(KINDS)('%s: no grade rises', (kind) => {
    const report = judge({ ...evidence, [kind]: missing('internal', 'us', 'failed on our side') }, site);
    expect(report.score).toBeLessThanOrEqual(whole.score);
    expect(GRADES.indexOf(report.grade)).toBeGreaterThanOrEqual(GRADES.indexOf(whole.grade));
    if (kind !== 'plain_http') expect(report.provisional).toBe(true);
    const unmade = new Set(resultsOf(report).flatMap(({ id, status }) => (status === 'unknown' ? [id] : [])));
    for (const { check, reason } of report.score_caps)
      if (unmade.has(check)) expect(reason).toContain('because of an error in the scanner');
  });

  it('is not provisional without a failure', () => {
    expect({ seen: whole.seen.page, provisional: whole.provisional }).toEqual({ seen: 'site', provisional: false });
  });
});

it('a check that throws affects no other check and raises no grade', () => {
  const { evidence } = readRecorded('bare.test');
  const whole = judge(evidence, 'id');
  for (const check of ALL_CHECKS) {
    if (check.header !== undefined) continue;
    const { judge: real } = check;
    check.judge = () => {
      throw new TypeError('broken');
    };
    try {
      const report = judge(evidence, 'id');
      expect(report.score, check.id).toBeLessThanOrEqual(whole.score);
    } finally {
      check.judge = real;
    }
  }
});

it('what the operator’s settings forbid is not a failure', () => {
  const report = judge(evidenceWith({ plain_http: missing('blocked', 'us', 'port 80 is closed to scans') }), 'id');
  expect(report.score_caps.map(({ reason }) => reason).join()).not.toContain('port 80');
});

describe('a page that is not the site’s', () => {
  const html = '<title>Just a moment...</title><form action="http://x.test/"><input type="password"></form>';
  const body = new TextEncoder().encode(html);
  const headers: [string, string][] = [
    ['Content-Type', 'text/html'],
    ['cf-mitigated', 'challenge'],
    ['Set-Cookie', 'session=1'],
    ['X-Frame-Options', 'SAMEORIGIN'],
  ];
  const http = httpEvidence([hop({ status: 403, headers })], {
    body: {
      bytes: body.length,
      truncated: false,
      sha256: '0'.repeat(64),
      content_type: 'text/html',
      signs: bodySigns(body, 403),
    },
  });
  const report = judge(evidenceWith({ http, page: pageOf(html) }), 'id');

  it('is reported as such, with a provisional grade', () => {
    expect(report).toMatchObject({ seen: { page: 'challenge' }, provisional: true });
  });

  it.each(['cookies', 'page_analysis', 'cross_origin', 'cors'] as const)(
    '%s is unknown, with the reason',
    (section) => {
      const { checks } = report[section];
      expect(checks.length).toBeGreaterThan(0);
      for (const check of checks) {
        expect(check).toMatchObject({ status: 'unknown', deduction: 0, fix: null });
        expect(check.note).toBe('Not assessed: The URL returned a visitor check from Cloudflare, not the site');
      }
    },
  );

  it('headers are judged as received', () => {
    expect(report.headers['X-Frame-Options']).toMatchObject({ present: true, status: 'good' });
    expect(fieldValues(headers, 'x-frame-options')).toEqual(['SAMEORIGIN']);
    expect(report.score).toBeLessThan(100);
  });
});

it('an ordinary page counts as the site', () => {
  expect(judge(evidenceWith({ page: pageWith() }), 'id').seen).toEqual({ page: 'site', reason: null });
});

describe('a browser check that did not run', () => {
  const without = judge(evidenceWith({ page: pageWith() }), 'id');
  const failed = (code: Missing['code'], blame: Missing['blame'] = 'us') =>
    judge(evidenceWith({ page: pageWith(), browser: missing(code, blame, 'the browser ended unexpectedly') }), 'id');

  it.each([
    // "A whole section could not be assessed by our own fault."
    ['internal', 'us', true],
    // No browser was free, or the page exceeded its limits: the same as without a browser.
    ['timeout', 'us', false],
    ['limit', 'us', false],
    ['cancelled', 'us', false],
    ['not_applicable', 'us', false],
    ['unreachable', 'site', false],
  ] as const)('%s of %s: provisional is %s, and the grade is the same without it', (code, blame, provisional) => {
    const report = failed(code, blame);
    expect(report).toMatchObject({ provisional, browser: { looked: false, reason: 'the browser ended unexpectedly' } });
    for (const key of ['score', 'grade', 'score_caps', 'issue_counts'] as const)
      expect(report[key]).toEqual(without[key]);
    expect(report.browser?.checks.length).toBeGreaterThan(5);
    for (const check of report.browser?.checks ?? [])
      expect(check).toMatchObject({ status: 'unknown', note: 'Not assessed: the browser ended unexpectedly' });
  });

  it('says so next to the grade', () => {
    expect(provisionalNote(failed('internal'))).toBe(
      'Provisional grade. The browser part could not be assessed: the browser ended unexpectedly. The grade covers everything else. Scan again.',
    );
    expect(provisionalNote(failed('timeout'))).toBeNull();
  });

  it('does not block a paid report, unlike any other failure', () => {
    expect(lacksBrowserAlone(failed('internal'))).toBe(true);
    const more = { tls: missing('internal', 'us', 'x'), browser: missing('internal', 'us', 'y') };
    expect(lacksBrowserAlone(judge(evidenceWith({ page: pageWith(), ...more }), 'id'))).toBe(false);
  });

  it.each(['internal', 'timeout'] as const)('makes no claim about payment pages (%s)', (code) => {
    const rows = assessReport(failed(code)).frameworks.find(({ framework: { id } }) => id === 'pci-dss-4.0.1')?.rows;
    const row = (wanted: string) => rows?.find(({ control }) => control === wanted);
    expect(row('11.6.1')?.state).toBe('not assessed');
    const open = row('6.4.3')?.checks.filter(({ id }) => id.startsWith('browser/'));
    expect(open?.map(({ status }) => status)).toEqual(open?.map(() => 'unknown'));
    expect(open?.length).toBeGreaterThan(1);
    // Not green because of something that only a browser could see.
    expect(['not assessed', 'observation']).toContain(row('6.4.3')?.state);
  });
});
