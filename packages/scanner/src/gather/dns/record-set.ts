import type { Answer } from 'dns-packet';
import type { TextSet } from '../../evidence/dns.ts';
import type { RecordState } from '../../evidence/dns-records.ts';
import { aliasesOf, MAX_ALIASES } from '../net/alias-chain.ts';
import type { DnsReply } from '../net/dns-client.ts';
import { bareName } from '../net/dns-packets.ts';
import { escapeBytes, hostName } from './text.ts';

export interface RecordSet<T> {
  name: string;
  state: RecordState;
  records: T[];
  authenticated: boolean;
  nxdomain: boolean;
  reason: string | null;
  /** The end of the CNAME chain, if the name is an alias. */
  alias?: string | undefined;
}

/** A hostile zone can hold thousands of records; evidence keeps this many of a set. */
const MAX_RECORDS = 100;
const MAX_TEXT = 4096;

/**
 * The records of one type that a reply holds for a name, aliases followed.
 * @param read gives null for a record to leave out
 */
export function recordSet<T>(
  name: string,
  type: string,
  reply: DnsReply,
  read: (data: unknown) => T | null,
): RecordSet<T> {
  if (!reply.ok) return unknownSet(name, describeFailure(name, type, reply));
  const { chain, end } = aliasesOf(name, reply.answers);
  if (end === 'long') return unknownSet(name, `${name} has more than ${MAX_ALIASES} CNAME records in a row`);
  const owner = chain.at(-1) ?? bareName(name);
  const found = reply.answers.filter((answer) => answer.type === type && bareName(answer.name) === owner);
  const records: T[] = [];
  for (const answer of found) {
    const record = read((answer as { data?: unknown }).data);
    if (record !== null && records.length < MAX_RECORDS) records.push(record);
  }
  return {
    name,
    state: found.length > 0 ? 'present' : 'absent',
    records,
    authenticated: reply.authenticated,
    nxdomain: reply.rcode === 'NXDOMAIN',
    reason: null,
    ...(chain.length > 0 ? { alias: hostName(owner) } : {}),
  };
}

function unknownSet(name: string, reason: string): RecordSet<never> {
  return { name, state: 'unknown', records: [], authenticated: false, nxdomain: false, reason };
}

/** TXT records whose text `keep` accepts. `present` with no records: there is TXT, but none of that kind. */
export function textSet(name: string, reply: DnsReply, keep: (text: string) => boolean): TextSet {
  return recordSet(name, 'TXT', reply, (data) => {
    // RFC 7208 §3.3: the strings of one record are joined without a space.
    const parts = (Array.isArray(data) ? data : [data]) as (Buffer | string)[];
    const bytes = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
    const text = escapeBytes(bytes.subarray(0, MAX_TEXT));
    return keep(text) ? text : null;
  });
}

/** The targets of the alias chain that starts at a name. */
export function aliasChain(name: string, answers: readonly Answer[]): string[] {
  return aliasesOf(name, answers).chain.map(hostName);
}

function describeFailure(name: string, type: string, reply: Extract<DnsReply, { ok: false }>): string {
  const what = `the DNS lookup of ${name} (${type.replace('UNKNOWN_65', 'HTTPS')})`;
  switch (reply.failure) {
    case 'timeout':
      return `${what} timed out`;
    case 'servfail':
      return `${what} failed at the name servers (SERVFAIL)`;
    case 'refused':
      return `${what} was refused by the name servers`;
    case 'malformed':
      return `${what} returned an unreadable response`;
    case 'unreachable':
      return `${what} could not reach a name server`;
    case 'cancelled':
    case 'limit':
      return `${what} was not made: ${reply.detail}`;
  }
}
