import { startDnsServer, type LabDnsServer } from '../dns-server.ts';
import type { LabTlsHost } from './lab-host.ts';
import { createPki, type LabPki } from './pki.ts';
import type { TlsHost } from './tls-host.ts';

export interface TlsLab {
  pki: LabPki;
  dns: LabDnsServer;
  /** By name. */
  hosts: ReadonlyMap<string, TlsHost & { host: string; url: string }>;
  /** An `EgressPolicy` that reaches this lab and nothing else, and trusts its root. */
  policy: { allowCidrs: string[]; allowPorts: number[]; dnsServers: string[]; extraCa: string; userAgent: string };
  close(): Promise<void>;
}

/** Starts the given hosts each on its own loopback address, with names in DNS. */
export async function startTlsLab(
  wanted: readonly LabTlsHost[],
  records: (hosts: TlsLab['hosts']) => string[] = () => [],
): Promise<TlsLab> {
  const pki = await createPki();
  const hosts = new Map<string, TlsHost & { host: string; url: string }>();
  for (const one of wanted) {
    const host = `${one.name}.tls.test`;
    const started = await one.start(host, pki).catch(async (error: unknown) => {
      await Promise.all([...hosts.values()].map((other) => other.close()));
      throw error;
    });
    hosts.set(one.name, { ...started, host, url: `https://${host}:${started.port}/` });
  }
  const list = [...hosts.values()];
  const dns = await startDnsServer({
    records: [...list.map(({ host, address }) => `${host} A ${address}`), ...records(hosts)],
  });
  return {
    pki,
    dns,
    hosts,
    policy: {
      allowCidrs: ['127.77.0.0/16'],
      allowPorts: [80, 443, ...new Set(list.map(({ port }) => port))],
      dnsServers: [dns.server],
      extraCa: pki.root.pem,
      userAgent: 'Palisade-Lab',
    },
    async close() {
      await Promise.all([...list.map((host) => host.close()), dns.close()]);
    },
  };
}
