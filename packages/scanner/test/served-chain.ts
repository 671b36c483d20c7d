/** A chain of certificates behind a real server, with an authority that answers over http, and what a scan says of it. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { startDnsServer } from '@palisade/lab/dns-server';
import { serveTls, type TlsHost } from '@palisade/lab/tls/tls-host';
import { runCheck, type Verdict } from '../src/check.ts';
import { tlsChecks } from '../src/checks/tls/all.ts';
import type { TlsEvidence } from '../src/evidence/tls.ts';
import { createEgress } from '../src/gather/net/create-egress.ts';
import { gatherTls } from '../src/gather/tls.ts';
import { parseTarget } from '../src/parse-target.ts';
import { evidenceWith } from './evidence.ts';

const AUTHORITY = '127.77.9.52';
/** Name of the authority's web server. */
export const CA_HOST = 'ca.test';

export interface Authority {
  /** Address of a path of its web server. */
  url(path: string): string;
  port: number;
  close(): Promise<void>;
}

export async function serveAuthority(answer: RequestListener): Promise<Authority> {
  const server = createServer(answer);
  server.listen(0, AUTHORITY);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: (path) => `http://${CA_HOST}:${port}/${path}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

export interface Seen {
  tls: TlsEvidence;
  /** Outcome of each check of the section; `?` and the reason where it is unknown. */
  outcomes: Record<string, string>;
  verdicts: Verdict[];
}

interface Place {
  root: string | undefined;
  host?: string;
  /** Further ones that the scan may reach. */
  ports?: readonly number[];
}

/** What a scan of `host` sees and says, at a server with these options. */
export async function scanServed(options: TlsOptions & { staple?: Buffer }, place: Place): Promise<Seen> {
  return scanAt(await serveTls({ ...options, address: '127.77.9.53' }), place);
}

/** The same, at any server, which is closed afterwards. */
export async function scanAt(server: TlsHost, { root, host = 'shop.test', ports = [] }: Place): Promise<Seen> {
  const dns = await startDnsServer({ records: [`${host} A ${server.address}`, `${CA_HOST} A ${AUTHORITY}`] });
  const policy = {
    allowCidrs: ['127.77.0.0/16'],
    allowPorts: [server.port, ...ports],
    dnsServers: [dns.server],
    userAgent: 'Palisade-Lab',
    ...(root === undefined ? {} : { extraCa: root }),
  };
  const egress = createEgress(policy);
  try {
    const target = parseTarget(`https://${host}:${server.port}/`, policy);
    const tls = await gatherTls({ target, egress, signal: AbortSignal.timeout(15_000) });
    if (!tls.ok) throw new Error(tls.reason);
    const evidence = evidenceWith({ tls, target: { host }, scanned_at: new Date().toISOString() });
    const verdicts = tlsChecks.flatMap((check) => runCheck(check, evidence) ?? []);
    const outcomes = verdicts.map(({ check, outcome, missing }) => [
      check.id.replace('tls/', ''),
      outcome ?? `? ${missing?.reason ?? ''}`,
    ]);
    return { tls: tls.value, verdicts, outcomes: Object.fromEntries(outcomes) as Record<string, string> };
  } finally {
    egress.close();
    await Promise.all([server.close(), dns.close()]);
  }
}
