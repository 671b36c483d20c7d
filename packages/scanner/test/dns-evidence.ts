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
  /** The scanned host. Defaults to `example.test`. */
  host?: string;
  url?: string;
  limits?: BurstLimits;
  /** Serves `https://mta-sts.example.test/` in the lab. */
  policySite?: Pick<SiteOptions, 'https' | 'certificate'>;
  /** Lab mail servers at these hosts, contacted as by a scan. */
  mail?: readonly SmtpServerOptions[];
  signal?: AbortSignal;
}

/**
 * Serves zone-file lines from the lab's DNS server and gathers them as a scan would. `@` at the start of a line or
 * before a dot means `example.test`. The host has an address unless a line sets one.
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
  // Mail servers use port 25. Those of the lab listen on other ports.
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

/** Loaded on demand: creating certificates takes a test file more time than all its queries. */
async function servePolicy(options: NonNullable<ZoneOptions['policySite']>): Promise<{ site: Site }> {
  const { startSite } = await import('@palisade/lab/site');
  return { site: await startSite({ host: `mta-sts.${HOST}`, httpsPort: 0, http: 'none', ...options }) };
}

/** Policy files are served on port 443. Tests that may not bind it use another port. */
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

/** One check on the result of `gatherZone`. Scanned now, because its certificates are created now. */
export async function judgedZone(
  check: AnyCheck,
  lines: readonly string[],
  options: ZoneOptions = {},
): Promise<Verdict | null> {
  const { dns } = await gatherZone(lines, options);
  return judged(check, { dns, scanned_at: new Date().toISOString(), target: { host: options.host ?? HOST } });
}
