import type { Answer } from 'dns-packet';
import { NetworkFault, TargetRefused } from '../../errors.ts';
import { parseAddress, type AddressPolicy } from './address-policy.ts';
import { aliasesOf } from './alias-chain.ts';
import type { DnsClient, DnsReply } from './dns-client.ts';
import { bareName } from './dns-packets.ts';
import type { ResolvedAddress } from './egress.ts';

/** Once one family has answered with a usable address, the other gets this long (RFC 8305 §3). */
const OTHER_FAMILY_MS = 50;
/** Addresses kept of one host. */
const MAX_ADDRESSES = 32;
/** Maximum number of queries to a resolver that leaves CNAMEs for the client to follow. */
const MAX_CNAME_HOPS = 8;

export interface HostAddresses {
  /** Those that may be dialed, IPv4 first. Never empty. */
  addresses: ResolvedAddress[];
  openedBy: string[];
}

type Family = 'A' | 'AAAA';
type Found = { addresses: string[]; failure: string | null; exists: boolean };

/**
 * A and AAAA at once. Every address is checked; those that are refused are never dialed.
 * @throws TargetRefused when there are addresses and none may be reached; NetworkFault (dns) when there are none
 */
export async function resolveHost(
  host: string,
  dns: DnsClient,
  policy: AddressPolicy,
  signal: AbortSignal,
): Promise<HostAddresses> {
  const literal = parseAddress(host);
  if (literal) return admitAddresses(host, [host], policy);
  // NXDOMAIN holds for every type of record (RFC 8020), so that it too ends the wait.
  const decides = (found: Found): boolean =>
    (!found.exists && found.failure === null) || found.addresses.some((address) => policy.judge(address).allowed);
  const a = follow(host, 'A', dns, signal);
  const aaaa = follow(host, 'AAAA', dns, signal);
  const found = await bothOrSoon(a, aaaa, decides);
  const addresses = found.flatMap((family) => family.addresses);
  if (addresses.length > 0) return admitAddresses(host, addresses, policy);
  const failure = found.find((family) => family.failure !== null)?.failure;
  if (failure) throw new NetworkFault('dns', `the name ${host} could not be resolved: ${failure}`);
  const text = found.some((family) => family.exists) ? 'has no address (no A or AAAA record)' : 'does not exist in DNS';
  throw new NetworkFault('dns', `the name ${host} ${text}`);
}

function admitAddresses(host: string, candidates: readonly string[], policy: AddressPolicy): HostAddresses {
  const addresses: ResolvedAddress[] = [];
  const openedBy = new Set<string>();
  const refused = new Set<string>();
  for (const address of new Set(candidates)) {
    const verdict = policy.judge(address);
    if (!verdict.allowed) refused.add(verdict.reason);
    else addresses.push({ address, family: address.includes(':') ? 6 : 4 });
    if (verdict.allowed && verdict.openedBy !== null) openedBy.add(verdict.openedBy);
  }
  if (addresses.length === 0) {
    // The kind and not the address: a resolver inside a company resolves names that are not public.
    throw new TargetRefused(`${host} does not resolve to a public address (${[...refused].join(', ')})`, 'address');
  }
  addresses.sort((one, other) => one.family - other.family);
  return { addresses: addresses.slice(0, MAX_ADDRESSES), openedBy: [...openedBy] };
}

/** Both families; but once one has something to dial, the other only holds the scan up for a moment. */
async function bothOrSoon(
  a: Promise<Found>,
  aaaa: Promise<Found>,
  decides: (found: Found) => boolean,
): Promise<Found[]> {
  const [first, other] = await Promise.race([
    a.then((found) => [found, aaaa] as const),
    aaaa.then((found) => [found, a] as const),
  ]);
  if (!decides(first)) return [first, await other];
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, OTHER_FAMILY_MS, null);
  });
  const second = await Promise.race([other, late]);
  clearTimeout(timer);
  return second ? [first, second] : [first];
}

async function follow(host: string, type: Family, dns: DnsClient, signal: AbortSignal): Promise<Found> {
  const seen = new Set<string>();
  let name = bareName(host);
  for (let hop = 0; hop <= MAX_CNAME_HOPS; hop += 1) {
    seen.add(name);
    // With DNSSEC bits, so that the dns section can reuse this response.
    const question = { name, type, signal, dnssec: true };
    let reply = await dns.query(question);
    // Signatures that do not verify are a finding of the dns section, not the end of the scan: visitors whose
    // resolvers do not check them reach the site all the same. A server that is broken stays SERVFAIL.
    if (!reply.ok && reply.failure === 'servfail') reply = await dns.query({ ...question, checkingDisabled: true });
    if (!reply.ok) return { addresses: [], failure: describe(reply), exists: true };
    const aliases = aliasesOf(name, reply.answers);
    if (aliases.end === 'long') break;
    if (aliases.end === 'loop' || aliases.chain.some((alias) => seen.has(alias)))
      return { addresses: [], failure: 'its CNAME records form a loop', exists: true };
    for (const alias of aliases.chain) seen.add(alias);
    const end = aliases.chain.at(-1) ?? name;
    const addresses = reply.answers.flatMap((record) => addressOf(record, type, end)).slice(0, MAX_ADDRESSES);
    if (addresses.length > 0) return { addresses, failure: null, exists: true };
    if (end === name) return { addresses: [], failure: null, exists: reply.rcode === 'NOERROR' };
    // NXDOMAIN applies to the end of the chain (RFC 6604), so no further query is needed.
    if (reply.rcode === 'NXDOMAIN') return { addresses: [], failure: null, exists: false };
    name = end;
  }
  return { addresses: [], failure: 'it has too many CNAME records in a chain', exists: true };
}

function addressOf(record: Answer, type: Family, owner: string): string[] {
  if (record.type !== type || bareName(record.name) !== owner) return [];
  return typeof record.data === 'string' && parseAddress(record.data) ? [record.data] : [];
}

function describe(reply: Extract<DnsReply, { ok: false }>): string {
  switch (reply.failure) {
    case 'timeout':
      return 'its DNS did not respond in time';
    case 'servfail':
      return `DNS returned an error (${reply.detail})`;
    case 'refused':
      return 'DNS refused the query';
    case 'malformed':
      return 'DNS returned an unreadable response';
    default:
      return reply.detail;
  }
}
