import type { PolicyTrial } from '@palisade/scanner/evidence/browser';
import { ownRequests } from './compare.ts';
import type { Loaded } from './load.ts';
import { collected } from './page-use.ts';
import { cspViolations } from './violations.ts';
import type { SeenViolation } from './watch.ts';

/** CSP3 and Trusted Types, "tt-policy-name". */
const NAME = /^[\w#=/@.%-]+$/u;
const MOST_NAMES = 20;
const MOST_SINKS = 10;
const MOST_VIOLATIONS = 40;

/** Trusted Types for a page, with the policies that its scripts created during collection. */
export function trustedTypesPolicy(first: Loaded): string {
  const names = collected(first).flatMap(({ type, detail }) =>
    type === 'kTrustedTypesPolicyViolation' && detail !== null ? [detail] : [],
  );
  const distinct = [...new Set(names)];
  const kept = distinct.length > MOST_NAMES || !distinct.every((name) => NAME.test(name)) ? ['*'] : distinct.toSorted();
  const again = distinct.length < names.length ? [" 'allow-duplicates'"] : [];
  const created = distinct.length === 0 ? '' : `; trusted-types ${kept.join(' ')}${again.join('')}`;
  return `require-trusted-types-for 'script'${created}`;
}

/**
 * Tested as report-only: enforced, one missed sink could leave the page blank.
 * @param under loads with the suggested policy; none if time was short: then the first load tells the sinks
 */
export function trustedTypes(first: Loaded, value: string, under: readonly Loaded[]): PolicyTrial {
  const all = [first, ...under].flatMap((loaded) =>
    collected(loaded).filter(
      ({ type }) =>
        type === 'kTrustedTypesSinkViolation' || (type === 'kTrustedTypesPolicyViolation' && loaded !== first),
    ),
  );
  const violations = cspViolations(all);
  return {
    header: 'require-trusted-types',
    value,
    enforced: false,
    loads: Math.max(1, under.length),
    requests: ownRequests(first).length,
    violations: violations.slice(0, MOST_VIOLATIONS),
    lost: [],
    proven: violations.length === 0 && !first.endless,
    ...(first.endless && { unended: true as const }),
    in_the_way: [...new Set(all.map(placeOf))].slice(0, MOST_SINKS),
    nonce: false,
  };
}

/** The required type, and the line that passes text instead. */
function placeOf({ type, detail, source }: SeenViolation): string {
  const what = type === 'kTrustedTypesPolicyViolation' ? `policy ${detail ?? ''}`.trim() : (detail ?? 'a trusted type');
  return source === null || source === '' ? what : `${what} at ${source}`;
}
