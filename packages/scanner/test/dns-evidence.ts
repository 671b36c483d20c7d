import { startDnsServer, type Rules } from '@palisade/lab/dns-server';
import type { AnyCheck, Verdict } from '../src/check.ts';
import { parseTarget } from '../src/parse-target.ts';
import type { DnsEvidence } from '../src/evidence/dns.ts';
import type { Gathered } from '../src/evidence/gathered.ts';
import { gatherDns } from '../src/gather/dns.ts';
import type { BurstLimits } from '../src/gather/dns/burst.ts';
import { createEgress } from '../src/gather/net/create-egress.ts';
import { HOST, judged } from './evidence.ts';

export interface ZoneOptions extends Rules {
  /** The host that is scanned; `example.test` when not given. */
  host?: string;
  url?: string;
  limits?: BurstLimits;
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
  const { host = 'example.test', url = `https://${host}/`, limits, signal, ...rules } = options;
  const records = lines.map((line) => line.replace(/^@(?= )/, 'example.test').replaceAll('.@', '.example.test'));
  const addressed = records.some((line) => line.startsWith(`${host} A`) || line.startsWith(`${host} CNAME`));
  if (!addressed && host.includes('.')) records.push(`${host} A 192.0.2.10`);
  const server = await startDnsServer({ records, ...rules });
  const policy = { allowCidrs: [], allowPorts: [80, 443, 8443], dnsServers: [server.server], userAgent: 'test' };
  const egress = createEgress(policy);
  try {
    const context = { target: parseTarget(url, policy), egress, signal: signal ?? AbortSignal.timeout(10_000) };
    const dns = await gatherDns(context, limits);
    return { dns, questions: server.queries.map(({ name, type }) => `${name} ${type}`) };
  } finally {
    egress.close();
    await server.close();
  }
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
