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
    ...remark(
      'Safe only with this path, files of this type and the rest of this policy',
      possibleBypasses(policies, self),
    ),
    ...(all.some((one) => hasKeyword(one.sources('script-src') ?? [], 'unsafe-hashes'))
      ? ["'unsafe-hashes' lets event-handler attributes run if their hash is listed."]
      : []),
    ...(required.length > 0 ? [trustedTypes(required)] : []),
    ...(required.length === 0 && all.some((one) => one.policy.directives.get('trusted-types')?.includes('*'))
      ? ["trusted-types * restricts nothing without require-trusted-types-for 'script'."]
      : []),
    ...(all.some(({ policy }) => SANDBOX_OPEN.every((flag) => hasFlag(policy, flag)))
      ? ['sandbox has both allow-scripts and allow-same-origin, so scripts keep full access to this site.']
      : []),
    ...remark('An injected element can carry its own style sheet through', odd.dataStyles),
    ...remark('An injected frame can carry its own page through', odd.dataFrames),
    ...remark('Scripts can run code that they assemble through', odd.madeScripts),
    ...remark('No script can have a hash of this length', odd.brokenHashes),
    ...remark('The visitor’s own machine, or an IP address, which CSP does not match', odd.machines),
    ...remark('Only the host can have a wildcard, so these paths match nothing but a literal *', odd.starPaths),
    ...remark('There is no such port, so these match nothing', odd.badPorts),
    ...remark('These keywords do nothing in these directives', odd.misplaced),
    ...remark(
      'Browsers ignore these, because they are not valid nonces. Send a new random value with every response',
      typos.emptyNonces,
    ),
    ...remark('Browsers ignore these expressions', typos.ignored),
    ...remark(
      'A comma ends the policy, so browsers read what follows as the name of a directive and ignore it. Separate directives with semicolons and sources with spaces',
      typos.afterComma,
    ),
    ...remark('Browsers ignore these unknown directives', typos.unknownDirectives),
    ...remark('Chrome no longer supports these directives', droppedDirectives(policies)),
    ...remark('Duplicate directives, of which only the first counts', typos.duplicates),
    ...remark('Dropped because of characters that are not printable ASCII (typographic quotes?)', typos.notAscii),
  ];
}

/** Chromium 156 was tried. */
const DROPPED = ['plugin-types', 'prefetch-src', 'navigate-to', 'referrer', 'reflected-xss', 'require-sri-for'];

function droppedDirectives(policies: readonly CspPolicy[]): string[] {
  return DROPPED.filter((name) => policies.some(({ directives }) => directives.has(name)));
}

const SANDBOX_OPEN = ['allow-scripts', 'allow-same-origin'];

function hasFlag(policy: CspPolicy, flag: string): boolean {
  return policy.directives.get('sandbox')?.some((token) => token.toLowerCase() === flag) ?? false;
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
