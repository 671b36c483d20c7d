import { startDnsServer, type Rules } from '@palisade/lab/dns-server';
import type { Site, SiteOptions } from '@palisade/lab/site';
import type { SmtpServer, SmtpServerOptions } from '@palisade/lab/smtp-server';
import type { AnyCheck, Verdict } from '../src/check.ts';
import { parseTarget } from '../src/parse-target.ts';
import type { DnsEvidence } from '../src/evidence/dns.ts';
import type { Gathered } from '../src/evidence/gathered.ts';
import { gatherDns } from '../src/gather/dns.ts';
import type { BurstLimits } from '../src/gather/dns/burst.ts';
import { gatherMailServers } from '../src/gather/mail/mail-servers.ts';
import { SilentPort } from '../src/gather/silent-port.ts';
import { dialTcp, type Dial } from '../src/gather/net/dial.ts';
import type { Egress } from '../src/gather/net/egress.ts';
import { createEgressOver } from '../src/gather/net/guarded-egress.ts';
import { HOST, judged } from './evidence.ts';

export interface ZoneOptions extends Rules {
  /** The host that is scanned; `example.test` when not given. */
  host?: string;
  url?: string;
  limits?: BurstLimits;
  /** Serves `https://mta-sts.example.test/` in the lab. */
  policySite?: Pick<SiteOptions, 'https' | 'certificate'>;
  /** Mail servers of the lab at these hosts, spoken to as by a scan. */
  mail?: readonly SmtpServerOptions[];
  signal?: AbortSignal;
}

/**
 * Serves zone-file lines from the lab's DNS server and gathers them as a scan would.
 * `@` at the start of a line, or before a dot, stands for `example.test`; the host has an address unless a line gives it one.
 */
export async function gatherZone(
  lines: readonly string[],
  options: ZoneOptions = {},
): Promise<{ dns: Gathered<DnsEvidence>; questions: string[]; servers: SmtpServer[] }> {
  const { host = HOST, url = `https://${host}/`, limits, policySite, mail = [], signal, ...rules } = options;
  const records = lines.map((line) => line.replace(/^@(?= )/, 'example.test').replaceAll('.@', '.example.test'));
  const addressed = records.some((line) => line.startsWith(`${host} A `) || line.startsWith(`${host} CNAME `));
  if (!addressed && host.includes('.')) records.push(`${host} A 192.0.2.10`);
  const served = policySite && (await servePolicy(policySite));
  const site = served?.site;
  if (site) records.push(`${site.host} A ${site.address}`);
  const servers = await serveMail(mail);
  records.push(...servers.map((one) => `${one.host} A ${one.address}`));
  const server = await startDnsServer({ records, ...rules });
  const policy = {
    allowCidrs: ['127.64.0.0/10'],
    allowPorts: [80, 443, 8443, ...(site ? [site.httpsPort] : [])],
    dnsServers: [server.server],
    ...(served || mail.length > 0 ? { extraCa: await rootOfLab() } : {}),
    userAgent: 'test',
  };
  // Port 25 is a mail server's by definition; those of the lab listen where they may.
  const dial: Dial = (to, port) => dialTcp(to, servers.find(({ address }) => address === to.address)?.port ?? port);
  const direct = createEgressOver(policy, dial);
  const egress = site ? withPort(direct, site.httpsPort) : direct;
  try {
    const context = { target: parseTarget(url, policy), egress, signal: signal ?? AbortSignal.timeout(10_000) };
    const dns = await gatherDns(context, limits);
    if (dns.ok && mail.length > 0)
      dns.value.mail_servers = await gatherMailServers(
        context,
        dns.value,
        new Promise(() => undefined),
        new SilentPort(),
      );
    return { dns, questions: server.queries.map(({ name, type }) => `${name} ${type}`), servers };
  } finally {
    egress.close();
    await Promise.all([server.close(), site?.close(), ...servers.map((one) => one.close())]);
  }
}

async function serveMail(hosts: readonly SmtpServerOptions[]): Promise<SmtpServer[]> {
  if (hosts.length === 0) return [];
  const { startSmtpServer } = await import('@palisade/lab/smtp-server');
  return Promise.all(hosts.map((one) => startSmtpServer(one)));
}

async function rootOfLab(): Promise<string> {
  const { sharedCa } = await import('@palisade/lab/ca');
  return (await sharedCa()).certificatePem;
}

/** Loaded only where it is needed: certificates cost a test file more time than all its questions. */
async function servePolicy(options: NonNullable<ZoneOptions['policySite']>): Promise<{ site: Site }> {
  const { startSite } = await import('@palisade/lab/site');
  return { site: await startSite({ host: `mta-sts.${HOST}`, httpsPort: 0, http: 'none', ...options }) };
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

/** One check on what `gatherZone` finds; scanned now, as the certificates that it meets are made now. */
export async function judgedZone(
  check: AnyCheck,
  lines: readonly string[],
  options: ZoneOptions = {},
): Promise<Verdict | null> {
  const { dns } = await gatherZone(lines, options);
  return judged(check, { dns, scanned_at: new Date().toISOString(), target: { host: options.host ?? HOST } });
}
