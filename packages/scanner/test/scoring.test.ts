import { CHECK_SECTIONS } from '@palisade/report/check-sections';
import { GRADES, type ScanReport } from '@palisade/report/report';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Evidence } from '../src/evidence.ts';
import { judge } from '../src/judge.ts';
import { evidenceOf, type Vector } from './vectors.ts';

type Part = Partial<Pick<Vector, 'headers' | 'head' | 'body' | 'http' | 'status' | 'peer'>>;
const header = (name: string, value: string): Part => ({ headers: [[name, value]] });
const plain = (status: number, location?: string): Part => ({
  http: { status, headers: location === undefined ? [] : [['Location', location]] },
});
const session = (attributes: string): Part => header('Set-Cookie', `PHPSESSID=abc; Path=/${attributes}`);

/** The options of a site for each topic, from correct to wrong. Each step to the right adds a fault. */
const MATTERS: Record<string, readonly Part[]> = {
  policy: [
    header('Content-Security-Policy', "default-src 'self'; upgrade-insecure-requests"),
    header('Content-Security-Policy', "default-src 'self'"),
    header('Content-Security-Policy', "default-src 'self' 'unsafe-eval'"),
    header('Content-Security-Policy', "default-src 'self' 'unsafe-eval' 'unsafe-inline'"),
    header('Content-Security-Policy', "default-src * 'unsafe-eval' 'unsafe-inline'"),
    header('Content-Security-Policy-Report-Only', "default-src 'self'"),
    {},
  ],
  framing: [
    {
      headers: [
        ['X-Frame-Options', 'DENY'],
        ['Content-Security-Policy', "frame-ancestors 'none'"],
      ],
    },
    header('X-Frame-Options', 'SAMEORIGIN'),
    header('X-Frame-Options', 'ALLOW-FROM https://a.example'),
    {},
  ],
  hsts: [
    header('Strict-Transport-Security', 'max-age=31536000; includeSubDomains'),
    header('Strict-Transport-Security', 'max-age=2592000'),
    header('Strict-Transport-Security', 'max-age=60'),
    header('Strict-Transport-Security', 'max-age=forever'),
    {},
  ],
  sniffing: [header('X-Content-Type-Options', 'nosniff'), header('X-Content-Type-Options', 'sniff'), {}],
  referrer: [
    header('Referrer-Policy', 'no-referrer'),
    header('Referrer-Policy', 'origin'),
    header('Referrer-Policy', 'x'),
    header('Referrer-Policy', 'unsafe-url'),
  ],
  permissions: [header('Permissions-Policy', 'camera=()'), header('Permissions-Policy', 'camera=*'), {}],
  sharing: [{}, header('Access-Control-Allow-Origin', '*')],
  port80: [{}, plain(301, 'https://www.site.example/'), plain(301, '/x'), plain(200)],
  cookie: [
    {},
    session('; Secure; HttpOnly; SameSite=Lax'),
    session('; Secure; SameSite=Lax'),
    session('; SameSite=Lax'),
  ],
  caching: [
    header('Cache-Control', 'no-store'),
    header('Cache-Control', 'private'),
    header('Cache-Control', 'public, max-age=60'),
  ],
  opener: [header('Cross-Origin-Opener-Policy', 'same-origin'), header('Cross-Origin-Opener-Policy', 'Same Origin')],
  version: [header('Server', 'nginx'), header('Server', 'nginx/1.18.0')],
  images: [{}, { body: '<img src="http://pics.example/a.png" alt="">' }],
  scripts: [{}, { head: '<script src="https://cdn.example/lib.js"></script>' }],
};
const NAMES = Object.keys(MATTERS);

type Choice = Record<string, number>;
const choice: fc.Arbitrary<Choice> = fc.record(
  Object.fromEntries(NAMES.map((name) => [name, fc.nat((MATTERS[name]?.length ?? 1) - 1)])),
);

function reportOn(chosen: Choice): ScanReport {
  return judge(evidenceOf(siteOf(chosen)), 'id');
}

function siteOf(chosen: Choice): Vector {
  const site: Vector = {
    id: 'x',
    area: 'x',
    why: 'x',
    target: 'https://site.example/',
    status: 200,
    headers: [],
    head: '',
    body: '',
    expect: [],
  };
  for (const name of NAMES) {
    const { headers = [], head = '', body = '', ...rest } = MATTERS[name]?.[chosen[name] ?? 0] ?? {};
    Object.assign(site, rest);
    site.headers = [...site.headers, ...headers];
    site.head += head;
    site.body += body;
  }
  return site;
}

/** Everything in a report that can cost points. */
const judged = (report: ScanReport) => [
  ...Object.values(report.headers),
  ...CHECK_SECTIONS.flatMap((section) => report[section]?.checks ?? []),
];
const best: Choice = Object.fromEntries(NAMES.map((name) => [name, 0]));
const worst: Choice = Object.fromEntries(NAMES.map((name) => [name, (MATTERS[name]?.length ?? 1) - 1]));

describe('a score', () => {
  it('never falls if a fault is fixed, and never rises if one is added', () => {
    fc.assert(
      fc.property(choice, fc.constantFrom(...NAMES), fc.nat(10), (chosen, name, step) => {
        const last = (MATTERS[name]?.length ?? 1) - 1;
        const [a, b] = [chosen[name] ?? 0, step % (last + 1)].toSorted((x, y) => x - y);
        const better = reportOn({ ...chosen, [name]: a ?? 0 });
        const worse = reportOn({ ...chosen, [name]: b ?? 0 });
        expect(better.score).toBeGreaterThanOrEqual(worse.score);
        expect(GRADES.indexOf(better.grade)).toBeLessThanOrEqual(GRADES.indexOf(worse.grade));
      }),
      { numRuns: 300 },
    );
  });

  it('can be recomputed from the report', () => {
    fc.assert(
      fc.property(choice, (chosen) => {
        const report = reportOn(chosen);
        const sum = judged(report).reduce((total, { deduction }) => total + deduction, 0);
        expect(report.score).toBe(
          Math.min(Math.max(0, 100 - sum), ...report.score_caps.map(({ max_score }) => max_score)),
        );
        for (const { status, deduction } of judged(report))
          expect(deduction === 0).toBe(status === 'good' || status === 'unknown');
        const issues = judged(report).filter(({ deduction }) => deduction > 0);
        expect(report.issue_counts.total).toBe(issues.length);
        expect(report.issue_counts.critical).toBe(issues.filter(({ severity }) => severity === 'critical').length);
      }),
    );
  });

  it('is the same, byte for byte, for the same evidence after storing and loading it', () => {
    fc.assert(
      fc.property(choice, (chosen) => {
        const evidence = evidenceOf(siteOf(chosen));
        const stored = Evidence.parse(JSON.parse(JSON.stringify(evidence)));
        expect(JSON.stringify(judge(stored, 'id'))).toBe(JSON.stringify(judge(evidence, 'id')));
      }),
      { numRuns: 30 },
    );
  });

  it('is 100 for a flawless site and F for one with every fault', () => {
    const flawless = reportOn(best);
    expect(judged(flawless).filter(({ deduction }) => deduction > 0)).toEqual([]);
    expect(flawless).toMatchObject({ score: 100, grade: 'A+', issue_counts: { total: 0 } });
    expect(reportOn(worst)).toMatchObject({ grade: 'F' });
  });
});

describe('one cause', () => {
  /** Ids of the checks that cost points on the best site with one change. */
  const costs = (part: Part): string[] => {
    const site = siteOf(best);
    const names = new Set((part.headers ?? []).map(([name]) => name));
    const headers = [...site.headers.filter(([name]) => !names.has(name)), ...(part.headers ?? [])].filter(
      ([, value]) => value !== '-',
    );
    const report = judge(evidenceOf({ ...site, ...part, headers }), 'id');
    return [
      ...Object.entries(report.headers)
        .filter(([, entry]) => entry.deduction > 0)
        .map(([name]) => name),
      ...CHECK_SECTIONS.flatMap((section) => report[section]?.checks ?? [])
        .filter(({ deduction }) => deduction > 0)
        .map(({ id }) => id),
    ];
  };
  const policy = (value: string): Part => header('Content-Security-Policy', value);

  it.each<[string, Part, string[]]>([
    ['no policy, framing closed by X-Frame-Options', policy('-'), ['Content-Security-Policy']],
    [
      'neither X-Frame-Options nor frame-ancestors',
      {
        headers: [
          ['X-Frame-Options', '-'],
          ['Content-Security-Policy', "default-src 'self'"],
        ],
      },
      ['X-Frame-Options'],
    ],
    ['frame-ancestors * next to X-Frame-Options', policy("default-src 'self'; frame-ancestors *"), ['X-Frame-Options']],
    [
      'two weaknesses in one policy',
      policy("default-src 'self' 'unsafe-inline' 'unsafe-eval'; frame-ancestors 'self'"),
      ['Content-Security-Policy'],
    ],
    ['HSTS missing', header('Strict-Transport-Security', '-'), ['Strict-Transport-Security']],
    ['Access-Control-Allow-Origin: *', header('Access-Control-Allow-Origin', '*'), ['Access-Control-Allow-Origin']],
    ['the page on port 80', plain(200), ['redirects/http-to-https']],
  ])('%s', (_name, part, expected) => {
    expect(costs(part)).toEqual(expected);
  });

  it('a redirect loop between https and http is reported as a downgrade, once', () => {
    const found = costs({ ...header('Location', 'http://site.example/'), status: 302 });
    expect(found.filter((id) => id.startsWith('redirects/'))).toEqual(['redirects/stays-encrypted']);
  });
});
