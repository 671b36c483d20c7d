import { describe, expect, it } from 'vitest';
import { GRADES } from '@palisade/report/report';
import { resultsOf } from '@palisade/report/findings';
import { ALL_CHECKS } from '../src/checks/all.ts';
import { missing } from '../src/evidence/gathered.ts';
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
      if (unmade.has(check)) expect(reason).toContain('by a fault of ours');
  });

  it('is not provisional by itself', () => {
    expect({ seen: whole.seen.page, provisional: whole.provisional }).toEqual({ seen: 'site', provisional: false });
  });
});

it('a check that throws makes no other unknown, and no grade rises', () => {
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

it('what the operator’s settings forbid is no failure', () => {
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

  it('is said to be none, and the grade to be provisional', () => {
    expect(report).toMatchObject({ seen: { page: 'challenge' }, provisional: true });
  });

  it.each(['cookies', 'page_analysis', 'cross_origin', 'cors'] as const)(
    '%s is unknown, with the reason',
    (section) => {
      const { checks } = report[section];
      expect(checks.length).toBeGreaterThan(0);
      for (const check of checks) {
        expect(check).toMatchObject({ status: 'unknown', deduction: 0, fix: null });
        expect(check.note).toContain('Cloudflare');
      }
    },
  );

  it('headers are judged as answered', () => {
    expect(report.headers['X-Frame-Options']).toMatchObject({ present: true, status: 'good' });
    expect(fieldValues(headers, 'x-frame-options')).toEqual(['SAMEORIGIN']);
    expect(report.score).toBeLessThan(100);
  });
});

it('an ordinary page is the site', () => {
  expect(judge(evidenceWith({ page: pageWith() }), 'id').seen).toEqual({ page: 'site', reason: null });
});
