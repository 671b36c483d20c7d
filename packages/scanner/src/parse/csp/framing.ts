import { PolicyDecisions, attackerUrls } from './decide.ts';
import type { CspPolicy } from './policy.ts';
import type { ProbeUrl } from './match.ts';

export interface FrameAncestors {
  /** Whether no site without a special role may frame the page. */
  closed: boolean;
  /** The frame-ancestors directives of all enforced policies, as written. */
  directives: string[];
  /** The first of these policies. */
  policy: CspPolicy;
}

/**
 * The combined frame-ancestors of all enforced header policies, or null if none has it. An ancestor must pass each
 * policy. Its presence alone makes browsers ignore X-Frame-Options (HTML §7.7, "check a navigation response's adherence
 * to X-Frame-Options"), even if it allows everyone.
 */
export function frameAncestors(
  policies: readonly CspPolicy[],
  self: ProbeUrl,
  isPublicSuffix: (domain: string) => boolean,
): FrameAncestors | null {
  const stating = policies.filter((policy) => policy.source === 'header' && policy.directives.has('frame-ancestors'));
  const [policy] = stating;
  if (!policy) return null;
  const decisions = stating.map((policy) => new PolicyDecisions(policy, self));
  const probes = attackerUrls(
    decisions.flatMap((one) => one.sources('frame-ancestors') ?? []),
    isPublicSuffix,
  );
  return {
    closed: !probes.some((probe) => decisions.every((one) => one.matches('frame-ancestors', probe))),
    directives: stating.map((policy) =>
      ['frame-ancestors', ...(policy.directives.get('frame-ancestors') ?? [])].join(' '),
    ),
    policy,
  };
}

/** The policy with these frame-ancestors in place of its own. */
export function withAncestors({ text }: CspPolicy, ancestors: readonly string[]): string {
  const directives = text.split(';').map((directive) => directive.trim());
  // Of two directives with one name, browsers use the first.
  const at = directives.findIndex((directive) => /^frame-ancestors(?!\S)/iu.test(directive));
  return directives
    .with(at, ['frame-ancestors', ...ancestors].join(' '))
    .filter(Boolean)
    .join('; ');
}
