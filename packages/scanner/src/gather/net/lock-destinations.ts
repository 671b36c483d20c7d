import dgram from 'node:dgram';
import dns from 'node:dns';
import net from 'node:net';
import os from 'node:os';
import ipaddr from 'ipaddr.js';
import { dnsServers, type DnsServer } from './dns-servers.ts';
import type { EgressPolicy } from './egress.ts';

/**
 * What code that took a scanner over could otherwise dial past the guard: the services of this machine, `/ops` among
 * them, which without OPS_TOKEN trusts every caller on this machine, and the network behind it. So the sockets of this
 * thread ask once more, at the place where Node hands an address to the system.
 *
 * The attacker is in the same realm and may have changed every built-in method. What runs at each connection therefore
 * calls none: loops, operators and what was taken before.
 */
type Destinations = Pick<EgressPolicy, 'allowCidrs' | 'dnsServers'>;

/** Never global, and answered by this machine, its network or its cloud; more is refused by address-policy.ts. */
const REFUSED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
];
/** Global unicast, without what carries an IPv4 address. */
const GLOBAL_IPV6 = ['2000::/3'];
const CARRIERS = ['2001::/32', '2002::/16'];
const REFUSED = -os.constants.errno.EACCES;
const { apply } = Reflect;

type Native = (...args: unknown[]) => unknown;
interface Range {
  groups: readonly number[];
  prefix: number;
}

/** Of this thread, for good. A second call can only take more away. @param destinations null: nothing at all */
export function lockDestinations(destinations: Destinations | null): void {
  const allows = destinationsOf(destinations);
  const tcp = net.connect({ host: '127.0.0.1', port: 9 }).on('error', () => undefined);
  const udp = dgram.createSocket('udp4');
  const resolver = new dns.Resolver();
  for (const name of ['connect', 'connect6']) {
    guard(prototypeOf(tcp), name, (args) => allows(args[1], args[2]));
    guard(prototypeOf(udp), name, (args) => allows(args[0], args[1]));
  }
  // With four arguments it goes where the socket is connected to.
  for (const name of ['send', 'send6'])
    guard(prototypeOf(udp), name, (args) => args.length === 4 || allows(args[4], args[3]));
  // A port of one's own choice could be that of a service which is away.
  for (const name of ['bind', 'bind6']) guard(prototypeOf(udp), name, (args) => args[1] === 0);
  // Sockets connected elsewhere, and DNS queries to arbitrary servers.
  for (const owner of [tcp, udp]) guard(prototypeOf(owner), 'open', () => false);
  for (const name of ['setServers', 'setLocalAddress']) guard(prototypeOf(resolver), name, () => false);
  tcp.destroy();
  udp.close();
}

/** Whether one may go there. No built-in method is called by what is returned. */
export function destinationsOf(destinations: Destinations | null): (address: unknown, port: unknown) => boolean {
  const opened = rangesOf(destinations?.allowCidrs ?? []);
  const servers = serversOf(destinations);
  const refusedIpv4 = rangesOf(REFUSED_IPV4);
  const globalIpv6 = rangesOf(GLOBAL_IPV6);
  const carriers = rangesOf(CARRIERS);
  return (address, port) => {
    if (destinations === null || typeof address !== 'string') return false;
    for (let at = 0; at < servers.length; at += 1) {
      if (servers[at]?.address === address && servers[at]?.port === port) return true;
    }
    const groups = ipv4(address) ?? ipv6(address);
    if (groups === null) return false;
    if (within(groups, opened)) return true;
    if (groups.length === 2) return !within(groups, refusedIpv4);
    return within(groups, globalIpv6) && !within(groups, carriers);
  };
}

function serversOf(destinations: Destinations | null): DnsServer[] {
  try {
    return destinations === null ? [] : dnsServers(destinations.dnsServers);
  } catch {
    // Each scan says so.
    return [];
  }
}

function prototypeOf(owner: object): object {
  const state = Object.getOwnPropertySymbols(owner).find((symbol) => symbol.description === 'state symbol');
  const { _handle, handle } = (state ? Reflect.get(owner, state) : owner) as { _handle?: object; handle?: object };
  return Object.getPrototypeOf(_handle ?? handle) as object;
}

function guard(handles: object, name: string, allows: (args: readonly unknown[]) => boolean): void {
  const native = Reflect.get(handles, name) as Native;
  Reflect.set(handles, name, function guarded(this: unknown, ...args: unknown[]) {
    return allows(args) ? apply(native, this, args) : REFUSED;
  });
}

function rangesOf(cidrs: readonly string[]): Range[] {
  return cidrs.map((cidr) => {
    const [network, prefix] = ipaddr.parseCIDR(cidr);
    const bytes = network.toByteArray();
    const groups = Array.from(
      { length: bytes.length / 2 },
      (_, at) => (bytes[2 * at] ?? 0) * 256 + (bytes[2 * at + 1] ?? 0),
    );
    return { groups, prefix };
  });
}

function within(groups: readonly number[], ranges: readonly Range[]): boolean {
  for (let at = 0; at < ranges.length; at += 1) {
    const range = ranges[at];
    if (range !== undefined && range.groups.length === groups.length && sameNetwork(groups, range)) return true;
  }
  return false;
}

function sameNetwork(groups: readonly number[], range: Range): boolean {
  for (let at = 0; at < groups.length && at * 16 < range.prefix; at += 1) {
    const bits = range.prefix - at * 16;
    const mask = bits >= 16 ? 0xffff : (0xffff << (16 - bits)) & 0xffff;
    if ((((groups[at] ?? 0) ^ (range.groups[at] ?? 0)) & mask) !== 0) return false;
  }
  return true;
}

/** As two groups of sixteen bits. The system reads no other spelling than four decimal numbers. */
function ipv4(text: string): number[] | null {
  const groups = [0, 0];
  let part = -1;
  let parts = 0;
  for (let at = 0; at <= text.length; at += 1) {
    const sign = text[at];
    if (sign === undefined || sign === '.') {
      if (part < 0 || part > 255 || parts === 4) return null;
      const group = parts < 2 ? 0 : 1;
      groups[group] = (groups[group] ?? 0) * 256 + part;
      parts += 1;
      part = -1;
    } else if (sign >= '0' && sign <= '9') part = (part < 0 ? 0 : part) * 10 + +sign;
    else return null;
  }
  return parts === 4 ? groups : null;
}

/** As eight groups. Spellings with an IPv4 address or a zone are none that a scan dials. */
function ipv6(text: string): number[] | null {
  const read = [0, 0, 0, 0, 0, 0, 0, 0];
  let count = 0;
  let gap = -1;
  let value = -1;
  for (let at = 0; at <= text.length; at += 1) {
    const sign = text[at];
    if (sign !== undefined && sign !== ':') {
      const digit = +`0x${sign}`;
      value = (value < 0 ? 0 : value) * 16 + digit;
      // What is no digit makes NaN, which is no smaller than anything.
      if (!(value <= 0xffff)) return null;
      continue;
    }
    if (value >= 0) {
      if (count === 8) return null;
      read[count] = value;
      count += 1;
      value = -1;
    }
    if (sign === ':' && text[at + 1] === ':') {
      if (gap >= 0) return null;
      gap = count;
      at += 1;
    }
  }
  if (gap < 0) return count === 8 ? read : null;
  const groups = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let at = 0; at < count; at += 1) groups[at < gap ? at : 8 - count + at] = read[at] ?? 0;
  return groups;
}
