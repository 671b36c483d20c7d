import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sharedCa, type Ca } from './ca.ts';
import { startDnsServer, type LabDnsServer, type LabRecord, type Rules } from './dns-server.ts';
import { startSite, type Site, type SiteOptions } from './site.ts';

export interface LabOptions {
  sites: readonly SiteOptions[];
  /** Added to the address record of each site: zone-file lines or records. */
  records?: readonly (string | LabRecord)[];
  ca?: Ca;
  /** What `SCAN_ALLOW_CIDRS` allows; by default exactly the sites' addresses. */
  allowCidrs?: readonly string[];
  /** Address and port of the DNS server; by default a free port on 127.88.0.53. */
  dns?: { address?: string; port?: number } & Rules;
}

export interface Lab {
  ca: Ca;
  dns: LabDnsServer;
  sites: ReadonlyMap<string, Site>;
  /** The variables that an operator would set to let Palisade reach this lab and nothing else. */
  env: Record<'SCAN_ALLOW_CIDRS' | 'SCAN_DNS_SERVERS' | 'SCAN_EXTRA_CA_FILE' | 'SCAN_ALLOW_PORTS', string>;
  /** The same as an `EgressPolicy`, for scans within a test process. */
  policy: {
    allowCidrs: string[];
    allowPorts: number[];
    dnsServers: string[];
    extraCa: string;
    userAgent: string;
  };
  site(host: string): Site;
  url(host: string, path?: string): string;
  close(): Promise<void>;
}

/** Certificate authority, sites and their DNS on loopback addresses. Starts in a few milliseconds. */
export async function startLab(options: LabOptions): Promise<Lab> {
  const ca = options.ca ?? (await sharedCa());
  const started = await Promise.allSettled(options.sites.map((site) => startSite({ ca, ...site })));
  const sites = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const closeSites = () => Promise.all(sites.map((site) => site.close()));
  const failed = started.find((result) => result.status === 'rejected');
  if (failed) {
    await closeSites();
    throw failed.reason;
  }
  const byHost = new Map(sites.map((site) => [site.host, site]));
  const dns = await startDnsServer({
    ...options.dns,
    records: [...sites.map((site) => `${site.host} A ${site.address}`), ...(options.records ?? [])],
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'palisade-lab-'));
  const caFile = path.join(folder, 'ca.pem');
  await writeFile(caFile, ca.certificatePem);

  const policy: Lab['policy'] = {
    allowCidrs: [...(options.allowCidrs ?? sites.map((site) => `${site.address}/32`))],
    allowPorts: [...new Set([80, 443, 8080, 8443, ...sites.flatMap((site) => [site.httpPort, site.httpsPort])])].filter(
      Boolean,
    ),
    dnsServers: [dns.server],
    extraCa: ca.certificatePem,
    userAgent: 'Palisade-Lab',
  };
  const site = (host: string): Site => {
    const found = byHost.get(host);
    if (!found) throw new Error(`the lab has no site ${host}`);
    return found;
  };
  return {
    ca,
    dns,
    sites: byHost,
    policy,
    env: {
      SCAN_ALLOW_CIDRS: policy.allowCidrs.join(','),
      SCAN_DNS_SERVERS: dns.server,
      SCAN_EXTRA_CA_FILE: caFile,
      SCAN_ALLOW_PORTS: policy.allowPorts.join(','),
    },
    site,
    url: (host, urlPath) => site(host).url(urlPath),
    async close() {
      await Promise.all([closeSites(), dns.close(), rm(folder, { recursive: true, force: true })]);
    },
  };
}
