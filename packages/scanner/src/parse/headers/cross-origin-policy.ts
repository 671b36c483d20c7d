import { parseDictionary, parseItem, Token } from './structured-field.ts';
import { isNear } from '../near-word.ts';
import { combinedValue, fieldValues, type HeaderFields } from '../../evidence/http.ts';
import { parsePermissionsPolicy } from './permissions-policy.ts';

/** The policy in a header field, and how browsers interpret it. */
export interface StatedPolicy {
  /** The combined value. Null if the field is absent or empty. */
  raw: string | null;
  /** The policy that applies: the default if the field is absent or invalid. */
  effective: string;
  valid: boolean;
  /** Name of the endpoint that receives violation reports. */
  reportTo: string | null;
  /** What an invalid value was meant as (`"same-origin-allow-popups"`, `requirecorp`), if that is clear. */
  meant?: string | undefined;
}

const ALLOW_POPUPS = 'same-origin-allow-popups';
const OPENER_POLICIES = ['same-origin', ALLOW_POPUPS, 'noopener-allow-popups', 'unsafe-none'] as const;
const EMBEDDER_POLICIES = ['require-corp', 'credentialless', 'unsafe-none'] as const;
const RESOURCE_POLICIES = ['same-origin', 'same-site', 'cross-origin'] as const;
const ISOLATION_POLICIES = ['isolate-and-require-corp', 'isolate-and-credentialless', 'none'] as const;

/**
 * COOP, COEP and DIP: a structured item with a case-sensitive token (HTML §7.1.3, §7.1.4). For a string, a list, a
 * second field or another case the default applies.
 */
function tokenPolicy(headers: HeaderFields, name: string, known: readonly string[], fallback: string): StatedPolicy {
  const raw = combinedValue(headers, name);
  if (raw === null) return { raw, effective: fallback, valid: true, reportTo: null };
  try {
    const [value, parameters] = parseItem(raw);
    const token = value instanceof Token ? value.toString() : null;
    if (token !== null && known.includes(token)) {
      const endpoint = parameters.get('report-to');
      return { raw, effective: token, valid: true, reportTo: typeof endpoint === 'string' ? endpoint : null };
    }
  } catch {
    // Not a structured item.
  }
  return { raw, effective: fallback, valid: false, reportTo: null, meant: meantPolicy(raw, known) };
}

function meantPolicy(raw: string, known: readonly string[]): string | undefined {
  const letters = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/gu, '');
  const parts = raw.slice(0, 500).split(/[,;]/u).map(letters);
  const written = known.filter((policy) => parts.includes(letters(policy)));
  const similar = known.filter((policy) => parts.some((part) => isNear(part, letters(policy))));
  const [meant, ...others] = written.length > 0 ? written : similar;
  if (meant !== undefined) return others.length === 0 ? meant : undefined;
  // `none` allows everything, and the abandoned `restrict-properties` left windows their opener.
  if (known.includes('unsafe-none') && parts.includes('none')) return 'unsafe-none';
  return known.includes(ALLOW_POPUPS) && parts.includes('restrictproperties') ? ALLOW_POPUPS : undefined;
}

/** CORP is compared byte for byte and is not a structured field (Fetch §3.7). */
function resourcePolicy(headers: HeaderFields): StatedPolicy {
  const raw = combinedValue(headers, 'cross-origin-resource-policy');
  const valid = raw === null || (RESOURCE_POLICIES as readonly string[]).includes(raw);
  const meant = valid ? undefined : meantPolicy(raw, RESOURCE_POLICIES);
  return { raw, effective: valid && raw !== null ? raw : 'none', valid, reportTo: null, meant };
}

/**
 * Integrity-Policy: the destinations whose files need a hash (SRI 2 §3.8.1). Null if absent, 'invalid' if it cannot be
 * parsed. Without a list of destinations, or without the source `inline`, it applies to nothing.
 */
export function integrityPolicy(headers: HeaderFields, name: string): string[] | 'invalid' | null {
  const raw = combinedValue(headers, name);
  if (raw === null) return null;
  try {
    const dictionary = parseDictionary(raw);
    const tokens = (name: string): string[] | null => {
      const list = dictionary.get(name)?.[0];
      if (!Array.isArray(list)) return null;
      return list.flatMap(([value]) => (value instanceof Token ? [value.toString()] : []));
    };
    const destinations = tokens('blocked-destinations') ?? [];
    const applies = !dictionary.has('sources') || (tokens('sources') ?? []).includes('inline');
    return applies ? destinations.filter((one) => one === 'script' || one === 'style') : [];
  } catch {
    return 'invalid';
  }
}

export interface CrossOriginPolicies {
  opener: StatedPolicy;
  openerReportOnly: StatedPolicy;
  embedder: StatedPolicy;
  embedderReportOnly: StatedPolicy;
  resource: StatedPolicy;
  documentIsolation: StatedPolicy;
  /** Whether the page may use features that are limited to isolated pages (HTML §7.1.4, "cross-origin isolated"). */
  isolated: boolean;
}

/** @param url address of the response; these policies apply only in secure contexts */
export function crossOriginPolicies(headers: HeaderFields, url: string): CrossOriginPolicies {
  const opener = tokenPolicy(headers, 'cross-origin-opener-policy', OPENER_POLICIES, 'unsafe-none');
  const embedder = tokenPolicy(headers, 'cross-origin-embedder-policy', EMBEDDER_POLICIES, 'unsafe-none');
  const documentIsolation = tokenPolicy(headers, 'document-isolation-policy', ISOLATION_POLICIES, 'none');
  const pair =
    opener.effective === 'same-origin' && embedder.effective !== 'unsafe-none' && !deniesIsolation(headers, url);
  return {
    opener,
    openerReportOnly: tokenPolicy(headers, 'cross-origin-opener-policy-report-only', OPENER_POLICIES, 'unsafe-none'),
    embedder,
    embedderReportOnly: tokenPolicy(
      headers,
      'cross-origin-embedder-policy-report-only',
      EMBEDDER_POLICIES,
      'unsafe-none',
    ),
    resource: resourcePolicy(headers),
    documentIsolation,
    isolated: url.startsWith('https:') && (pair || documentIsolation.effective !== 'none'),
  };
}

/** `Permissions-Policy: cross-origin-isolated=()`. In Chromium 156, a Document-Isolation-Policy isolates nevertheless. */
function deniesIsolation(headers: HeaderFields, url: string): boolean {
  const policy = parsePermissionsPolicy(fieldValues(headers, 'permissions-policy'));
  const allowed = policy?.features.get('cross-origin-isolated');
  const own = URL.parse(url)?.origin;
  return (
    allowed !== undefined && !allowed.some((one) => one === '*' || one === 'self' || URL.parse(one)?.origin === own)
  );
}
