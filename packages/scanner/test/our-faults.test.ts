import { DEMO_RECORDS, DEMO_SITES } from '@palisade/lab/demo/demo-sites';
import { startLab, type Lab } from '@palisade/lab/lab';
import { LAB_SITES_CIDR } from '@palisade/lab/site/lab-address';
import { startSmtpServer, type SmtpServer } from '@palisade/lab/smtp-server';
import { resultsOf } from '@palisade/report/findings';
import { GRADES, type ScanReport } from '@palisade/report/report';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ALL_FACTS, FACT_NAMES } from '../src/facts/all.ts';
import { gather } from '../src/gather/gather.ts';
import { dialTcp, type Dial } from '../src/gather/net/dial.ts';
import { createEgressOver } from '../src/gather/net/guarded-egress.ts';
import { judge } from '../src/judge.ts';
import { parseTarget } from '../src/parse-target.ts';
import { readRecorded, recordedSites } from './recorded.ts';

/** The function that currently throws. */
const broken = vi.hoisted(() => ({ name: '' }));
const sabotaged = vi.hoisted(() => async (original: () => Promise<object>) => {
  const wrap = (name: string, work: (...args: unknown[]) => unknown) =>
    function (...args: unknown[]) {
      if (broken.name !== name) return work(...args);
      if (name !== 'librariesIn') return Promise.reject(new TypeError('a failure of ours'));
      throw new TypeError('a failure of ours');
    };
  const entries = Object.entries(await original()).map(([name, value]: [string, unknown]) => {
    const isClass = typeof value === 'function' && String(value).startsWith('class');
    return [name, typeof value === 'function' && !isClass ? wrap(name, value as () => unknown) : value];
  });
  return Object.fromEntries(entries) as object;
});
vi.mock('../src/gather/tls.ts', sabotaged);
vi.mock('../src/gather/dns.ts', sabotaged);
vi.mock('../src/gather/cors.ts', sabotaged);
vi.mock('../src/gather/http3.ts', sabotaged);
vi.mock('../src/gather/scripts.ts', sabotaged);
vi.mock('../src/gather/plain-http.ts', sabotaged);
vi.mock('../src/gather/security-txt.ts', sabotaged);
vi.mock('../src/gather/mail/mail-servers.ts', sabotaged);
vi.mock('../src/parse/page/script-content.ts', sabotaged);

/**
 * A site with a fault in each part: its library is only identifiable inside the file, and its mail server does not
 * support encryption.
 */
const HOST = 'faulty.test';
const LIBRARY = '/*! jQuery v1.8.3 jquery.com | jquery.org/license */';
const script: [string, string][] = [['Content-Type', 'text/javascript']];
let lab: Lab;
let smtp: SmtpServer;
beforeAll(async () => {
  const messy = DEMO_SITES.find(({ host }) => host === 'messy.test');
  const https = {
    headers: [['Content-Type', 'text/html']] as [string, string][],
    body: '<title>t</title><script src="/bundle.js"></script>',
    routes: { '/bundle.js': { headers: script, body: LIBRARY } },
  };
  smtp = await startSmtpServer({ host: `mx.${HOST}`, fault: 'no-starttls' });
  lab = await startLab({
    sites: [{ host: HOST, https }, ...(messy ? [messy] : [])],
    records: [...DEMO_RECORDS, `${HOST} MX 10 mx.${HOST}`, `mx.${HOST} A ${smtp.address}`],
  });
});
afterAll(() => Promise.all([lab.close(), smtp.close()]));

async function reportOf(host: string): Promise<ScanReport> {
  const dial: Dial = (to, wanted) => dialTcp(to, wanted === 25 ? smtp.port : wanted);
  const egress = createEgressOver({ ...lab.policy, allowCidrs: [LAB_SITES_CIDR] }, dial);
  try {
    const target = parseTarget(lab.url(host), lab.policy);
    return judge(await gather({ target, egress, signal: AbortSignal.timeout(15_000) }), host);
  } finally {
    egress.close();
  }
}

describe('a gatherer that throws', () => {
  const sound = new Map<string, ScanReport>();
  beforeAll(async () => {
    for (const host of [HOST, 'messy.test']) sound.set(host, await reportOf(host));
  });

  it.each([
    ['gatherTls', 'tls/certificate-trust'],
    ['gatherDns', 'dns/spf'],
    ['gatherCors', null],
    ['gatherHttp3', null],
    ['gatherScripts', 'page_analysis/vulnerable-library'],
    // The parser of script files, which are fetched separately.
    ['librariesIn', 'page_analysis/vulnerable-library'],
    ['gatherPlainHttp', 'redirects/http-to-https'],
    ['gatherSecurityTxt', null],
    ['gatherMailServers', 'dns/mail-encryption'],
  ])('%s: the scan goes on, and no grade rises', async (name, check) => {
    for (const [host, whole] of sound) {
      broken.name = name;
      const report = await reportOf(host).finally(() => (broken.name = ''));
      const status = (one: ScanReport) => resultsOf(one).find(({ id }) => id === check)?.status;
      if (check !== null && host === HOST)
        expect([status(whole), status(report)]).toEqual([expect.not.stringMatching('unknown'), 'unknown']);
      expect(report.score, host).toBeLessThanOrEqual(whole.score);
      expect(GRADES.indexOf(report.grade), host).toBeGreaterThanOrEqual(GRADES.indexOf(whole.grade));
    }
  });
});

const recorded = recordedSites().map((site) => {
  const { evidence } = readRecorded(site);
  return { site, evidence, whole: judge(evidence, site) };
});
it.each(FACT_NAMES)('a derived fact that throws raises no grade: %s', (name) => {
  const fact = ALL_FACTS[name];
  const { compute } = fact;
  for (const { site, evidence, whole } of recorded) {
    fact.compute = () => {
      throw new TypeError('a failure of ours');
    };
    try {
      // Header entries are never unknown: without them there is no report and no grade.
      if (name === 'enforced_policies') expect(() => judge(evidence, site)).toThrow('never unknown');
      else expect(judge(evidence, site).score, site).toBeLessThanOrEqual(whole.score);
    } finally {
      fact.compute = compute;
    }
  }
});
