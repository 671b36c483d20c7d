import { isDeepStrictEqual } from 'node:util';
import { HOSTILE_SITES } from '@palisade/lab/hostile/all';
import { startHostileLabProcess, type HonestSite, type LabProcess } from '@palisade/lab/hostile/lab-process';
import type { ScanReport } from '@palisade/report/report';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NetworkFault, TargetRefused } from '../errors.ts';
import { fieldValues, finalHop } from '../evidence/http.ts';
import { scan, type Scan } from '../scan.ts';

const DEADLINE_MS = 15_000;
/** What a request may take beyond the scan's deadline; the machine that runs this may be busy. */
const GRACE_MS = 5000;
const HONEST_SCANS = 50;
const TICK_MS = 20;

const HONEST: readonly HonestSite[] = [
  { host: 'bare.test', httpsPort: 8443 },
  {
    host: 'careful.test',
    https: {
      headers: [
        ['Content-Type', 'text/html; charset=utf-8'],
        ['Strict-Transport-Security', 'max-age=63072000; includeSubDomains; preload'],
        ['Content-Security-Policy', "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"],
        ['X-Content-Type-Options', 'nosniff'],
        ['Referrer-Policy', 'no-referrer'],
        ['Set-Cookie', 'id=1; Secure; HttpOnly; SameSite=Lax'],
      ],
      body: '<!doctype html><title>careful</title><script src="/a.js"></script>',
    },
  },
  { host: 'moved.test', https: { status: 302, headers: [['Location', 'https://bare.test:8443/']] } },
  { host: 'mixed.test', https: { headers: [['Content-Type', 'text/html']], body: '<img src="http://x.test/a.png">' } },
  { host: 'closed.test', http: 'none', https: { headers: [['Server', 'Apache/2.4.1']], body: 'text' } },
];

type Ending = { kind: 'report'; scan: Scan } | { kind: 'fault' | 'refused'; message: string };

interface Outcome {
  ending: Ending;
  ms: number;
}

let lab: LabProcess;
const alone = new Map<string, unknown>();
const outcomes = new Map<string, Outcome>();
const honestReports: [host: string, report: unknown][] = [];

/** Everything in a report but times of day, how long it took, and the origins the CORS probes made up. */
function judgment({ scan_id: _scan, duration_ms: _duration, evidence_sha256: _sha256, ...rest }: ScanReport): unknown {
  const text = JSON.stringify(rest)
    .replaceAll(/\b(?:p|xp)[0-9a-f]{8}/gu, 'made-up')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/gu, 'time');
  const plain = JSON.parse(text) as { tls: { details: Record<string, unknown> | null } };
  delete plain.tls.details?.['connections'];
  return plain;
}

interface Listed {
  tls: { details: Record<'group_list' | 'signature_list', { offered: boolean | null }[]> | null };
}

/** Questions that a scan can do without were dropped: when time ran out, the report says unknown where it knew before. */
function knowsLess(host: string, report: unknown): boolean {
  const unknown = ({ tls: { details } }: Listed): number =>
    [...(details?.group_list ?? []), ...(details?.signature_list ?? [])].filter(({ offered }) => offered === null)
      .length;
  return unknown(report as Listed) > unknown(alone.get(host) as Listed);
}

async function honest(url: string): Promise<unknown> {
  const { report } = await scan(url, { policy: lab.policy, timeoutMs: 60_000 });
  return judgment(report);
}

async function hostile({ name, url }: LabProcess['hostile'][number]): Promise<void> {
  const started = performance.now();
  const ending = await scan(url, { policy: lab.policy, timeoutMs: DEADLINE_MS }).then(
    (result): Ending => ({ kind: 'report', scan: result }),
    (error: unknown): Ending => {
      if (error instanceof TargetRefused) return { kind: 'refused', message: error.message };
      if (error instanceof NetworkFault) return { kind: 'fault', message: error.message };
      throw error;
    },
  );
  outcomes.set(name, { ending, ms: performance.now() - started });
}

/** As many honest scans at a time as there are honest sites, so that they go on for as long as the attack does. */
async function attack(sites: LabProcess['hostile'], honestRounds: number): Promise<void> {
  const attacked = Promise.all(sites.map(hostile));
  for (let round = 0; round < honestRounds; round += 1) {
    const wave = lab.honest.map(async ({ host, url }): Promise<[string, unknown]> => [host, await honest(url)]);
    honestReports.push(...(await Promise.all(wave)));
  }
  await attacked;
}

function endedWell({ name, ends }: (typeof HOSTILE_SITES)[number]): boolean {
  const outcome = outcomes.get(name);
  if (!outcome || outcome.ms >= DEADLINE_MS + GRACE_MS) return false;
  return ends === 'settled' || outcome.ending.kind === ends;
}

/**
 * Deadlines are wall time. What missed one on a busy machine is tried again: only that, so that the machine gets less to do
 * and not more.
 */
async function attackAgain(): Promise<void> {
  const missed = HOSTILE_SITES.filter((site) => !endedWell(site)).map(({ name }) => name);
  const differing = honestReports.filter(([host, report]) => !isDeepStrictEqual(report, alone.get(host)));
  for (const one of differing) honestReports.splice(honestReports.indexOf(one), 1);
  const again = attack(
    // Its name leads to the site once and never again: a second attack could only be refused.
    lab.hostile.filter(({ name }) => missed.includes(name) && name !== 'dns-rebind'),
    0,
  );
  for (const [host] of differing) {
    const url = lab.honest.find((site) => site.host === host)?.url ?? '';
    honestReports.push([host, await honest(url)]);
  }
  await again;
}

/** Runs the work; true when other processes kept this one from the processor for over a second, or for a quarter of the time. */
async function starvedDuring(work: () => Promise<void>): Promise<boolean> {
  const started = performance.now();
  let longest = 0;
  let total = 0;
  let wall = performance.now();
  let cpu = process.threadCpuUsage();
  const ticks = setInterval(() => {
    const used = process.threadCpuUsage(cpu);
    const starved = Math.max(0, performance.now() - wall - (used.user + used.system) / 1000 - TICK_MS);
    longest = Math.max(longest, starved);
    total += starved;
    wall = performance.now();
    cpu = process.threadCpuUsage();
  }, TICK_MS);
  await work();
  clearInterval(ticks);
  return longest > 1000 || total > (performance.now() - started) / 4;
}

beforeAll(async () => {
  lab = await startHostileLabProcess(HONEST);
  for (const { host, url } of lab.honest) alone.set(host, await honest(url));
  let starved = await starvedDuring(() => attack(lab.hostile, HONEST_SCANS / HONEST.length));
  const dropped = (): boolean => honestReports.some(([host, report]) => knowsLess(host, report));
  for (let attempt = 1; (starved || dropped()) && attempt < 4; attempt += 1) starved = await starvedDuring(attackAgain);
}, 600_000);
afterAll(() => lab.close());

describe('hostile sites, all at once', () => {
  it('are many', () => {
    expect(HOSTILE_SITES.length).toBeGreaterThanOrEqual(30);
    expect(new Set(HOSTILE_SITES.map(({ name }) => name)).size).toBe(HOSTILE_SITES.length);
  });

  it.each(HOSTILE_SITES)('$name: $what', ({ name, ends }) => {
    const outcome = outcomes.get(name);
    if (!outcome) throw new Error('the scan did not end');
    expect(outcome.ms).toBeLessThan(DEADLINE_MS + GRACE_MS);
    if (ends === 'settled') expect(['report', 'fault']).toContain(outcome.ending.kind);
    else expect(outcome.ending).toMatchObject({ kind: ends });
    if (outcome.ending.kind !== 'report') expect(outcome.ending.message).toMatch(/^[ -~]{10,500}$/u);
  });
});

it('normal sites scanned at the same time are judged as if they were alone', () => {
  expect(honestReports.length).toBe(HONEST_SCANS);
  for (const [host, report] of honestReports) expect(report, host).toEqual(alone.get(host));
});

describe('what is unusual and legal is read in full', () => {
  const read = (name: string): Scan => {
    const ending = outcomes.get(name)?.ending;
    if (ending?.kind !== 'report') throw new Error(`${name} gave no report`);
    return ending.scan;
  };
  const values = (name: string, field: string): string[] => {
    const { http } = read(name).evidence;
    return http.ok ? fieldValues(finalHop(http.value).headers, field) : [];
  };

  it('a policy of 40 kB', () => {
    const [policy = ''] = values('long-policy', 'content-security-policy');
    expect(policy.length).toBeGreaterThan(40_000);
    expect(policy.endsWith('https://h1999.example')).toBe(true);
    expect(read('long-policy').report.headers['Content-Security-Policy']).toMatchObject({
      present: true,
      value: policy,
    });
  });
  it('a hundred cookies', () => {
    expect(values('hundred-cookies', 'set-cookie').length).toBe(100);
  });
  it('bytes above ASCII', () => {
    expect(values('latin-1', 'server')).toEqual(['caf\u00e9/1.0 \u00ff']);
  });
  it('an unregistered status, and one without a page', () => {
    expect(read('odd-status').report.status_code).toBe(999);
    expect(read('empty-answer').report.status_code).toBe(204);
  });
});
