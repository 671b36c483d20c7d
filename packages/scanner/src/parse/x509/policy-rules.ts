import { DerReader, elements, oidOf, TAG } from './der.ts';

/** What a certificate says of policies (RFC 5280 §4.2.1.4, §4.2.1.5, §4.2.1.11, §4.2.1.14). */
export interface PolicyFields {
  /** Object identifiers; null without the extension. */
  policies: readonly string[] | null;
  mapped: boolean;
  /** Certificates that may follow before a policy is needed; null when none ever is. */
  requireExplicit: number | null;
  inhibitAny: number | null;
}

export const NO_POLICIES: PolicyFields = { policies: null, mapped: false, requireExplicit: null, inhibitAny: null };

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

/** @returns SkipCerts of requireExplicitPolicy, which is [0] IMPLICIT */
export function requiredPolicy(bytes: Uint8Array): number | null {
  const found = new DerReader(bytes).enter(TAG.sequence).optional(0x80);
  return found ? numberOf(found.content) : null;
}

export function inhibitedAny(bytes: Uint8Array): number {
  return numberOf(new DerReader(bytes).take(TAG.integer).content);
}

/** SkipCerts; more than a path is long is as good as any. */
function numberOf(content: Uint8Array): number {
  return content.length === 1 ? (content[0] ?? 0) : 255;
}

/**
 * Whether a path that must have a policy has none (RFC 5280 §6.1.3 d to §6.1.5 g), any policy being welcome to the client.
 * Where policies are mapped to others, nothing is said.
 * @param path leaf first, without the anchor
 */
export function lacksPolicy(path: readonly { policy: PolicyFields; selfIssued: boolean }[]): boolean {
  if (path.some(({ policy }) => policy.mapped)) return false;
  let explicit = path.length + 1;
  let inhibitAny = path.length + 1;
  let valid = new Set([ANY]);
  for (const [below, { policy, selfIssued }] of [...path.entries()].toReversed()) {
    const named = new Set(policy.policies);
    const all = valid.has(ANY);
    const kept = [...named].filter((id) => id !== ANY && (all || valid.has(id)));
    const anyCounts = named.has(ANY) && (inhibitAny > 0 || (below > 0 && selfIssued));
    valid = new Set([...kept, ...(anyCounts ? valid : [])]);
    if (below === 0 || !selfIssued) {
      explicit = Math.max(0, explicit - 1);
      inhibitAny = Math.max(0, inhibitAny - 1);
    }
    if (below > 0 || policy.requireExplicit === 0) explicit = Math.min(explicit, policy.requireExplicit ?? explicit);
    inhibitAny = Math.min(inhibitAny, policy.inhibitAny ?? inhibitAny);
  }
  return explicit === 0 && valid.size === 0;
}
