import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { startLab, type Lab } from '../lab.ts';
import { nextLabAddress } from '../site/lab-address.ts';
import type { SiteOptions } from '../site.ts';
import type { DnsFault } from '../dns-server.ts';
import { sharedCa } from '../ca.ts';
import { HOSTILE_ZONE, type HostileSite } from './hostile-site.ts';

/** Unprivileged, and among the ports a scan allows by default. */
const HTTP_PORT = 8080;
const HTTPS_PORT = 8443;

interface RunningHostileSite extends HostileSite {
  host: string;
  address: string;
  url: string;
}

export interface HostileLab {
  sites: readonly RunningHostileSite[];
  /** The ordinary sites, their DNS, and the policy that reaches all of them. */
  lab: Lab;
  close(): Promise<void>;
}

/** Every hostile site on its own loopback address, next to ordinary sites, with one DNS server for all. */
export async function startHostileLab(
  hostile: readonly HostileSite[],
  honest: readonly SiteOptions[] = [],
): Promise<HostileLab> {
  const ca = await sharedCa();
  const certificate = await ca.issue({ names: [`*.${HOSTILE_ZONE}`] });
  const sockets = new Set<Socket>();
  const servers: Server[] = [];
  const sites: RunningHostileSite[] = [];
  for (const site of hostile) {
    site.prepare?.();
    const sent = (await site.certificate?.()) ?? {
      key: certificate.key,
      cert: certificate.chainPem.repeat(site.chainLength ?? 1),
    };
    const { address, server } = await listen(() => serverFor(site, sent, sockets), portOf(site));
    servers.push(server);
    const host = `${site.name}.${HOSTILE_ZONE}`;
    const scheme = site.layer === 'http' ? 'http' : 'https';
    sites.push({ ...site, host, address, url: `${scheme}://${host}:${portOf(site)}/` });
  }
  const lab = await startLab({
    sites: honest,
    records: sites.flatMap(recordsOf),
    ca,
  });
  lab.dns.setRules({ faults: Object.assign({}, ...sites.map(faultsOf)) as Record<string, DnsFault> });
  lab.policy.allowCidrs.push(...sites.map(({ address }) => `${address}/32`));
  lab.policy.allowPorts.push(HTTP_PORT, HTTPS_PORT);
  return {
    sites,
    lab,
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all([lab.close(), ...servers.map((server) => new Promise((done) => server.close(done)))]);
    },
  };
}

function portOf({ layer }: HostileSite): number {
  return layer === 'http' ? HTTP_PORT : HTTPS_PORT;
}

function serverFor(site: HostileSite, sent: { key: string; cert: string }, sockets: Set<Socket>): Server {
  const track = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const atRequest = (socket: Socket): void => {
    track(socket);
    socket.once('data', (request: Buffer) => {
      // Keep reading, to notice when the client closes.
      socket.resume();
      site.serve(socket, request.toString('latin1', 0, 4096).split(' ', 2)[1] ?? '/');
    });
  };
  if (site.layer === 'http') return createServer(atRequest);
  if (site.layer === 'tcp') {
    return createServer((socket) => {
      track(socket);
      socket.resume();
      site.serve(socket, '');
    });
  }
  const { maxVersion, alpn } = site;
  const server = createTlsServer(
    { ...sent, ...(maxVersion && { maxVersion }), ...(alpn && { ALPNProtocols: [alpn] }) },
    atRequest,
  );
  server.on('connection', track);
  return server;
}

async function listen(create: () => Server, port: number): Promise<{ address: string; server: Server }> {
  for (let attempt = 1; ; attempt += 1) {
    const server = create();
    const address = nextLabAddress();
    try {
      server.listen(port, address);
      await once(server, 'listening');
      return { address, server };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || attempt === 50) throw error;
    }
  }
}

function filled(text: string, { host, address }: RunningHostileSite): string {
  return text.replaceAll('{host}', host).replaceAll('{address}', address);
}

function recordsOf(site: RunningHostileSite): string[] {
  return (site.dns?.records ?? ['{host} A {address}']).map((record) => filled(record, site));
}

function faultsOf(site: RunningHostileSite): Record<string, DnsFault> {
  return JSON.parse(filled(JSON.stringify(site.dns?.faults ?? {}), site)) as Record<string, DnsFault>;
}
