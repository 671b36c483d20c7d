import type { SpfEvidence, TextSet } from '../../evidence/dns.ts';
import { isDmarc } from '../../parse/dmarc.ts';
import { isNearlySpf, isSpf, parseSpf, staticDomain } from '../../parse/spf.ts';
import type { Burst } from './burst.ts';
import { lookUpHost } from './hosts.ts';
import { recordSet, textSet } from './record-set.ts';

/** Eleven are enough to prove that a record breaks the limit of ten. */
const MAX_POLICIES = 13;
const MAX_PROBES = 12;

type Probe = SpfEvidence['probes'][number];

export const isAboutSpf = (text: string): boolean => isSpf(text) || isNearlySpf(text);
/** A DMARC record stands at this name by mistake, and is worth showing. */
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
      for (const { mechanism, name } of look) {
        const key = `${mechanism} ${name}`;
        if (!probes.has(key) && probes.size < MAX_PROBES) probes.set(key, probe(burst, mechanism, name));
      }
    }
  }
  return { domain, policies, probes: await Promise.all(probes.values()) };
}

interface Targets {
  follow: string[];
  look: { mechanism: Probe['mechanism']; name: string }[];
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
        const name = staticDomain(mechanism.domain, set.name);
        if (name === null) break;
        if (mechanism.kind === 'include') targets.follow.push(name);
        else targets.look.push({ mechanism: mechanism.kind, name });
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

async function probe(burst: Burst, mechanism: Probe['mechanism'], domain: string): Promise<Probe> {
  if (mechanism === 'mx') {
    const set = recordSet(domain, 'MX', await burst.ask(domain, 'MX'), () => true);
    return { mechanism, domain, state: set.state, count: set.records.length };
  }
  // RFC 7208 §5.7: `exists` asks for A even over IPv6.
  if (mechanism === 'exists') {
    const set = recordSet(domain, 'A', await burst.ask(domain, 'A'), () => true);
    return { mechanism, domain, state: set.state, count: 0 };
  }
  const { state } = await lookUpHost(burst, domain);
  return { mechanism, domain, state, count: 0 };
}
