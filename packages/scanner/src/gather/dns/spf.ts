import type { SpfEvidence, TextSet } from '../../evidence/dns.ts';
import { isDmarc } from '../../parse/mail/dmarc.ts';
import { isChosen, isNearlySpf, isSpf, parseSpf } from '../../parse/mail/spf.ts';
import { forgedDomain, staticDomain } from '../../parse/mail/spf-macros.ts';
import type { Burst } from './burst.ts';
import { address, lookUpHost } from './hosts.ts';
import { recordSet, textSet } from './record-set.ts';
import { hostName } from './text.ts';

/** Eleven are enough to prove that a record breaks the limit of ten. */
const MAX_POLICIES = 13;
const MAX_PROBES = 12;
const MAX_ADDRESSES = 16;

type Probe = SpfEvidence['probes'][number];

export const isAboutSpf = (text: string): boolean => isSpf(text) || isNearlySpf(text);
/** A misplaced DMARC record at this name, which is worth showing. */
const isKept = (text: string): boolean => isAboutSpf(text) || isDmarc(text);

/** The whole static tree of a domain's SPF record, one level of includes at a time, each level in parallel. */
export async function gatherSpf(burst: Burst, domain: string): Promise<SpfEvidence> {
  const policies: TextSet[] = [];
  const probes = new Map<string, Promise<Probe>>();
  const seen = new Set([domain]);
  let level = [domain];
  while (level.length > 0) {
    const sets = await Promise.all(level.map(async (name) => textSet(name, await burst.ask(name, 'TXT'), isKept)));
    policies.push(...sets);
    level = [];
    for (const set of sets) {
      const { follow, look } = targetsOf(set);
      for (const name of follow) {
        if (seen.has(name) || seen.size >= MAX_POLICIES) continue;
        seen.add(name);
        level.push(name);
      }
      for (const { mechanism, name, wide } of look) {
        const key = `${mechanism} ${name} ${wide}`;
        if (!probes.has(key) && probes.size < MAX_PROBES) probes.set(key, probe(burst, mechanism, name, wide));
      }
    }
  }
  return { domain, policies, probes: await Promise.all(probes.values()) };
}

interface Targets {
  follow: string[];
  /** `wide`: a prefix makes the addresses matter, and not only whether there are any. */
  look: { mechanism: Probe['mechanism']; name: string; wide: boolean }[];
}

/** Names a receiver would ask for next; terms after `all` are never reached (RFC 7208 §5.1). */
function targetsOf(set: TextSet): Targets {
  const targets: Targets = { follow: [], look: [] };
  const [text, ...others] = set.records.filter(isSpf);
  if (text === undefined || others.length > 0) return targets;
  const policy = parseSpf(text);
  for (const mechanism of policy.mechanisms) {
    switch (mechanism.kind) {
      case 'all':
        return targets;
      case 'include':
      case 'a':
      case 'mx':
      case 'exists': {
        const isList = mechanism.kind === 'exists' && mechanism.domain !== null && !isChosen(mechanism);
        const forged = isList ? forgedDomain(mechanism.domain ?? '', set.name) : null;
        const name = staticDomain(mechanism.domain, set.name) ?? forged;
        if (name === null) break;
        if (mechanism.kind === 'include') targets.follow.push(name);
        else targets.look.push({ mechanism: mechanism.kind, name, wide: mechanism.prefix !== undefined });
        break;
      }
      default:
        break;
    }
  }
  const redirect = policy.redirect === null ? null : staticDomain(policy.redirect, set.name);
  if (redirect !== null) targets.follow.push(redirect);
  return targets;
}

/** Maximum number of mail hosts whose addresses are queried. */
const MAX_MAIL_HOSTS = 4;

async function probe(burst: Burst, mechanism: Probe['mechanism'], domain: string, wide: boolean): Promise<Probe> {
  if (mechanism === 'mx') {
    const set = recordSet(domain, 'MX', await burst.ask(domain, 'MX', { dnssec: true }), (data) =>
      hostName((data as { exchange: unknown }).exchange),
    );
    const hosts = wide ? set.records.filter((host) => host !== '.').slice(0, MAX_MAIL_HOSTS) : [];
    const found = await Promise.all(hosts.map((host) => lookUpHost(burst, host)));
    const addresses = found.flatMap((host) => host.addresses).slice(0, MAX_ADDRESSES);
    return { mechanism, domain, state: set.state, count: set.records.length, ...(wide ? { addresses } : {}) };
  }
  // RFC 7208 §5.7: `exists` queries A even over IPv6.
  if (mechanism === 'exists') {
    const set = recordSet(domain, 'A', await burst.ask(domain, 'A'), () => true);
    return { mechanism, domain, state: set.state, count: 0 };
  }
  const { state, addresses } = await lookUpHost(burst, domain);
  if (!wide) return { mechanism, domain, state, count: 0 };
  // A prefix widens each address family separately, so both are queried.
  const ip6 = addresses.some((one) => one.includes(':'))
    ? []
    : recordSet(domain, 'AAAA', await burst.ask(domain, 'AAAA'), address).records;
  return { mechanism, domain, state, count: 0, addresses: [...addresses, ...ip6].slice(0, MAX_ADDRESSES) };
}
