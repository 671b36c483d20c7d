import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { NetworkFault, TargetRefused } from '../../errors.ts';
import { createAddressPolicy } from './address-policy.ts';
import { admitUrl, portAllowed } from './admit-url.ts';
import { createConnectionSlots } from './connection-slots.ts';
import type { Credentials } from './credentials.ts';
import { openDatagrams, type Datagrams, type OpenDatagrams } from './datagrams.ts';
import { dialFirst, type Dial } from './dial.ts';
import { createDnsClient } from './dns-client.ts';
import type { Egress, EgressPolicy, ResolvedAddress } from './egress.ts';
import { createHttpRequests } from './http-requests.ts';
import { abortFault } from './network-fault.ts';
import { resolveHost, type HostAddresses } from './resolve-host.ts';
import { shareAnswers } from './shared-dns.ts';
import { handshake } from './tls-connect.ts';
import { createTlsSessions, serverOf } from './tls-sessions.ts';
import { untilAborted } from './until-aborted.ts';
import { createWarmConnections } from './warm-connections.ts';

export const CONNECT_TIMEOUT_MS = 4000;
export const HANDSHAKE_TIMEOUT_MS = 4000;
const SMTP_PORT = 25;
/** How long a request waits for a busy connection to its origin. */
const PATIENCE_MS = 250;

type ConnectOptions = Parameters<Egress['connect']>[0];
interface KeptOpen {
  /** An idle connection is closed after this. */
  warmMs?: number;
  /** A request waits so long for a busy connection before it opens another. */
  patienceMs?: number;
}

type ConnectTlsOptions = Parameters<Egress['connectTls']>[0];

/**
 * @param dial replaced by tests that must see what would leave, without letting it
 * @param access what the caller presents to the site, and the one origin that gets it
 * @param open the same as `dial`, for datagrams
 * @param kept for tests of what is kept open, which a busy machine may delay for longer than a scan would wait
 */
export function createEgressOver(
  policy: EgressPolicy,
  dial: Dial,
  access?: { origin: string; credentials: Credentials },
  open: OpenDatagrams = openDatagrams,
  { warmMs, patienceMs = PATIENCE_MS }: KeptOpen = {},
): Egress {
  const addressPolicy = createAddressPolicy(policy.allowCidrs);
  const life = new AbortController();
  const warm = createWarmConnections(warmMs);
  const sessions = createTlsSessions();
  const slots = createConnectionSlots(warm.makeRoom);
  const dns = shareAnswers(createDnsClient(policy.dnsServers), life.signal);
  const hosts = new Map<string, Promise<HostAddresses>>();
  /** The same once it is there: every connection asks for its host again. */
  const resolved = new Map<string, HostAddresses>();
  /** The address that answered first; later connections go there, so that a scan sees one server. */
  const answering = new Map<string, ResolvedAddress>();
  /** By the caller's signal: one composite of it and the scan's life serves all connections made for it. */
  const ends = new WeakMap<AbortSignal, AbortSignal>();
  const sockets = new Set<Socket>();
  const lines = new Set<Datagrams>();
  const usedCidrs = new Set<string>();

  function endOf(signal: AbortSignal): AbortSignal {
    let end = ends.get(signal);
    if (!end) ends.set(signal, (end = AbortSignal.any([signal, life.signal])));
    return end;
  }

  async function resolve(host: string, signal: AbortSignal): Promise<readonly ResolvedAddress[]> {
    const before = signal.aborted ? undefined : resolved.get(host);
    if (before) return before.addresses;
    const known = hosts.get(host) ?? resolveHost(host, dns, addressPolicy, life.signal);
    hosts.set(host, known);
    const found = await untilAborted(known, signal, () => {
      throw abortFault(signal, host);
    });
    for (const cidr of found.openedBy) usedCidrs.add(cidr);
    resolved.set(host, found);
    return found.addresses;
  }

  async function connect(options: ConnectOptions): Promise<Socket> {
    const { port } = options;
    if (!portAllowed(port, policy)) throw new TargetRefused(`this service does not connect to port ${port}`, 'port');
    return dialTo(options);
  }

  async function dialTo({ host, port, signal, timeoutMs = CONNECT_TIMEOUT_MS }: ConnectOptions): Promise<Socket> {
    const ended = endOf(signal);
    const addresses = await resolve(host, ended);
    const preferred = answering.get(host);
    const order = preferred ? [preferred, ...addresses.filter((address) => address !== preferred)] : addresses;
    // Names that share an address are one host to its owner: connections are counted by address.
    const socket = await dialFirst(dial, {
      addresses: order,
      port,
      signal: ended,
      timeoutMs,
      where: `${host}:${port}`,
      acquire: slots.acquire,
    });
    const peer = addresses.find(({ address }) => address === socket.remoteAddress);
    if (peer) answering.set(host, peer);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    return socket;
  }

  async function datagrams({ host, port, signal }: { host: string; port: number; signal: AbortSignal }) {
    if (!portAllowed(port, policy)) throw new TargetRefused(`this service does not connect to port ${port}`, 'port');
    const ended = endOf(signal);
    const addresses = await resolve(host, ended);
    const address = answering.get(host) ?? addresses[0];
    if (!address) throw new NetworkFault('unreachable', `${host} has no address`);
    const release = await slots.acquire(address.address, ended);
    if (ended.aborted) {
      release();
      throw abortFault(ended, host);
    }
    const line = open(address, port);
    lines.add(line);
    return {
      ...line,
      close: () => {
        lines.delete(line);
        line.close();
        release();
      },
    };
  }

  async function connectTls(options: ConnectTlsOptions, usual: boolean): Promise<TLSSocket> {
    const { host, port, signal, timeoutMs = HANDSHAKE_TIMEOUT_MS, tls } = options;
    let staple: Buffer | null = null;
    const server = serverOf(host, port);
    const onSession = sessions.begin(server);
    const socket = await connect({ host, port, signal });
    const ended = endOf(signal);
    const secure = await handshake(socket, {
      host,
      where: `${host}:${port}`,
      signal: ended,
      timeoutMs,
      extraCa: policy.extraCa,
      tls,
      onSession,
      onStaple: usual ? (seen) => (staple = seen) : undefined,
    });
    sessions.agreed(server, secure, usual ? staple : undefined);
    return secure;
  }

  /** Once all who asked before have dialed: a busy connection is free before a new one could be dialed. */
  async function isFull(host: string, signal: AbortSignal): Promise<boolean> {
    const [first] = await resolve(host, signal);
    await nextTurn();
    return slots.full((answering.get(host) ?? first)?.address ?? '');
  }

  function admit(url: string, base?: string | URL): URL {
    return admitUrl(url, base ?? null, policy, addressPolicy);
  }

  return {
    policy,
    dns,
    admit,
    resolve,
    wanted: slots.wanted,
    connect,
    connectSmtp: (options) => dialTo({ ...options, port: SMTP_PORT }),
    datagrams,
    connectTls: (options) => connectTls(options, false),
    request: createHttpRequests({
      admit,
      connect,
      connectTls,
      endOf,
      isFull,
      warm,
      sessions,
      wanted: slots.wanted,
      userAgent: policy.userAgent,
      access,
      patienceMs,
    }),
    session: (host, port) => sessions.of(serverOf(host, port)),
    handshake: (host, port) => sessions.handshakeWith(serverOf(host, port)),
    usedCidrs: () => [...usedCidrs].toSorted(),
    close() {
      life.abort(new Error('the scan is over'));
      for (const socket of sockets) socket.destroy();
      for (const line of lines) line.close();
    },
  };
}
