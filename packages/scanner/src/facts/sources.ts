import type { Evidence, EvidenceKind } from '../evidence.ts';
import { have, missing, type Gathered } from '../evidence/gathered.ts';
import { ALL_FACTS } from './all.ts';
import {
  pick,
  type AnyFact,
  type FactName,
  type FindFact,
  type FindSource,
  type Source,
  type SourceContext,
} from './fact.ts';

const EVIDENCE_KINDS: ReadonlySet<string> = new Set<EvidenceKind>([
  'http',
  'plain_http',
  'tls',
  'dns',
  'cors',
  'security_txt',
  'page',
  'browser',
]);

/** For optional browser evidence. */
const NOT_ASKED = missing('not_applicable', 'us', 'no browser visited the page');

/**
 * Evidence and facts of one scan, each fact computed once. A fact that throws is our fault: it is missing, and so is
 * everything that needs it, but nothing else.
 * @param facts for tests, which replace a fact with a broken or counting one
 */
export function sourcesOf(evidence: Evidence, facts: Readonly<Record<FactName, AnyFact>> = ALL_FACTS): FindFact {
  const computed = new Map<FactName, Gathered<unknown>>();
  const find: FindSource = (source) => {
    if (isEvidence(source)) return evidence[source] ?? NOT_ASKED;
    const known = computed.get(source);
    if (known) return known;
    // Set while the fact is computed, so that a fact that needs itself terminates.
    computed.set(source, missing('internal', 'us', 'this part of the check failed because of an error in the scanner'));
    const value = compute(facts[source]);
    computed.set(source, value);
    return value;
  };
  const compute = (fact: AnyFact): Gathered<unknown> => {
    const picked = pick(find, fact);
    if (!picked.ok) return picked;
    try {
      return have(fact.compute(picked.value as never, sourceContext(evidence, find)));
    } catch (error) {
      const name = error instanceof Error ? error.name : 'error';
      return missing('internal', 'us', `this part of the check failed because of an error in the scanner (${name})`);
    }
  };
  return find as FindFact;
}

export function sourceContext(evidence: Evidence, find: FindSource): SourceContext {
  return {
    target: evidence.target,
    scannedAt: Date.parse(evidence.scanned_at),
    absence: (source) => {
      const piece = find(source);
      return piece.ok ? undefined : piece;
    },
  };
}

function isEvidence(source: Source): source is EvidenceKind {
  return EVIDENCE_KINDS.has(source);
}
