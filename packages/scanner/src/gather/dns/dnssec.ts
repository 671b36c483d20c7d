import { setTimeout as wait } from 'node:timers/promises';
import type { DnssecEvidence, DnssecState } from '../../evidence/dns.ts';
import { isValidationError, keyTag, rsaKeyBits } from '../../parse/dns/dnssec.ts';
import type { DnsReply } from '../net/dns-client.ts';
import type { Burst } from './burst.ts';
import { recordSet, type RecordSet } from './record-set.ts';

type Ds = DnssecEvidence['ds']['records'][number];
type Dnskey = DnssecEvidence['dnskey']['records'][number];

/**
 * What a validating resolver makes of the zone. Signatures are not checked here: the AD bit of a
 * resolver that proves itself on the root's SOA is (RFC 6840 §5.7), with DS and DNSKEY as second witness,
 * and a question with CD set to tell "bogus" from "broken".
 */
export async function gatherDnssec(burst: Burst, host: string, zone: string): Promise<DnssecEvidence> {
  const [root, hostAsked, dsReply, keyAsked, nsec3Reply] = await Promise.all([
    burst.askOnce('.', 'SOA', { dnssec: true }),
    askSigned(burst, host, 'A'),
    burst.askOnce(zone, 'DS', { dnssec: true }),
    askSigned(burst, zone, 'DNSKEY'),
    burst.ask(zone, 'NSEC3PARAM'),
  ]);
  const [hostReply, keyReply] = [hostAsked.reply, keyAsked.reply];
  const failure = hostAsked.bogus ?? keyAsked.bogus;
  const ds = recordSet(zone, 'DS', dsReply, readDs);
  const dnskey = recordSet(zone, 'DNSKEY', keyReply, readDnskey);
  const anyAuthenticated = [root, hostReply, dsReply, keyReply].some((reply) => reply.ok && reply.authenticated);
  const evidence: DnssecEvidence = {
    zone,
    resolver_validates: root.ok || anyAuthenticated ? anyAuthenticated : null,
    state: 'unknown',
    host_authenticated: hostReply.ok && hostReply.authenticated,
    ds,
    dnskey,
    nsec3_iterations: recordSet(zone, 'NSEC3PARAM', nsec3Reply, readIterations).records[0] ?? null,
    extended_error: failure?.extendedError ?? null,
    reason: null,
  };
  return { ...evidence, ...stateOf(evidence, failure !== null) };
}

function stateOf(
  { resolver_validates, host_authenticated, ds, dnskey }: DnssecEvidence,
  failsValidation: boolean,
): { state: DnssecState; reason: string | null } {
  if (failsValidation) return { state: 'bogus', reason: null };
  if (resolver_validates !== true) {
    const reason =
      resolver_validates === null
        ? 'the scan could not determine whether the resolver validates DNSSEC'
        : 'the scanner’s DNS resolver does not validate DNSSEC';
    return { state: 'unknown', reason: `${reason} (${presence(ds, dnskey)})` };
  }
  if (host_authenticated || (dnskey.state === 'present' && dnskey.authenticated))
    return { state: 'secure', reason: null };
  if (ds.state === 'unknown' && dnskey.state !== 'absent') return { state: 'unknown', reason: ds.reason };
  if (dnskey.state === 'unknown' && ds.state !== 'absent') return { state: 'unknown', reason: dnskey.reason };
  if (dnskey.state === 'present' && ds.state === 'absent') return { state: 'unlinked', reason: null };
  if (dnskey.state === 'present') {
    return {
      state: 'insecure',
      reason: 'signed, with a DS record, but the resolver does not accept its algorithms or parameters',
    };
  }
  return { state: 'insecure', reason: null };
}

function presence(ds: RecordSet<Ds>, dnskey: RecordSet<Dnskey>): string {
  const words = { present: 'published', absent: 'absent', unknown: 'not known' } as const;
  return `DS: ${words[ds.state]}, DNSKEY: ${words[dnskey.state]}`;
}

type FailedReply = Extract<DnsReply, { ok: false }>;

/** Resolvers keep a failure for at least a second (RFC 9520 §3.2). */
const FAILURE_KEPT_MS = 1100;

/**
 * SERVFAIL that goes away with CD set is a validation failure; one that stays is a broken server, and one that does not
 * come again was a moment of overload. Extended errors are not stable between answers, so they only add to the picture.
 */
async function askSigned(
  burst: Burst,
  name: string,
  type: string,
): Promise<{ reply: DnsReply; bogus: FailedReply | null }> {
  const reply = await burst.askOnce(name, type, { dnssec: true });
  if (reply.ok || reply.failure !== 'servfail') return { reply, bogus: null };
  if (isValidationError(reply.extendedError)) return { reply, bogus: reply };
  const unchecked = await burst.askOnce(name, type, { dnssec: true, checkingDisabled: true });
  if (!unchecked.ok) return { reply, bogus: null };
  await wait(FAILURE_KEPT_MS, undefined, { signal: burst.signal }).catch(() => undefined);
  const again = await burst.askOnce(name, type, { dnssec: true, again: true });
  if (again.ok) return { reply: again, bogus: null };
  return { reply, bogus: again.failure === 'servfail' ? again : null };
}

function readDs(data: unknown): Ds {
  const { keyTag, algorithm, digestType } = data as { keyTag: number; algorithm: number; digestType: number };
  return { key_tag: keyTag, algorithm, digest_type: digestType };
}

function readDnskey(data: unknown): Dnskey {
  const { flags, algorithm, key } = data as { flags: number; algorithm: number; key?: Uint8Array };
  if (!key) return { flags, algorithm };
  return { flags, algorithm, key_tag: keyTag(flags, algorithm, key), bits: rsaKeyBits(algorithm, key) };
}

/** RFC 5155 §4.2: hash algorithm, flags, then the iterations in two bytes. */
function readIterations(data: unknown): number | null {
  return data instanceof Uint8Array && data.length >= 4 ? (data[2] ?? 0) * 256 + (data[3] ?? 0) : null;
}
