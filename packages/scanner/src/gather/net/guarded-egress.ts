import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { NetworkFault, TargetRefused } from '../../errors.ts';
import { createAddressPolicy } from './address-policy.ts';
import { admitUrl, hostOf, portAllowed, portOf } from './admit-url.ts';
import { createConnectionSlots } from './connection-slots.ts';
import { withCredentials, type Credentials } from './credentials.ts';
import { openDatagrams, type Datagrams, type OpenDatagrams } from './datagrams.ts';
import { timeLimit } from './deadline.ts';
import { dialFirst, type Dial } from './dial.ts';
import { createDnsClient } from './dns-client.ts';
import type { Egress, EgressPolicy, HttpAnswer, HttpRequestOptions, ResolvedAddress } from './egress.ts';
import { exchange } from './http-exchange.ts';
import { abortFault } from './network-fault.ts';
import { resolveHost, type HostAddresses } from './resolve-host.ts';
import { shareAnswers } from './shared-dns.ts';
import { handshake, SMALL_HELLO } from './tls-connect.ts';
import { createTlsSessions } from './tls-sessions.ts';
import { untilAborted } from './until-aborted.ts';
import { createWarmConnections } from './warm-connections.ts';

export const CONNECT_TIMEOUT_MS = 4000;
export const HANDSHAKE_TIMEOUT_MS = 4000;
/** One request, from the free connection slot to the last byte of the body. */
export const EXCHANGE_TIMEOUT_MS = 8000;

const SMTP_PORT = 25;
/** For what is secret: no protocol or cipher that today's clients refuse. */
const STRICT_TLS = { minVersion: 'TLSv1.2', ciphers: 'DEFAULT' } as const;

/** Connections to one origin after which a request rather waits for one of them, and for how long. */
const ENOUGH_PER_ORIGIN = 2;
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
  /** Requests under way, by origin. */
  const exchanging = new Map<string, number>();
  /** Origins that have answered. */
  const heard = new Set<string>();
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

  /** @param usual it shakes hands as any client does */
  async function connectTls(options: ConnectTlsOptions, usual = false) {
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

  async function openFor(url: URL, signal: AbortSignal, trustedOnly = false): Promise<Socket> {
    const target = { host: hostOf(url), port: portOf(url), signal };
    if (url.protocol === 'http:') return connect(target);
    if (trustedOnly) {
      return trusted(await connectTls({ ...target, tls: { ALPNProtocols: ['http/1.1'], ...STRICT_TLS } }), url.host);
    }
    const certificate = access?.origin === url.origin ? access.credentials.clientCertificate : undefined;
    const tls = { ALPNProtocols: ['http/1.1'], ...certificate };
    try {
      return await connectTls({ ...target, tls }, certificate === undefined);
    } catch (error) {
      if (!(error instanceof NetworkFault) || error.code !== 'tls') throw error;
      return connectTls({ ...target, tls: { ...tls, ...SMALL_HELLO } });
    }
  }

  async function request(options: HttpRequestOptions): Promise<HttpAnswer> {
    const url = admit(options.url.href);
    const limit = timeLimit(endOf(options.signal), options.timeoutMs ?? EXCHANGE_TIMEOUT_MS);
    const { signal } = limit;
    const ask = async (socket: Socket, lenient: boolean): Promise<HttpAnswer> => {
      const address = socket.remoteAddress ?? '';
      const onClose = (): void => warm.lost(url.origin);
      socket.once('close', onClose);
      const onFree = (free: Socket): void => {
        free.off('close', onClose);
        warm.keep(url.origin, address, free, slots.wanted(address));
      };
      const headers =
        access?.origin === url.origin ? withCredentials(options.headers, access.credentials) : (options.headers ?? {});
      const all = { ...options, headers, url, address, userAgent: policy.userAgent, lenient, onFree };
      const answer = await exchange(socket, all, signal);
      heard.add(url.origin);
      return answer;
    };
    exchanging.set(url.origin, (exchanging.get(url.origin) ?? 0) + 1);
    try {
      // One more connection costs three round trips, waiting for a busy one usually less than two, and three for the first.
      const busy = (exchanging.get(url.origin) ?? 0) - 1;
      const open = () => openFor(url, signal, options.trustedOnly);
      // A POST is sent once, on a separate connection.
      if (options.method === 'POST') return await ask(await open(), false);
      const kept =
        warm.take(url.origin) ??
        (busy >= ENOUGH_PER_ORIGIN || (busy > 0 && (!heard.has(url.origin) || (await isFull(hostOf(url), signal))))
          ? await warm.next(url.origin, patienceMs)
          : undefined);
      const answer = kept && (await ask(kept, false).catch(unlessClosedMeanwhile));
      return answer ?? (await ask(await open(), false));
    } catch (error) {
      if (!(error instanceof NetworkFault) || error.code !== 'malformed' || options.method === 'POST') throw error;
      return await ask(await openFor(url, signal, options.trustedOnly), true);
    } finally {
      exchanging.set(url.origin, (exchanging.get(url.origin) ?? 1) - 1);
      sessions.over(serverOf(hostOf(url), portOf(url)));
      limit.clear();
    }
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
    connect,
    connectSmtp: (options) => dialTo({ ...options, port: SMTP_PORT }),
    datagrams,
    connectTls: (options) => connectTls(options),
    request,
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

function serverOf(host: string, port: number): string {
  return `${host}:${port}`;
}

/** @throws NetworkFault when it would not be trusted */
function trusted(socket: TLSSocket, host: string): TLSSocket {
  if (socket.authorized) return socket;
  const why = String(socket.authorizationError).slice(0, 80);
  socket.destroy();
  throw new NetworkFault('tls', `${host} has a certificate that is not trusted (${why})`);
}

/** A server may close an idle connection at the moment it is asked again: then a new one is opened. */
function unlessClosedMeanwhile(error: unknown): undefined {
  if (error instanceof NetworkFault && error.code === 'reset') return undefined;
  throw error;
}
