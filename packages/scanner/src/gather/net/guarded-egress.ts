import type { Socket } from 'node:net';
import { NetworkFault, TargetRefused } from '../../errors.ts';
import { createAddressPolicy } from './address-policy.ts';
import { admitUrl, hostOf, portAllowed, portOf } from './admit-url.ts';
import { createConnectionSlots } from './connection-slots.ts';
import { withCredentials, type Credentials } from './credentials.ts';
import { deadlineSignal } from './deadline.ts';
import { dialFirst, type Dial } from './dial.ts';
import { createDnsClient } from './dns-client.ts';
import type { Egress, EgressPolicy, HttpAnswer, HttpRequestOptions, ResolvedAddress } from './egress.ts';
import { exchange } from './http-exchange.ts';
import { abortFault } from './network-fault.ts';
import { resolveHost, type HostAddresses } from './resolve-host.ts';
import { shareAnswers } from './shared-dns.ts';
import { handshake, SMALL_HELLO } from './tls-connect.ts';
import { untilAborted } from './until-aborted.ts';
import { createWarmConnections } from './warm-connections.ts';

export const CONNECT_TIMEOUT_MS = 4000;
export const HANDSHAKE_TIMEOUT_MS = 4000;
/** One request, from the free connection slot to the last byte of the body. */
export const EXCHANGE_TIMEOUT_MS = 8000;

/** Connections to one origin after which a request rather waits for one of them, and for how long. */
const ENOUGH_PER_ORIGIN = 2;
const PATIENCE_MS = 250;

type ConnectOptions = Parameters<Egress['connect']>[0];
type ConnectTlsOptions = Parameters<Egress['connectTls']>[0];

/**
 * @param dial replaced by tests that must see what would leave, without letting it
 * @param door what the caller presents to the site, and the one origin that gets it
 */
export function createEgressOver(
  policy: EgressPolicy,
  dial: Dial,
  door?: { origin: string; credentials: Credentials },
): Egress {
  const addressPolicy = createAddressPolicy(policy.allowCidrs);
  const life = new AbortController();
  const warm = createWarmConnections();
  const slots = createConnectionSlots(warm.makeRoom);
  const dns = shareAnswers(createDnsClient(policy.dnsServers), life.signal);
  const hosts = new Map<string, Promise<HostAddresses>>();
  /** The address that answered first; later connections go there, so that a scan sees one server. */
  const answering = new Map<string, ResolvedAddress>();
  /** Requests under way, by origin. */
  const exchanging = new Map<string, number>();
  const sockets = new Set<Socket>();
  const usedCidrs = new Set<string>();

  async function resolve(host: string, signal: AbortSignal): Promise<readonly ResolvedAddress[]> {
    const known = hosts.get(host) ?? resolveHost(host, dns, addressPolicy, life.signal);
    hosts.set(host, known);
    const { addresses, openedBy } = await untilAborted(known, signal, () => {
      throw abortFault(signal, host);
    });
    for (const cidr of openedBy) usedCidrs.add(cidr);
    return addresses;
  }

  async function connect({ host, port, signal, timeoutMs = CONNECT_TIMEOUT_MS }: ConnectOptions): Promise<Socket> {
    if (!portAllowed(port, policy)) throw new TargetRefused(`port ${port} is not one this service connects to`, 'port');
    const ended = AbortSignal.any([signal, life.signal]);
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

  async function connectTls(options: ConnectTlsOptions) {
    const { host, port, signal, timeoutMs = HANDSHAKE_TIMEOUT_MS, tls } = options;
    const socket = await connect({ host, port, signal });
    const ended = AbortSignal.any([signal, life.signal]);
    return handshake(socket, {
      host,
      where: `${host}:${port}`,
      signal: ended,
      timeoutMs,
      extraCa: policy.extraCa,
      tls,
    });
  }

  async function openFor(url: URL, signal: AbortSignal): Promise<Socket> {
    const target = { host: hostOf(url), port: portOf(url), signal };
    if (url.protocol === 'http:') return connect(target);
    const certificate = door?.origin === url.origin ? door.credentials.clientCertificate : undefined;
    const tls = { ALPNProtocols: ['http/1.1'], ...certificate };
    try {
      return await connectTls({ ...target, tls });
    } catch (error) {
      if (!(error instanceof NetworkFault) || error.code !== 'tls') throw error;
      return connectTls({ ...target, tls: { ...tls, ...SMALL_HELLO } });
    }
  }

  async function request(options: HttpRequestOptions): Promise<HttpAnswer> {
    const url = admit(options.url.href);
    const limit = deadlineSignal(options.timeoutMs ?? EXCHANGE_TIMEOUT_MS);
    const signal = AbortSignal.any([options.signal, life.signal, limit.signal]);
    const ask = async (socket: Socket, lenient: boolean): Promise<HttpAnswer> => {
      const address = socket.remoteAddress ?? '';
      const onClose = (): void => warm.lost(url.origin);
      socket.once('close', onClose);
      const onFree = (free: Socket): void => {
        free.off('close', onClose);
        warm.keep(url.origin, address, free, slots.wanted(address));
      };
      const headers =
        door?.origin === url.origin ? withCredentials(options.headers, door.credentials) : (options.headers ?? {});
      const all = { ...options, headers, url, address, userAgent: policy.userAgent, lenient, onFree };
      return exchange(socket, all, signal);
    };
    exchanging.set(url.origin, (exchanging.get(url.origin) ?? 0) + 1);
    try {
      // One more connection costs three round trips, waiting for a busy one usually less than two.
      const busy = (exchanging.get(url.origin) ?? 0) - 1;
      const kept =
        warm.take(url.origin) ?? (busy >= ENOUGH_PER_ORIGIN ? await warm.next(url.origin, PATIENCE_MS) : undefined);
      const answer = kept && (await ask(kept, false).catch(unlessClosedMeanwhile));
      return answer ?? (await ask(await openFor(url, signal), false));
    } catch (error) {
      if (!(error instanceof NetworkFault) || error.code !== 'malformed') throw error;
      return await ask(await openFor(url, signal), true);
    } finally {
      exchanging.set(url.origin, (exchanging.get(url.origin) ?? 1) - 1);
      limit.clear();
    }
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
    connectTls,
    request,
    usedCidrs: () => [...usedCidrs].toSorted(),
    close() {
      life.abort(new Error('the scan is over'));
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A server may close an idle connection at the moment it is asked again: then a new one is opened. */
function unlessClosedMeanwhile(error: unknown): undefined {
  if (error instanceof NetworkFault && error.code === 'reset') return undefined;
  throw error;
}
