import { PolicyDecisions } from './decide.ts';
import { possibleBypasses } from './faults.ts';
import { looseRemarks } from './loose.ts';
import type { ProbeUrl } from './match.ts';
import { oddSources } from './odd-sources.ts';
import { governing, type CspPolicy } from './policy.ts';
import { hasKeyword } from './source.ts';
import { cspTypos } from './typos.ts';

const MAX_NAMED = 6;

/** Remarks about the policies of a page that cost no points, one sentence each. */
export function cspRemarks(
  policies: readonly CspPolicy[],
  self: ProbeUrl,
  isPublicSuffix: (domain: string) => boolean,
): string[] {
  const all = policies.map((policy) => new PolicyDecisions(policy, self));
  const typos = cspTypos(policies);
  const odd = oddSources(policies);
  const required = all.filter((one) => one.requiresTrustedTypes);
  return [
    ...remark('Not restricted', cspGaps(policies)),
    ...remark('Open to any host', looseRemarks(all, isPublicSuffix)),
    ...remark('Safe only with this path and the rest of this policy', possibleBypasses(policies, self)),
    ...(all.some((one) => hasKeyword(one.sources('script-src') ?? [], 'unsafe-hashes'))
      ? ["'unsafe-hashes' lets event-handler attributes run if their hash is listed."]
      : []),
    ...(required.length > 0 ? [trustedTypes(required)] : []),
    ...remark('An injected element can carry its own style sheet through', odd.dataStyles),
    ...remark('An injected frame can carry its own page through', odd.dataFrames),
    ...remark('Scripts can run code that they assemble through', odd.madeScripts),
    ...remark('No script can have a hash of this length', odd.brokenHashes),
    ...remark('The visitor’s own machine, or an IP address, which CSP does not match', odd.machines),
    ...remark('Browsers ignore these expressions', typos.ignored),
    ...remark('Browsers ignore these unknown directives', typos.unknownDirectives),
    ...remark('Duplicate directives, of which only the first counts', typos.duplicates),
    ...remark('Dropped because of non-ASCII characters (typographic quotes?)', typos.notAscii),
  ];
}

function remark(words: string, list: readonly string[]): string[] {
  if (list.length === 0) return [];
  const shown = list.slice(0, MAX_NAMED).map((one) => (one.length > 160 ? `${one.slice(0, 160)}…` : one));
  return [`${words}: ${shown.join(', ')}${list.length > MAX_NAMED ? ', …' : ''}.`];
}

/** Missing directives that leave something other than scripts as open as without a policy. Remarks, without points. */
export function cspGaps(policies: readonly CspPolicy[]): string[] {
  return ['object-src', 'base-uri', 'form-action', 'style-src', 'frame-src', 'connect-src'].filter(
    (directive) => !governed(policies, directive),
  );
}

function governed(policies: readonly CspPolicy[], directive: string): boolean {
  return policies.some((policy) => governing(policy, directive) !== null);
}

function trustedTypes(required: readonly PolicyDecisions[]): string {
  const names = required.flatMap(({ policy }) => policy.directives.get('trusted-types') ?? []);
  const anyName = names.includes('*') || !required.some((one) => one.has('trusted-types'));
  return anyName
    ? 'Trusted Types are required, but scripts may create a policy with any name. List the allowed names in trusted-types.'
    : 'Trusted Types are required: strings can only become code through one of the listed policies.';
}
