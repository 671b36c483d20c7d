import { startDnsServer, type Rules } from '@palisade/lab/dns-server';
import type { Site, SiteOptions } from '@palisade/lab/site';
import type { AnyCheck, Verdict } from '../src/check.ts';
import { parseTarget } from '../src/parse-target.ts';
import type { DnsEvidence } from '../src/evidence/dns.ts';
import type { Gathered } from '../src/evidence/gathered.ts';
import { gatherDns } from '../src/gather/dns.ts';
import type { BurstLimits } from '../src/gather/dns/burst.ts';
import { createEgress } from '../src/gather/net/create-egress.ts';
import type { Egress } from '../src/gather/net/egress.ts';
import { HOST, judged } from './evidence.ts';

export interface ZoneOptions extends Rules {
  /** The host that is scanned; `example.test` when not given. */
  host?: string;
  url?: string;
  limits?: BurstLimits;
  /** Serves `https://mta-sts.example.test/` in the lab. */
  policySite?: Pick<SiteOptions, 'https' | 'certificate'>;
  signal?: AbortSignal;
}

/**
 * Serves zone-file lines from the lab's DNS server and gathers them as a scan would.
 * `@` at the start of a line, or before a dot, stands for `example.test`; the host has an address unless a line gives it one.
 */
export async function gatherZone(
  lines: readonly string[],
  options: ZoneOptions = {},
): Promise<{ dns: Gathered<DnsEvidence>; questions: string[] }> {
  const { host = HOST, url = `https://${host}/`, limits, policySite, signal, ...rules } = options;
  const records = lines.map((line) => line.replace(/^@(?= )/, 'example.test').replaceAll('.@', '.example.test'));
  const addressed = records.some((line) => line.startsWith(`${host} A `) || line.startsWith(`${host} CNAME `));
  if (!addressed && host.includes('.')) records.push(`${host} A 192.0.2.10`);
  const served = policySite && (await servePolicy(policySite));
  const site = served?.site;
  if (site) records.push(`${site.host} A ${site.address}`);
  const server = await startDnsServer({ records, ...rules });
  const policy = {
    allowCidrs: ['127.64.0.0/10'],
    allowPorts: [80, 443, 8443, ...(site ? [site.httpsPort] : [])],
    dnsServers: [server.server],
    ...(served ? { extraCa: served.extraCa } : {}),
    userAgent: 'test',
  };
  const egress = site ? withPort(createEgress(policy), site.httpsPort) : createEgress(policy);
  try {
    const context = { target: parseTarget(url, policy), egress, signal: signal ?? AbortSignal.timeout(10_000) };
    const dns = await gatherDns(context, limits);
    return { dns, questions: server.queries.map(({ name, type }) => `${name} ${type}`) };
  } finally {
    egress.close();
    await server.close();
    await site?.close();
  }
}

/** Loaded only where it is needed: certificates cost a test file more time than all its questions. */
async function servePolicy(options: NonNullable<ZoneOptions['policySite']>): Promise<{ site: Site; extraCa: string }> {
  const [{ sharedCa }, { startSite }] = await Promise.all([import('@palisade/lab/ca'), import('@palisade/lab/site')]);
  const site = await startSite({ host: `mta-sts.${HOST}`, httpsPort: 0, http: 'none', ...options });
  return { site, extraCa: (await sharedCa()).certificatePem };
}

/** The policy file is at port 443 by definition; a test that may not bind it listens elsewhere. */
function withPort(egress: Egress, port: number): Egress {
  return {
    ...egress,
    request(options) {
      const url = new URL(options.url);
      url.port = String(port);
      return egress.request({ ...options, url });
    },
    connectTls: (options) => egress.connectTls({ ...options, port }),
  };
}

/** One check on what `gatherZone` finds. */
export async function judgedZone(
  check: AnyCheck,
  lines: readonly string[],
  options: ZoneOptions = {},
): Promise<Verdict | null> {
  const { dns } = await gatherZone(lines, options);
  return judged(check, { dns, target: { host: options.host ?? HOST } });
}
