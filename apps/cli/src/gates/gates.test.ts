import { describe, expect, it } from 'vitest';
import { judge } from '@palisade/scanner/judge';
import { missing } from '../../../../packages/scanner/src/evidence/gathered.ts';
import { browserOf } from '../../../../packages/scanner/test/browser-evidence.ts';
import { evidenceWith, type EvidenceOptions } from '../../../../packages/scanner/test/evidence.ts';
import { siteReport, type SiteReport } from '../scanning/site-report.ts';
import { baselineOf } from './baseline.ts';
import { createGates, type GateRules } from './gates.ts';
import { covers } from './ignores.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const report = (options: EvidenceOptions = {}): SiteReport => siteReport(judge(evidenceWith(options), ''), '');
const bare = report();
const HOST = new URL(bare.url).hostname;

function failures(rules: Partial<GateRules>, ...reports: SiteReport[]): string[] {
  const gates = createGates({ failOn: [], ignore: [], ...rules }, NOW);
  for (const one of reports) gates.see(one);
  return gates.failures();
}

const ignore = (check: string, expires = '2026-12-31', host?: string) => ({
  check,
  reason: 'moves in December',
  expires,
  ...(host !== undefined && { host }),
});

describe('--fail-under', () => {
  it('fails for a worse grade and says which site has which grade', () => {
    expect(failures({ failUnder: 'A+' }, bare)).toEqual([
      `--fail-under A+: ${HOST} has ${bare.grade} (${bare.score} points)`,
    ]);
    expect(failures({ failUnder: bare.grade }, bare)).toEqual([]);
  });
  it('does not count what is ignored', () => {
    const csp = bare.headers['Content-Security-Policy']?.deduction ?? 0;
    expect(csp).toBeGreaterThan(0);
    const rules = { failUnder: 'A+' as const, ignore: [ignore('headers/content-security-policy')] };
    expect(failures(rules, bare)[0]).toContain(`(${bare.score + csp} points, 1 ignored)`);
  });
});

describe('--fail-on', () => {
  it('a severity includes what is more severe', () => {
    const [all, severe] = [failures({ failOn: ['minor'] }, bare)[0], failures({ failOn: ['critical'] }, bare)[0]];
    expect(all).toMatch(/^--fail-on minor: \d+ times: /);
    expect(severe).toContain('headers/content-security-policy (critical)');
    expect(failures({ failOn: ['minor'] }, bare)[0]).toContain('headers/content-security-policy');
  });
  it('a check by its id', () => {
    const sniff = 'headers/x-content-type-options';
    expect(failures({ failOn: [sniff] }, bare)).toHaveLength(1);
    expect(failures({ failOn: [sniff] }, report({ headers: [['X-Content-Type-Options', 'nosniff']] }))).toEqual([]);
    expect(failures({ failOn: [sniff], ignore: [ignore(sniff)] }, bare)).toEqual([]);
  });
});

describe('ignores', () => {
  const rules = (one: ReturnType<typeof ignore>) => ({ failOn: ['headers/content-security-policy'], ignore: [one] });
  it.each([
    [undefined, 0],
    [HOST, 0],
    [`*.${HOST.split('.').slice(-1).join('.')}`, 0],
    ['other.test', 1],
    [`*.${HOST}`, 1],
  ])('for host %s leave %i failures', (host, count) => {
    expect(failures(rules(ignore('headers/content-security-policy', '2026-12-31', host)), bare)).toHaveLength(count);
  });
  it.each([
    ['bücher.example', 'xn--bcher-kva.example', true],
    ['*.Bücher.example', 'www.xn--bcher-kva.example', true],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example', true],
    ['example.test.', 'example.test', true],
    ['[2001:db8::1]', '[2001:db8::1]', true],
    ['*.example.test', 'example.test', false],
    ['*.example.test', 'anexample.test', false],
  ])('%s covers %s: %s', (pattern, host, covered) => {
    expect(covers(pattern, host)).toBe(covered);
  });
  it('are valid to the end of their last day', () => {
    expect(failures(rules(ignore('headers/content-security-policy', '2026-11-22')), bare)).toEqual([]);
  });
  it('that have expired are a failure that says so, whatever is asked for', () => {
    expect(failures({ ignore: [ignore('dns/spf', '2026-11-21')] })).toEqual([
      'ignore: the ignore of dns/spf expired on 2026-11-21 (moves in December)',
    ]);
    expect(failures(rules(ignore('headers/content-security-policy', '2026-11-21')), bare)).toHaveLength(2);
  });
});

describe('--baseline', () => {
  const baseline = baselineOf('old.json', [bare]);
  it('passes what was known', () => {
    expect(failures({ failOn: ['minor'], baseline }, bare)).toEqual([]);
    expect(failures({ baseline }, bare)).toEqual([]);
  });
  it('fails for a new finding, even the only one', () => {
    const good = baselineOf('old.json', [report({ headers: [['X-Content-Type-Options', 'nosniff']] })]);
    expect(failures({ baseline: good }, bare)).toEqual([
      expect.stringMatching(/^--baseline old\.json: headers\/x-content-type-options \(\w+, new\) at /),
    ]);
    expect(failures({ failOn: ['critical'], baseline: good }, bare)).toEqual([]);
  });
  it('fails for a finding that became worse', () => {
    const weak = report({ headers: [['Strict-Transport-Security', 'max-age=15552000']] });
    expect(failures({ baseline: baselineOf('b', [weak]) }, bare)[0]).toContain('strict-transport-security');
  });
});

describe('--baseline, by page', () => {
  const at = (page: SiteReport, path: string): SiteReport => ({ ...page, url: `https://${HOST}${path}` });
  const good = report({ headers: [['X-Content-Type-Options', 'nosniff']] });
  const sniff = ['headers/x-content-type-options'];
  it.each([
    ['a fault of another page does not make it known', [at(bare, '/a'), at(good, '/b')], at(bare, '/b'), 1],
    ['in any order', [at(good, '/b'), at(bare, '/a')], at(bare, '/b'), 1],
    ['a query can select the page', [at(bare, '/?p=1'), at(good, '/?p=2')], at(bare, '/?p=2'), 1],
    ['the same page', [at(bare, '/a'), at(good, '/b')], at(bare, '/a'), 0],
    ['a page that the baseline lacks shares what is known of the host', [at(bare, '/a')], at(bare, '/c'), 0],
  ])('%s', (_, before, now, count) => {
    expect(failures({ failOn: sniff, baseline: baselineOf('b', before) }, now)).toHaveLength(count);
  });
  it('of a provisional report decides nothing and says so', () => {
    const challenge = { ...good, provisional: true, seen: { page: 'challenge', reason: 'a challenge of Cloudflare' } };
    for (const known of [challenge, { ...bare, provisional: true, seen: challenge.seen }]) {
      const gates = createGates({ failOn: sniff, ignore: [], baseline: baselineOf('b.json', [known]) }, NOW);
      gates.see(bare);
      expect(gates.failures()).toEqual([]);
      expect(gates.remarks().at(-1)).toContain('b.json is provisional there: a challenge of Cloudflare');
    }
  });
});

describe('an ignore that matches nothing', () => {
  const [SNIFF, good] = [
    'headers/x-content-type-options',
    report({ headers: [['X-Content-Type-Options', 'nosniff']] }),
  ];
  const remarksWith = (one: ReturnType<typeof ignore>, ...reports: SiteReport[]) => {
    const gates = createGates({ failOn: [], ignore: [one] }, NOW);
    for (const each of reports) gates.see(each);
    return gates.remarks();
  };
  it.each([
    ['was made and found nothing', ignore(SNIFF), [good], 1],
    ['found something', ignore(SNIFF), [bare], 0],
    ['found something at another site of the run', ignore(SNIFF), [good, bare], 0],
    ['was not made', ignore('dns/dmarc'), [bare], 0],
    ['is for another host', ignore(SNIFF, '2026-12-31', 'other.test'), [good], 0],
    ['has expired, which fails', ignore(SNIFF, '2026-01-31'), [good], 0],
  ])('is mentioned only if its check was made: %s', (_, one, reports, count) => {
    expect(remarksWith(one, ...reports)).toHaveLength(count);
  });
  it('names the host', () => {
    expect(remarksWith(ignore(SNIFF), good)).toEqual([
      `the ignore of ${SNIFF} matches nothing in this run: the check found nothing at ${HOST}`,
    ]);
  });
});

describe('checks that were not made', () => {
  const remarksOn = (...failOn: string[]) => {
    const gates = createGates({ failOn, ignore: [] }, NOW);
    gates.see(bare);
    return gates.remarks();
  };
  it('are named if a gate asks for them', () => {
    expect(remarksOn('dns/dmarc')).toEqual([
      expect.stringMatching(/^.+: these checks were not made, so no gate covers them: dns\/dmarc \(Not assessed: /u),
    ]);
    expect(remarksOn('critical')[0]).toContain('tls/');
    expect(remarksOn('browser/trackers')).toEqual([
      `${HOST}: these checks were not made, so no gate covers them: browser/trackers (not part of this report)`,
    ]);
  });
  it('are not mentioned otherwise', () => {
    expect(remarksOn('headers/referrer-policy')).toEqual([]);
    expect(remarksOn()).toEqual([]);
  });
});

describe('a provisional report', () => {
  const provisional = { ...bare, provisional: true, seen: { page: 'challenge', reason: 'a challenge of Cloudflare' } };
  it('fails only if that is requested', () => {
    expect(failures({ failUnder: 'A+', failOn: ['minor'] }, provisional)).toEqual([]);
    expect(failures({ failOn: ['provisional'] }, provisional)[0]).toContain('challenge of Cloudflare');
  });
  it('is mentioned if gates were requested', () => {
    const gates = createGates({ failOn: ['minor'], ignore: [] }, NOW);
    gates.see(provisional);
    expect(gates.remarks()[0]).toMatch(/provisional: .*challenge/);
  });
  it('counts if only the browser failed: its grade is the same without', () => {
    const browser = missing('internal', 'us', 'the browser could not be started');
    const lacking = report({ browser });
    expect(lacking.provisional).toBe(true);
    expect(failures({ failOn: ['critical'] }, lacking)).toEqual(failures({ failOn: ['critical'] }, bare));
    expect(failures({ failOn: ['provisional'] }, lacking)).toEqual([
      expect.stringContaining('the browser could not be started'),
    ]);
  });
});

describe('a remark', () => {
  const [TOKENS, CLEAN] = ['browser/exposed-tokens', report({ browser: browserOf({}) })];
  const kept = (looks: 'jwt' | 'key') =>
    report({
      browser: browserOf({
        storage: [{ origin: 'https://example.test', area: 'local', key: 'auth', bytes: 90, looks }],
      }),
    });
  it('fails where its check is named, and by no severity', () => {
    expect(failures({ failOn: [TOKENS] }, kept('key'))).toEqual([`--fail-on ${TOKENS}: ${TOKENS} (remark) at ${HOST}`]);
    expect(failures({ failOn: [TOKENS] }, CLEAN)).toEqual([]);
    expect(failures({ failOn: [TOKENS], ignore: [ignore(TOKENS)] }, kept('key'))).toEqual([]);
    expect(failures({ failOn: ['minor'] }, kept('key'))).toEqual(failures({ failOn: ['minor'] }, CLEAN));
  });
  it('is known to a baseline, which a worse one is not', () => {
    const failOn = [TOKENS];
    expect(failures({ failOn, baseline: baselineOf('b', [kept('jwt')]) }, kept('jwt'))).toEqual([]);
    expect(failures({ failOn, baseline: baselineOf('b', [kept('jwt')]) }, kept('key'))).toHaveLength(1);
    expect(failures({ failOn, baseline: baselineOf('b', [CLEAN]) }, kept('jwt'))[0]).toContain('(remark, new)');
  });
  it('fails no baseline by itself', () => {
    expect(failures({ baseline: baselineOf('b', [CLEAN]) }, kept('key'))).toEqual([]);
  });
});
