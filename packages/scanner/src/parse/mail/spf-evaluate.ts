import type { SpfEvidence } from '../../evidence/dns.ts';
import { EMPTY, intersection, minus, network, size, union, type AddressSet } from './address-set.ts';
import {
  isNearlySpf,
  isSpf,
  isUsableName,
  networksAround,
  parseSpf,
  staticDomain,
  type SpfMechanism,
  type SpfPolicy,
  type SpfQualifier,
} from './spf.ts';

/** RFC 7208 §4.6.4 */
const MAX_LOOKUPS = 10;
const MAX_VOID_LOOKUPS = 2;
const MAX_MX_HOSTS = 10;
/** Far past the limit the exact number matters to no one; loops end here. */
const STOP_COUNTING = 40;

export interface SpfVerdict {
  result: 'valid' | 'none' | 'multiple' | 'permerror' | 'unknown';
  record: string | null;
  /** Look-ups a receiver makes when no mechanism matches. `undecidable` ones are counted too. */
  lookups: number;
  void_lookups: number;
  /** What the record says of everybody else, redirects followed; null: nothing, which means neutral. */
  all: SpfQualifier | null;
  /**
   * What lets every address on the internet pass: `+all`, a /0 network, an include that says so;
   * of several records, the one that does.
   */
  passes_everybody: string | null;
  /** Terms that hold a macro of the message, so that only a receiver can resolve them. */
  undecidable: string[];
  uses_ptr: boolean;
  /** `ip4` networks of /8 or wider and `ip6` of /16 or wider. */
  wide_networks: string[];
  /** Share of all public addresses that pass, 0 to 1: of IPv4 or of IPv6, whichever is more. */
  share: number;
  errors: string[];
  /** Why `result` is unknown. */
  unknown: string[];
  /** A record that was probably meant as SPF. */
  nearly: string | null;
}

/** Judges one domain's SPF as a receiver would that matches no mechanism: the worst case of the look-up count. */
export function evaluateSpf(evidence: SpfEvidence): SpfVerdict {
  const verdict: SpfVerdict = {
    result: 'valid',
    record: null,
    lookups: 0,
    void_lookups: 0,
    all: null,
    passes_everybody: null,
    undecidable: [],
    uses_ptr: false,
    wide_networks: [],
    share: 0,
    errors: [],
    unknown: [],
    nearly: null,
  };
  const set = evidence.policies[0];
  const records = (set?.records ?? []).filter(isSpf);
  if (!set || set.state === 'unknown') {
    return { ...verdict, result: 'unknown', unknown: [set?.reason ?? 'the record was not asked for'] };
  }
  verdict.record = records[0] ?? null;
  verdict.nearly = set.records.find(isNearlySpf) ?? null;
  if (records.length === 0) return { ...verdict, result: 'none' };
  if (records.length > 1) {
    const open = records.find((text) => parseSpf(text).mechanisms.some(isOpen)) ?? null;
    return { ...verdict, result: 'multiple', passes_everybody: open };
  }

  const outcome = new Evaluation(evidence, verdict).policyOf(evidence.domain);
  // `?ip4:0.0.0.0/0 -all`: the last term is hardly ever reached.
  verdict.all = largerShare(outcome.neutral) >= NEARLY_ALL ? '?' : outcome.all;
  verdict.share = largerShare(outcome.passed);
  const nearlyAll = verdict.share >= NEARLY_ALL ? `networks that add up to ${percent(verdict.share)}` : null;
  verdict.passes_everybody = outcome.passesEverybody ?? nearlyAll;
  if (verdict.lookups > MAX_LOOKUPS) {
    const count = verdict.lookups >= STOP_COUNTING ? `${STOP_COUNTING} or more` : String(verdict.lookups);
    verdict.errors.push(`the record needs ${count} DNS look-ups; receivers stop at ${MAX_LOOKUPS}`);
  }
  if (verdict.void_lookups > MAX_VOID_LOOKUPS) {
    verdict.errors.push(`${verdict.void_lookups} look-ups find nothing; receivers stop at ${MAX_VOID_LOOKUPS}`);
  }
  verdict.errors = [...new Set(verdict.errors)];
  verdict.unknown = [...new Set(verdict.unknown)];
  if (verdict.errors.length > 0) verdict.result = 'permerror';
  else if (verdict.unknown.length > 0) verdict.result = 'unknown';
  return verdict;
}

/** Unicast IPv4, and the part of IPv6 from which addresses are given out (RFC 4291 §2.4). */
const PUBLIC_IP4: AddressSet = [[0n, 0xdfffffffn]];
const PUBLIC_IP6: AddressSet = network(0x2n << 124n, 3, 128);
/** Private and other special networks left out, this is everybody. */
const NEARLY_ALL = 0.9;

function shareOf(set: AddressSet, all: AddressSet): number {
  return Number((size(intersection(set, all)) * 1_000_000n) / size(all)) / 1_000_000;
}

function largerShare({ ip4, ip6 }: Addresses): number {
  return Math.max(shareOf(ip4, PUBLIC_IP4), shareOf(ip6, PUBLIC_IP6));
}

function percent(share: number): string {
  return `${Math.round(share * 100)} % of all addresses`;
}

function isOpen(mechanism: SpfMechanism): boolean {
  return mechanism.kind === 'all' && mechanism.qualifier === '+';
}

type AddressMechanism = Extract<SpfMechanism, { kind: 'a' | 'mx' | 'exists' }>;

interface PolicyOutcome {
  all: SpfQualifier | null;
  passesEverybody: string | null;
  /** Addresses that pass by `ip4` and `ip6` terms, in the order in which the terms decide. */
  passed: Addresses;
  /** Those of which it says nothing (`?`). */
  neutral: Addresses;
}

interface Addresses {
  ip4: AddressSet;
  ip6: AddressSet;
}

const NONE: Addresses = { ip4: EMPTY, ip6: EMPTY };
const NOTHING: PolicyOutcome = { all: null, passesEverybody: null, passed: NONE, neutral: NONE };

function each(one: Addresses, other: Addresses, join: (a: AddressSet, b: AddressSet) => AddressSet): Addresses {
  return { ip4: join(one.ip4, other.ip4), ip6: join(one.ip6, other.ip6) };
}

class Evaluation {
  readonly #evidence: SpfEvidence;
  readonly #verdict: SpfVerdict;
  readonly #parsed = new Map<string, SpfPolicy>();

  constructor(evidence: SpfEvidence, verdict: SpfVerdict) {
    this.#evidence = evidence;
    this.#verdict = verdict;
  }

  policyOf(domain: string): PolicyOutcome {
    const policy = this.#select(domain);
    if (!policy) return NOTHING;
    this.#verdict.errors.push(...policy.errors);
    let passesEverybody: string | null = null;
    let [passed, neutral] = [NONE, NONE];
    /** What an earlier term has decided: the first match counts. */
    let decided = NONE;
    const match = (matched: Addresses, qualifier: SpfQualifier): void => {
      const fresh = each(matched, decided, minus);
      if (qualifier === '+') passed = each(passed, fresh, union);
      if (qualifier === '?') neutral = each(neutral, fresh, union);
      decided = each(decided, matched, union);
    };
    for (const mechanism of policy.mechanisms) {
      if (this.#verdict.lookups >= STOP_COUNTING) return NOTHING;
      if (mechanism.kind === 'all') {
        if (mechanism.qualifier === '+') passesEverybody ??= mechanism.text;
        return { all: mechanism.qualifier, passesEverybody, passed, neutral };
      }
      if (mechanism.kind === 'exists') {
        this.#verdict.lookups += 1;
        // Without a macro it asks the same for every message: once the name is there, everybody matches (RFC 7208 §5.7).
        if (!this.#probe(mechanism, domain)) continue;
        if (mechanism.qualifier === '+') passesEverybody ??= mechanism.text;
        return { all: mechanism.qualifier, passesEverybody, passed, neutral };
      }
      if (mechanism.kind !== 'include') {
        if (mechanism.kind === 'ip4' || mechanism.kind === 'ip6')
          match({ ...NONE, [mechanism.kind]: mechanism.addresses }, mechanism.qualifier);
        if (mechanism.kind === 'a' || mechanism.kind === 'mx')
          match(this.#around(mechanism, domain), mechanism.qualifier);
        passesEverybody ??= this.#mechanism(mechanism, domain);
        continue;
      }
      const inner = this.#follow(mechanism.text, mechanism.domain ?? '', domain);
      match(inner.passed, mechanism.qualifier);
      if (mechanism.qualifier === '+' && inner.passesEverybody !== null) {
        passesEverybody ??= `${mechanism.text} (${inner.passesEverybody})`;
      }
      // An include that passes everybody matches everybody: its qualifier decides, and nothing after it is reached.
      if (inner.all === '+') return { all: mechanism.qualifier, passesEverybody, passed, neutral };
    }
    if (policy.redirect === null) return { all: null, passesEverybody, passed, neutral };
    const target = this.#follow(`redirect=${policy.redirect}`, policy.redirect, domain);
    neutral = each(neutral, each(target.neutral, decided, minus), union);
    match(target.passed, '+');
    return { all: target.all, passesEverybody: passesEverybody ?? target.passesEverybody, passed, neutral };
  }

  /** @returns the term when it lets everybody pass */
  #mechanism(mechanism: Exclude<SpfMechanism, { kind: 'all' | 'include' | 'exists' }>, domain: string): string | null {
    const verdict = this.#verdict;
    switch (mechanism.kind) {
      case 'ip4':
      case 'ip6':
        if (mechanism.qualifier !== '+') return null;
        if (mechanism.prefix === 0) return mechanism.text;
        if (mechanism.prefix <= (mechanism.kind === 'ip4' ? 8 : 16)) verdict.wide_networks.push(mechanism.text);
        return null;
      case 'ptr':
        verdict.lookups += 1;
        verdict.uses_ptr = true;
        return null;
      default:
        verdict.lookups += 1;
        return this.#probe(mechanism, domain) && mechanism.matches_all === true && mechanism.qualifier === '+'
          ? mechanism.text
          : null;
    }
  }

  /** `include:` and `redirect=`: the other domain must have a policy (RFC 7208 §5.2, §6.1). */
  #follow(term: string, spec: string, current: string): PolicyOutcome {
    const verdict = this.#verdict;
    if (verdict.lookups >= STOP_COUNTING) return NOTHING;
    verdict.lookups += 1;
    const domain = staticDomain(spec, current);
    if (domain === null) {
      verdict.undecidable.push(term);
      return NOTHING;
    }
    if (!isUsableName(domain)) {
      verdict.errors.push(`"${term}" does not name a domain that can exist`);
      return NOTHING;
    }
    const set = this.#evidence.policies.find((policy) => policy.name === domain);
    if (set?.state === 'absent') verdict.void_lookups += 1;
    return this.policyOf(domain);
  }

  #select(domain: string): SpfPolicy | null {
    const set = this.#evidence.policies.find((policy) => policy.name === domain);
    if (!set || set.state === 'unknown') {
      this.#verdict.unknown.push(set?.reason ?? `the policy of ${domain} was not asked for`);
      return null;
    }
    const records = set.records.filter(isSpf);
    if (records.length !== 1 || records[0] === undefined) {
      this.#verdict.errors.push(
        records.length === 0 ? `${domain} has no SPF record to include` : `${domain} has ${records.length} SPF records`,
      );
      return null;
    }
    const known = this.#parsed.get(domain) ?? parseSpf(records[0]);
    this.#parsed.set(domain, known);
    return known;
  }

  /** `a/8`: the whole network around each address of the name passes (RFC 7208 §5.6). */
  #around(mechanism: AddressMechanism, current: string): Addresses {
    const name = mechanism.prefix && staticDomain(mechanism.domain, current);
    if (!mechanism.prefix || !name) return NONE;
    const found = this.#evidence.probes.find(
      (one) => one.mechanism === mechanism.kind && one.domain === name && one.addresses?.length,
    );
    if (!found?.addresses) return NONE;
    if (mechanism.qualifier === '+' && mechanism.prefix.ip4 <= 8) this.#verdict.wide_networks.push(mechanism.text);
    return networksAround(found.addresses, mechanism.prefix);
  }

  /** @returns whether the name leads to an address, as far as is known */
  #probe(mechanism: AddressMechanism, current: string): boolean {
    const verdict = this.#verdict;
    const domain = staticDomain(mechanism.domain, current);
    if (domain === null) {
      verdict.undecidable.push(mechanism.text);
      return false;
    }
    const probe = this.#evidence.probes.find((one) => one.mechanism === mechanism.kind && one.domain === domain);
    // A probe that failed or was never made leaves the void count a lower bound; it is no error of the record.
    if (probe?.state === 'absent') verdict.void_lookups += 1;
    if (mechanism.kind === 'mx' && (probe?.count ?? 0) > MAX_MX_HOSTS) {
      verdict.errors.push(`"${mechanism.text}" leads to ${probe?.count} mail hosts; receivers stop at ${MAX_MX_HOSTS}`);
    }
    return probe?.state === 'present';
  }
}
