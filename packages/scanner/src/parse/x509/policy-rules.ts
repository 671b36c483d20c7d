import { DerReader, elements, oidOf, TAG } from './der.ts';

/** What a certificate says about policies (RFC 5280 §4.2.1.4, §4.2.1.5, §4.2.1.11, §4.2.1.14). */
export interface PolicyFields {
  /** Object identifiers; null without the extension. */
  policies: readonly string[] | null;
  /** Policies of the issuer, each with its equivalents of the subject. */
  mappings: readonly (readonly [issuer: string, subject: string])[];
  /** Certificates that may follow before a policy is required; null if none ever is. */
  requireExplicit: number | null;
  /** Certificates that may follow before mappings no longer count. */
  inhibitMapping: number | null;
  inhibitAny: number | null;
}

export const NO_POLICIES: PolicyFields = {
  policies: null,
  mappings: [],
  requireExplicit: null,
  inhibitMapping: null,
  inhibitAny: null,
};

export const POLICY_ID = {
  policies: '2.5.29.32',
  mappings: '2.5.29.33',
  constraints: '2.5.29.36',
  inhibitAny: '2.5.29.54',
} as const;

const ANY = '2.5.29.32.0';
const MAX_POLICIES = 100;

export function certificatePolicies(bytes: Uint8Array): string[] {
  const list = elements(new DerReader(bytes).take(TAG.sequence).content, MAX_POLICIES);
  return list.map(({ content }) => oidOf(new DerReader(content).take(TAG.oid)));
}

export function policyMappings(bytes: Uint8Array): [issuer: string, subject: string][] {
  return elements(new DerReader(bytes).take(TAG.sequence).content, MAX_POLICIES).map(({ content }) => {
    const pair = new DerReader(content);
    return [oidOf(pair.take(TAG.oid)), oidOf(pair.take(TAG.oid))];
  });
}

/** SkipCerts of requireExplicitPolicy, which is [0] IMPLICIT, and of inhibitPolicyMapping, [1]. */
export function policyConstraints(bytes: Uint8Array): Pick<PolicyFields, 'requireExplicit' | 'inhibitMapping'> {
  const both = new DerReader(bytes).enter(TAG.sequence);
  const [explicit, mapping] = [both.optional(0x80), both.optional(0x81)];
  return {
    requireExplicit: explicit ? numberOf(explicit.content) : null,
    inhibitMapping: mapping ? numberOf(mapping.content) : null,
  };
}

export function inhibitedAny(bytes: Uint8Array): number {
  return numberOf(new DerReader(bytes).take(TAG.integer).content);
}

/** SkipCerts. Values above the length of any path are all alike. */
function numberOf(content: Uint8Array): number {
  return content.length === 1 ? (content[0] ?? 0) : 255;
}

/** One certificate of a path. */
interface Step {
  policy: PolicyFields;
  selfIssued: boolean;
}

/** The valid policies of a certificate, each with the policies by which the next certificate may name it. */
type Level = Map<string, ReadonlySet<string>>;

/**
 * Whether a path that must have a policy has none (RFC 5280 §6.1.3 d to §6.1.5 g), for a client that accepts any policy.
 * Only one level of the tree is kept: whether any nodes are left does not depend on their parents.
 * @param path leaf first, without the anchor
 * @param anchor what the anchor says, where the client holds it to that
 */
export function lacksPolicy(path: readonly Step[], anchor: PolicyFields = NO_POLICIES): boolean {
  const most = path.length + 1;
  let explicit = Math.min(most, anchor.requireExplicit ?? most);
  let mapping = Math.min(most, anchor.inhibitMapping ?? most);
  let inhibitAny = Math.min(most, anchor.inhibitAny ?? most);
  let level: Level = new Map([[ANY, new Set([ANY])]]);
  // Unlike another authority, it may do without the extension.
  if (anchor.policies !== null) level = nextLevel(level, anchor, true);
  map(level, anchor, true);
  for (const [below, { policy, selfIssued }] of [...path.entries()].toReversed()) {
    const anyCounts = inhibitAny > 0 || (below > 0 && selfIssued);
    const above = level;
    level = nextLevel(above, policy, anyCounts);
    if (below > 0) map(level, policy, mapping > 0);
    if (below === 0 || !selfIssued) {
      explicit = Math.max(0, explicit - 1);
      mapping = Math.max(0, mapping - 1);
      inhibitAny = Math.max(0, inhibitAny - 1);
    }
    if (below > 0 || policy.requireExplicit === 0) explicit = Math.min(explicit, policy.requireExplicit ?? explicit);
    mapping = Math.min(mapping, policy.inhibitMapping ?? mapping);
    inhibitAny = Math.min(inhibitAny, policy.inhibitAny ?? inhibitAny);
  }
  return explicit === 0 && level.size === 0;
}

/** RFC 5280 §6.1.4 a: nothing is mapped to or from any policy. */
export function mapsAnyPolicy(path: readonly Step[], anchor: PolicyFields = NO_POLICIES): boolean {
  const authorities = [...path.slice(1).map(({ policy }) => policy), anchor];
  return authorities.some(({ mappings }) => mappings.some((pair) => pair.includes(ANY)));
}

/** §6.1.3 d and e. */
function nextLevel(above: Level, { policies }: PolicyFields, anyCounts: boolean): Level {
  const expected = new Set([...above.values()].flatMap((names) => [...names]));
  const level: Level = new Map();
  const named = new Set(policies);
  for (const id of named) {
    if (id !== ANY && (expected.has(id) || above.has(ANY))) level.set(id, new Set([id]));
  }
  if (named.has(ANY) && anyCounts) {
    for (const id of expected) if (!level.has(id)) level.set(id, new Set([id]));
  }
  return level;
}

/** §6.1.4 b. */
function map(level: Level, { mappings }: PolicyFields, allowed: boolean): void {
  const byIssuer = Map.groupBy(mappings, ([issuer]) => issuer);
  for (const [issuer, pairs] of byIssuer) {
    if (!allowed) level.delete(issuer);
    else if (level.has(issuer) || level.has(ANY)) level.set(issuer, new Set(pairs.map(([, subject]) => subject)));
  }
}
