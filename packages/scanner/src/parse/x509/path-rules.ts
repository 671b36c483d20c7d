import { constraintWords, isSelfIssued } from './constraint-rules.ts';
import { nameOf, NOT_CRITICAL } from './extension-names.ts';
import { lacksPolicy, mapsAnyPolicy } from './policy-rules.ts';
import { ANY_PURPOSE, GATED, SERVER_AUTH } from './purposes.ts';
import { linkWords } from './link-rules.ts';
import type { CertificateFields } from './x509-fields.ts';

export const PATH_RULES = [
  'unreadable',
  'repeated_extension',
  'unknown_critical',
  'needless_critical',
  'wrong_version',
  'malformed_extension',
  'misread_dates',
  'leap_second',
  'browser_form',
  'chrome_form',
  'firefox_form',
  'explicit_curve',
  // In evidence of engines before 0.18.0.
  'half_authority',
  'algorithms_differ',
  'wrong_signature',
  'not_an_authority',
  'may_not_sign',
  'path_too_long',
  'wrong_purpose',
  'any_purpose',
  'name_constraints',
  'policies',
  'key_id_differs',
  'expired_root',
  'fetched_out_of_date',
  'fetched_weak',
  'root_key',
  'openssl',
] as const;
type PathRule = (typeof PATH_RULES)[number];

/** A rule that a certificate of the path breaks, as a sentence an administrator understands. */
export interface PathFault {
  rule: PathRule;
  /** Subject of the certificate at fault. */
  certificate: string;
  sentence: string;
}

export interface PathStep {
  fields: CertificateFields;
  /** For sentences. */
  subject: string;
  /** Fetched here: its dates are judged with the path. Separate checks judge those of sent certificates. */
  fetched: boolean;
  /** Of a fetched one: what is weak about its signature or key, in words. Null when nothing is. */
  weakness?: string | null;
  /** A root that browsers have lists for; they hold an operator's own to what it says of itself. */
  public?: boolean;
  /** Of an operator's own root: the kind of its key if browsers verify no signature with such keys. */
  foreignKey?: string | null;
}

const BASIC_CONSTRAINTS = '2.5.29.19';

/**
 * RFC 5280 §6.1 for a path whose signatures and names were chained already: the leaf first, the anchor last. The
 * dates and the purpose of the leaf are judged by separate checks.
 */
export function brokenRules(path: readonly PathStep[], now: number): PathFault[] {
  const [leaf] = path;
  const word = policyWord(path);
  const faults = leaf && word !== null ? [fault(leaf, 'policies', word)] : [];
  return [...faults, ...lengthFaults(path), ...path.flatMap((step, at) => stepFaults(path, step, at, now))];
}

/** mozilla::pkix, MAX_SUBCA_COUNT. */
const MOST_AUTHORITIES = 6;

function lengthFaults(path: readonly PathStep[]): PathFault[] {
  const [leaf] = path;
  const between = path.length - 2;
  if (!leaf || between <= MOST_AUTHORITIES) return [];
  const words = `is below ${between} authorities that are no roots; Firefox refuses a chain with more than ${MOST_AUTHORITIES}`;
  return [fault(leaf, 'firefox_form', words)];
}

const MAPS_ANY =
  'is below an authority that maps “any policy” to another policy, or another to it: Chrome and Edge refuse the chain (RFC 5280 §6.1.4)';

function policyWord(path: readonly PathStep[]): string | null {
  const own = path.slice(0, -1);
  const root = path.at(-1);
  // Chrome holds an operator's own root, and none of its list, to what the root says of policies (BoringSSL, ApplyTrustAnchorConstraints).
  const anchor = root && root.public !== true ? root : null;
  const below = own.map(({ fields }) => ({
    policy: fields.policy,
    selfIssued: fields.subject.join() === fields.issuer.join(),
  }));
  if (below.length === 0) return null;
  if (mapsAnyPolicy(below, anchor?.fields.policy)) return MAPS_ANY;
  if (!lacksPolicy(below, anchor?.fields.policy)) return null;
  const authorities = [...own, ...(anchor ? [anchor] : [])];
  const asking = authorities.findLast(({ fields }) => fields.policy.requireExplicit !== null)?.subject ?? '';
  return `has no certificate policy that its authorities allow, but “${asking}” requires one (policyConstraints): Chrome and Edge refuse the chain (RFC 5280 §6.1.5)`;
}

function stepFaults(path: readonly PathStep[], step: PathStep, at: number, now: number): PathFault[] {
  return [
    ...formFaults(step),
    ...(at === 0 && path.length > 1 ? [...responderFaults(step), ...featureFaults(step)] : []),
    ...(at === 0 ? [] : issuerFaults(path, at)),
    ...(at === path.length - 1 && at > 0 ? rootFaults(step, now) : []),
    ...(at > 0 && at < path.length - 1 && step.fetched ? [...dateFaults(step, now), ...weaknesses(step)] : []),
  ];
}

function fault({ subject }: PathStep, rule: PathRule, sentence: string): PathFault {
  return { rule, certificate: subject, sentence: `“${subject}” ${sentence}` };
}

/** Rules on the form of a certificate that every client has. */
const EVERYONES: ReadonlySet<PathRule> = new Set([
  'repeated_extension',
  'unknown_critical',
  'wrong_version',
  'malformed_extension',
  'misread_dates',
  'algorithms_differ',
]);

/** Sentences about a certificate that no client takes, whatever it is for. */
export function refusedForms(step: PathStep): string[] {
  return formFaults(step).flatMap(({ rule, sentence }) => (EVERYONES.has(rule) ? [sentence] : []));
}

const FORM_RULES = { browsers: 'browser_form', Chrome: 'chrome_form', Firefox: 'firefox_form' } as const;
const REFUSING = { browsers: 'browsers refuse it', Chrome: 'Chrome and Edge refuse it', Firefox: 'Firefox refuses it' };

const NULL_DIFFERS = 'names its signature algorithm once with a NULL parameter and once without (RFC 5280 §4.1.1.2)';

function formFaults(step: PathStep): PathFault[] {
  const { version, extended, repeated, unknownCritical, malformed, misreads } = step.fields;
  const { misreadDates, leapSeconds, algorithms } = step.fields;
  return [
    ...misreads.map(({ by, phrase }) => fault(step, FORM_RULES[by], `${phrase}: ${REFUSING[by]}`)),
    ...misreadDates.map((which) =>
      fault(
        step,
        'misread_dates',
        `writes its date ${which} in a form that certificates do not allow: it must be in UTC and to the second (RFC 5280 §4.1.2.5)`,
      ),
    ),
    ...leapSeconds.map((which) =>
      fault(
        step,
        'leap_second',
        `has the second 60 in its date ${which}: Firefox and OpenSSL, and with it most command-line tools, apps and servers, refuse it`,
      ),
    ),
    ...repeated.map((id) =>
      fault(step, 'repeated_extension', `has the extension ${nameOf(id)} twice (RFC 5280 §4.2 allows it once)`),
    ),
    ...unknownCritical.map((id) =>
      NOT_CRITICAL.has(id)
        ? fault(
            step,
            'needless_critical',
            `marks the extension ${nameOf(id)} as critical, but Chrome and Edge refuse critical extensions that they do not process (RFC 5280 §4.2)`,
          )
        : fault(
            step,
            'unknown_critical',
            `has the critical extension ${nameOf(id)}, which no browser supports (RFC 5280 §4.2)`,
          ),
    ),
    ...[...new Set(malformed)].map((id) =>
      fault(step, 'malformed_extension', `has the extension ${nameOf(id)}, which cannot be read`),
    ),
    ...(extended && version !== 3
      ? [
          fault(
            step,
            'wrong_version',
            `has extensions but is of version ${version}; Chrome and Edge accept them only in version 3 (RFC 5280 §4.1.2.9)`,
          ),
        ]
      : []),
    ...(algorithms === 'different'
      ? [fault(step, 'algorithms_differ', 'names two different signature algorithms (RFC 5280 §4.1.1.2)')]
      : []),
    ...(algorithms === 'null_differs' && !isSelfIssued(step.fields)
      ? [fault(step, 'openssl', `${NULL_DIFFERS}: OpenSSL, and with it most command-line tools, refuses it`)]
      : []),
  ];
}

/** What a certificate must be and allow to issue those before it. */
function issuerFaults(path: readonly PathStep[], at: number): PathFault[] {
  const step = path[at];
  if (!step) return [];
  const { version, constraints, keyUsage, purposes, malformed } = step.fields;
  const below = path.slice(0, at);
  const isRoot = at === path.length - 1;
  const found: PathFault[] = [];
  // Roots of version 1 are older than the extension; as an anchor they may do without (§6.1.1 d).
  if (!constraints?.ca && !(isRoot && version === 1) && !malformed.includes(BASIC_CONSTRAINTS)) {
    const words = 'is not allowed to issue certificates (basicConstraints is not CA:TRUE)';
    // Chromium 156 and OpenSSL take a root of version 3 that has none; Firefox 153 does not.
    found.push(
      isRoot && constraints === null
        ? fault(step, 'firefox_form', 'is a root without basicConstraints: Firefox refuses it')
        : fault(step, 'not_an_authority', words),
    );
  }
  if (keyUsage && !keyUsage.includes('keyCertSign')) {
    found.push(fault(step, 'may_not_sign', 'is not allowed to sign certificates (keyUsage lacks keyCertSign)'));
  }
  const most = constraints?.ca ? (constraints.pathLength ?? Infinity) : Infinity;
  const allows = `allows ${most === 0 ? 'no authority' : `at most ${most} authorit${most === 1 ? 'y' : 'ies'}`} below it (pathLenConstraint)`;
  const between = below.slice(1).filter(({ fields }) => !isSelfIssued(fields)).length;
  const all = below.length - 1;
  if (between > most) found.push(fault(step, 'path_too_long', `${allows}, and ${between} follow`));
  else if (all > most) {
    // RFC 5280 §4.2.1.9 does not count them; mozilla::pkix does.
    const words = `${allows}, and ${all} follow if those that renew an authority of the same name count, as in Firefox, which refuses the chain`;
    found.push(fault(step, 'firefox_form', words));
  }
  const isListed = isRoot && step.public === true;
  const enough = isListed ? [SERVER_AUTH, ...GATED] : [SERVER_AUTH];
  if (purposes && !purposes.some((purpose) => enough.includes(purpose))) {
    const words = 'may not issue for servers (its extended key usage lacks TLS Web Server Authentication)';
    const any = 'may issue for any purpose, but not expressly for servers (extended key usage)';
    // Browsers take the purposes of a root from their own lists.
    if (isListed) found.push(fault(step, 'openssl', `${words}: OpenSSL refuses it`));
    // Chromium 156 takes it.
    else if (purposes.includes(ANY_PURPOSE))
      found.push(fault(step, 'any_purpose', `${any}: Firefox and OpenSSL refuse it`));
    else found.push(fault(step, 'wrong_purpose', words));
  }
  const child = path[at - 1];
  if (child) found.push(...linkWords(child.fields, step).map(([rule, words]) => fault(child, rule, words)));
  return [...found, ...constraintWords(step.fields, below).map(([rule, words]) => fault(step, rule, words))];
}

const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';

/** mozilla::pkix: the certificate of a site could otherwise sign that it is not revoked. */
function responderFaults(step: PathStep): PathFault[] {
  if (!step.fields.purposes?.includes(OCSP_SIGNING)) return [];
  const words = 'may also sign OCSP responses (extended key usage): Firefox refuses it';
  return [fault(step, 'firefox_form', words)];
}

/** TLS features of RFC 7633 that are a stapled OCSP response alone. */
const STAPLE_ONLY = '3003020105';

function featureFaults(step: PathStep): PathFault[] {
  const { features } = step.fields;
  if (features === null || features === STAPLE_ONLY) return [];
  const words = 'requires TLS features that Firefox does not have (RFC 7633): Firefox refuses it';
  return [fault(step, 'firefox_form', words)];
}

function rootFaults(step: PathStep, now: number): PathFault[] {
  const { foreignKey } = step;
  const words = `is a root with a key of type ${foreignKey ?? ''}: browsers verify no signature with such a key`;
  return [
    ...(inDate(step.fields, now)
      ? []
      : [fault(step, 'expired_root', `is a root outside its validity period (${dates(step.fields)})`)]),
    ...(foreignKey ? [fault(step, 'root_key', words)] : []),
  ];
}

function dateFaults(step: PathStep, now: number): PathFault[] {
  if (inDate(step.fields, now)) return [];
  return [
    fault(step, 'fetched_out_of_date', `is not sent, and is outside its validity period (${dates(step.fields)})`),
  ];
}

function weaknesses(step: PathStep): PathFault[] {
  return step.weakness ? [fault(step, 'fetched_weak', `is not sent, and browsers refuse it (${step.weakness})`)] : [];
}

export function inDate({ notBefore, notAfter }: CertificateFields, now: number): boolean {
  // The period includes its last second (§4.1.2.5).
  return now >= notBefore && now < notAfter + 1000;
}

function dates({ notBefore, notAfter }: CertificateFields): string {
  const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
  return `${day(notBefore)} to ${day(notAfter)}`;
}
