import type { DmarcEvidence, TextSet } from '../../evidence/dns.ts';
import { isDmarc, isNearlyDmarc, parseDmarc, type DmarcDisposition, type DmarcRecord } from './dmarc.ts';

const MAX_QUERIES = 8;

/** The names that the tree walk queries (RFC 9989 §4.10): the domain, then its parents, at most eight in total. */
export function dmarcWalk(domain: string): string[] {
  const labels = domain.split('.');
  const names = [domain];
  // Step 4: names with eight or more labels continue at seven labels, so that a long name costs no more than a short
  // one.
  for (
    let rest = labels.slice(labels.length >= MAX_QUERIES ? labels.length - 7 : 1);
    rest.length > 0;
    rest = rest.slice(1)
  ) {
    names.push(rest.join('.'));
  }
  return names;
}

export type DmarcFinding =
  | {
      state: 'found';
      record: DmarcRecord;
      /** Domain whose `_dmarc` has the record. */
      found_at: string;
      /** The policy that applies to the queried domain. */
      effective: DmarcDisposition;
      /** The record belongs to a parent: `sp` (or `p`) applies. */
      inherited: boolean;
      /** The record's domain is the organizational domain, so its `sp` and `np` apply (RFC 9989 §4.7). */
      organizational: boolean;
    }
  | {
      state: 'none';
      /** A record that was meant as DMARC, and its name. */ nearly: { name: string; text: string } | null;
    }
  | { state: 'multiple'; at: string; records: string[] }
  | { state: 'malformed'; at: string; record: string; error: string }
  | { state: 'unknown'; reason: string };

interface Step {
  domain: string;
  set: TextSet;
  records: string[];
  parsed: DmarcRecord | null;
  error: string | null;
}

/** DMARC policy discovery for mail from `domain` (RFC 9989 §4.10.1), based on the completed tree walk. */
export function discoverDmarc(evidence: DmarcEvidence, domain: string): DmarcFinding {
  const steps = walkSteps(evidence, domain);
  const own = steps[0];
  if (!own) return { state: 'unknown', reason: `_dmarc.${domain} was not looked up` };
  if (own.set.state === 'unknown') return { state: 'unknown', reason: own.set.reason ?? 'the lookup failed' };
  if (own.parsed) {
    return {
      state: 'found',
      record: own.parsed,
      found_at: domain,
      effective: own.parsed.p,
      inherited: false,
      organizational: isOrganizational(steps),
    };
  }
  // An unusable policy ends the search. Several policies at one name count as none.
  if (own.error !== null) return { state: 'malformed', at: domain, record: own.records[0] ?? '', error: own.error };
  const parent = organizational(steps);
  if (parent?.parsed) {
    const effective = parent.parsed.sp ?? parent.parsed.p;
    return {
      state: 'found',
      record: parent.parsed,
      found_at: parent.domain,
      effective,
      inherited: true,
      organizational: true,
    };
  }
  const unknown = steps.find((step) => step.set.state === 'unknown');
  if (own.records.length > 1) return { state: 'multiple', at: domain, records: own.records };
  if (unknown) return { state: 'unknown', reason: unknown.set.reason ?? 'the lookup failed' };
  for (const step of steps) {
    if (step.records.length > 1) return { state: 'multiple', at: step.domain, records: step.records };
    if (step.error !== null)
      return { state: 'malformed', at: step.domain, record: step.records[0] ?? '', error: step.error };
  }
  for (const { set } of steps) {
    const text = set.records.find(isNearlyDmarc);
    if (text !== undefined) return { state: 'none', nearly: { name: set.name, text } };
  }
  return { state: 'none', nearly: null };
}

/** Steps of the walk from `domain` upwards, up to the name where `psd` ends it. */
function walkSteps(evidence: DmarcEvidence, domain: string): Step[] {
  const steps: Step[] = [];
  for (const name of dmarcWalk(domain)) {
    const set = evidence.walk.find((one) => one.name === `_dmarc.${name}`);
    if (!set) continue;
    const step = readStep(name, set);
    steps.push(step);
    const psd = step.parsed?.psd;
    if (psd === 'n' || (psd === 'y' && steps.length > 1)) break;
  }
  return steps;
}

function readStep(domain: string, set: TextSet): Step {
  const records = set.records.filter(isDmarc);
  const step: Step = { domain, set, records, parsed: null, error: null };
  // Several records at one name are all ignored.
  if (records.length !== 1 || records[0] === undefined) return step;
  const parsed = parseDmarc(records[0]);
  if (parsed.ok) step.parsed = parsed.record;
  else step.error = parsed.error;
  return step;
}

/**
 * RFC 9989 §4.10.2: `psd=n` marks the organizational domain. Below `psd=y`, it is the name one label below. Otherwise
 * it is the name with the fewest labels that has a record.
 */
function organizational(steps: readonly Step[]): Step | null {
  const above = steps.slice(1).filter((step) => step.parsed);
  const marked = above.find((step) => step.parsed?.psd === 'n');
  if (marked) return marked;
  const suffix = above.find((step) => step.parsed?.psd === 'y');
  if (!suffix) return above.at(-1) ?? null;
  const oneBelow = above.find((step) => step.domain.split('.').length === suffix.domain.split('.').length + 1);
  return oneBelow ?? suffix;
}

/** Whether the first name, which has a record, is its own organizational domain: nothing above it has a record. */
function isOrganizational(steps: readonly Step[]): boolean {
  const [own, ...above] = steps;
  const recorded = above.filter((step) => step.parsed);
  if (own?.parsed?.psd === 'n' || recorded.length === 0) return true;
  const [only] = recorded;
  // The record of a public suffix one label above it is not an organization's.
  return (
    recorded.length === 1 &&
    only?.parsed?.psd === 'y' &&
    own?.domain.split('.').length === only.domain.split('.').length + 1
  );
}
