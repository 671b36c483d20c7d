import type { SpfEvidence } from '../../evidence/dns.ts';
import { EVERYTHING, largerShare, NEARLY_ALL, percent, type Addresses } from './address-share.ts';
import { minus, union } from './address-set.ts';
import { each, NONE, NOTHING, reachedResult, type PolicyOutcome } from './spf-outcome.ts';
import { untouchedVerdict, type SpfVerdict } from './spf-verdict.ts';
import {
  isChosen,
  isNearlySpf,
  isSpf,
  isUsableName,
  networksAround,
  openTerm,
  parseSpf,
  type SpfMechanism,
  type SpfPolicy,
  type SpfQualifier,
} from './spf.ts';
import { forgedDomain, senderChooses, staticDomain } from './spf-macros.ts';

/** RFC 7208 §4.6.4 */
const MAX_LOOKUPS = 10;
const MAX_VOID_LOOKUPS = 2;
const MAX_MX_HOSTS = 10;
/** Far beyond the limit the exact number does not matter. Also ends loops. */
const STOP_COUNTING = 40;

/**
 * Evaluates one domain's SPF record for a message that matches no mechanism: the worst case for the number of lookups.
 */
export function evaluateSpf(evidence: SpfEvidence): SpfVerdict {
  const verdict = untouchedVerdict();
  const set = evidence.policies[0];
  const records = (set?.records ?? []).filter(isSpf);
  if (!set || set.state === 'unknown') {
    return { ...verdict, result: 'unknown', unknown: [set?.reason ?? 'the record was not looked up'] };
  }
  verdict.record = records[0] ?? null;
  verdict.nearly = set.records.find(isNearlySpf) ?? null;
  if (records.length === 0) return { ...verdict, result: 'none' };
  if (records.length > 1) {
    const alone = (text: string): SpfVerdict =>
      evaluateSpf({ ...evidence, policies: [{ ...set, records: [text] }, ...evidence.policies.slice(1)] });
    const open = records.find((text) => alone(text).passes_everybody !== null) ?? null;
    const others = records.slice(1).map((text) => `${evidence.domain} TXT "${text}"`);
    return { ...verdict, result: 'multiple', passes_everybody: open, at_fault: others };
  }

  const evaluation = new Evaluation(evidence, verdict);
  const outcome = evaluation.policyOf(evidence.domain);
  verdict.all = reachedResult(outcome);
  verdict.share = largerShare(outcome.passed);
  if (verdict.share >= NEARLY_ALL) verdict.passes_everybody = `networks that add up to ${percent(verdict.share)}`;
  verdict.passes_everybody = outcome.passesEverybody ?? verdict.passes_everybody;
  if (verdict.lookups > MAX_LOOKUPS) {
    const count = verdict.lookups >= STOP_COUNTING ? `${STOP_COUNTING} or more` : String(verdict.lookups);
    verdict.errors.push(`the record needs ${count} DNS lookups; receivers stop at ${MAX_LOOKUPS}`);
  }
  if (verdict.void_lookups > MAX_VOID_LOOKUPS) {
    const found = `${verdict.void_lookups} lookups find nothing (${evaluation.void_terms.join(', ')})`;
    verdict.errors.push(`${found}; receivers stop at ${MAX_VOID_LOOKUPS}`);
  }
  verdict.at_fault = [...new Set(verdict.at_fault)];
  verdict.errors = [...new Set(verdict.errors)];
  verdict.unknown = [...new Set(verdict.unknown)];
  if (verdict.errors.length > 0) verdict.result = 'permerror';
  else if (verdict.unknown.length > 0) verdict.result = 'unknown';
  return verdict;
}

/** A private network does not let anyone pass. */
function isWide({ kind, prefix, addresses }: Extract<SpfMechanism, { prefix: number }>): boolean {
  return prefix <= (kind === 'ip4' ? 8 : 16) && largerShare({ ...NONE, [kind]: addresses }) > 0;
}

type AddressMechanism = Extract<SpfMechanism, { kind: 'a' | 'mx' | 'exists' }>;

const CHOSEN = 'the sender chooses this name';
class Evaluation {
  readonly #evidence: SpfEvidence;
  readonly #verdict: SpfVerdict;
  readonly #parsed = new Map<string, SpfPolicy>();
  /** Domains between the initial one and the current one. */
  readonly #path: string[] = [];
  /** Terms whose name does not exist or has no records. */
  readonly void_terms: string[] = [];

  constructor(evidence: SpfEvidence, verdict: SpfVerdict) {
    this.#evidence = evidence;
    this.#verdict = verdict;
  }

  policyOf(domain: string): PolicyOutcome {
    this.#path.push(domain);
    const outcome = this.#read(domain);
    this.#path.pop();
    return outcome;
  }

  /** The finding. If it is in an included record, adds the domain of that record. */
  #blame(domain: string, finding: string): string {
    if (domain === this.#evidence.domain) return finding;
    this.#verdict.at_fault.push(`${domain} TXT "${this.#parsed.get(domain)?.text ?? ''}"`);
    return `${finding} (record of ${domain})`;
  }

  #read(domain: string): PolicyOutcome {
    const policy = this.#select(domain);
    if (!policy) return NOTHING;
    for (const error of policy.errors) this.#verdict.errors.push(this.#blame(domain, error));
    let passesEverybody = policy.misspelledOpen;
    let [passed, neutral, soft] = [NONE, NONE, NONE];
    /** Addresses that an earlier term has decided: the first match counts. */
    let decided = NONE;
    const match = (matched: Addresses, qualifier: SpfQualifier): void => {
      const fresh = each(matched, decided, minus);
      if (qualifier === '+') passed = each(passed, fresh, union);
      if (qualifier === '?') neutral = each(neutral, fresh, union);
      if (qualifier === '~') soft = each(soft, fresh, union);
      decided = each(decided, matched, union);
    };
    for (const mechanism of policy.mechanisms) {
      // The rest is not evaluated, but a receiver that tolerates more lookups reaches it.
      if (this.#verdict.lookups >= STOP_COUNTING) return { ...NOTHING, passesEverybody: openTerm(policy) };
      if (mechanism.kind === 'all') {
        if (mechanism.qualifier === '+') {
          const rest = each(EVERYTHING, decided, minus);
          if (largerShare(rest) >= NEARLY_ALL) passesEverybody ??= mechanism.text;
          else match(rest, '+');
        }
        return { all: mechanism.qualifier, passesEverybody, passed, neutral, soft };
      }
      if (isChosen(mechanism) && mechanism.qualifier === '+') {
        this.#verdict.lookups += 1;
        passesEverybody ??= `${mechanism.text} (${CHOSEN})`;
        return { all: '+', passesEverybody, passed, neutral, soft };
      }
      if (mechanism.kind === 'exists') {
        this.#verdict.lookups += 1;
        // If the name exists without a macro, or for a forged message, every sender matches (RFC 7208 §5.7).
        if (!this.#probe(mechanism, domain)) continue;
        if (mechanism.qualifier === '+') passesEverybody ??= mechanism.text;
        return { all: mechanism.qualifier, passesEverybody, passed, neutral, soft };
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
      // An include that passes every sender matches every sender: its qualifier decides, and no later term is reached.
      if (inner.all === '+') return { all: mechanism.qualifier, passesEverybody, passed, neutral, soft };
    }
    if (policy.redirect === null) return { all: null, passesEverybody, passed, neutral, soft };
    if (senderChooses(policy.redirect)) {
      this.#verdict.lookups += 1;
      return {
        all: '+',
        passesEverybody: passesEverybody ?? `redirect=${policy.redirect} (${CHOSEN})`,
        passed,
        neutral,
        soft,
      };
    }
    const target = this.#follow(`redirect=${policy.redirect}`, policy.redirect, domain);
    neutral = each(neutral, each(target.neutral, decided, minus), union);
    soft = each(soft, each(target.soft, decided, minus), union);
    match(target.passed, '+');
    return { all: target.all, passesEverybody: passesEverybody ?? target.passesEverybody, passed, neutral, soft };
  }

  /** @returns the term if it lets every sender pass */
  #mechanism(mechanism: Exclude<SpfMechanism, { kind: 'all' | 'include' | 'exists' }>, domain: string): string | null {
    const verdict = this.#verdict;
    switch (mechanism.kind) {
      case 'ip4':
      case 'ip6':
        if (mechanism.qualifier !== '+') return null;
        if (mechanism.prefix === 0) return mechanism.text;
        if (isWide(mechanism)) verdict.wide_networks.push(this.#blame(domain, mechanism.text));
        return null;
      case 'ptr':
        verdict.lookups += 1;
        verdict.uses_ptr = true;
        this.#blame(domain, mechanism.text);
        return null;
      default:
        verdict.lookups += 1;
        return this.#probe(mechanism, domain) && this.#matchesAll(mechanism, domain) && mechanism.qualifier === '+'
          ? mechanism.text
          : null;
    }
  }

  #foundNothing(term: string): void {
    this.#verdict.void_lookups += 1;
    this.void_terms.push(term);
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
    if (this.#path.includes(domain)) {
      verdict.errors.push(
        `"${term}" leads back to ${domain}: a loop, which uses up all lookups (record of ${current})`,
      );
      return NOTHING;
    }
    if (!isUsableName(domain)) {
      verdict.errors.push(`"${term}" is not a possible domain name`);
      return NOTHING;
    }
    const set = this.#evidence.policies.find((policy) => policy.name === domain);
    if (set?.state === 'absent') this.#foundNothing(term);
    return this.policyOf(domain);
  }

  #select(domain: string): SpfPolicy | null {
    const set = this.#evidence.policies.find((policy) => policy.name === domain);
    if (!set || set.state === 'unknown') {
      this.#verdict.unknown.push(set?.reason ?? `the policy of ${domain} was not looked up`);
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

  /** `a/8`: the complete network around each address of the name passes (RFC 7208 §5.6). */
  #around(mechanism: AddressMechanism, current: string): Addresses {
    const name = mechanism.prefix && staticDomain(mechanism.domain, current);
    if (!mechanism.prefix || !name) return NONE;
    const found = this.#evidence.probes.find(
      (one) => one.mechanism === mechanism.kind && one.domain === name && one.addresses?.length,
    );
    if (!found?.addresses) return NONE;
    if (mechanism.qualifier === '+' && mechanism.prefix.ip4 <= 8)
      this.#verdict.wide_networks.push(this.#blame(current, mechanism.text));
    return networksAround(found.addresses, mechanism.prefix);
  }

  /** `a/0`, `a//0`: any address of a family in which the name has one (RFC 7208 §5: A for IPv4, AAAA for IPv6). */
  #matchesAll({ kind, domain: spec, matches_all, prefix }: AddressMechanism, current: string): boolean {
    const name = staticDomain(spec, current);
    const addresses = this.#evidence.probes.find(
      (one) => one.mechanism === kind && one.domain === name && one.addresses,
    )?.addresses;
    if (matches_all !== true || !prefix || !addresses) return matches_all === true;
    return addresses.some((address) => (address.includes(':') ? prefix.ip6 : prefix.ip4) === 0);
  }

  /** @returns whether the name resolves to an address, as far as is known */
  #probe(mechanism: AddressMechanism, current: string): boolean {
    const verdict = this.#verdict;
    const domain = staticDomain(mechanism.domain, current);
    if (domain === null) {
      const forged = mechanism.kind === 'exists' ? forgedDomain(mechanism.domain ?? '', current) : null;
      if (this.#evidence.probes.some((one) => one.domain === forged && one.state === 'present')) return true;
      verdict.undecidable.push(mechanism.text);
      return false;
    }
    const probe = this.#evidence.probes.find((one) => one.mechanism === mechanism.kind && one.domain === domain);
    // If a probe failed, the void count is a lower bound. That is not an error of the record.
    if (probe?.state === 'absent') this.#foundNothing(mechanism.text);
    if (mechanism.kind === 'mx' && (probe?.count ?? 0) > MAX_MX_HOSTS) {
      verdict.errors.push(`"${mechanism.text}" leads to ${probe?.count} mail hosts; receivers stop at ${MAX_MX_HOSTS}`);
    }
    return probe?.state === 'present';
  }
}
