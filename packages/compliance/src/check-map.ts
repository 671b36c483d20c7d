import type { ResultStatus } from './result.ts';
import type { Weakness } from './weakness.ts';
import { WEAKNESSES, type WeaknessName } from './weaknesses.ts';

/** One weakness for all outcomes, or another one for some statuses: a weak CSP is not a missing one. */
type Mapped = WeaknessName | ({ default: WeaknessName } & Partial<Record<ResultStatus, WeaknessName>>);

const CHECKS: Readonly<Record<string, Mapped>> = {
  'headers/content-security-policy': { default: 'csp-missing', weak: 'csp-broad-source', warn: 'csp-unsafe-inline' },
  'headers/content-security-policy-report-only': 'csp-report-only',
  'headers/strict-transport-security': { default: 'hsts-missing', weak: 'hsts-short', warn: 'hsts-short' },
  'headers/x-frame-options': { default: 'clickjacking', weak: 'xfo-invalid', bad: 'xfo-invalid' },
  'headers/x-content-type-options': 'nosniff-missing',
  'headers/referrer-policy': { default: 'referrer-missing', weak: 'referrer-unsafe', bad: 'referrer-unsafe' },
  'headers/permissions-policy': 'permissions-missing',
  'headers/feature-policy': 'permissions-missing',
  'headers/cache-control': 'cache-sensitive',
};

/** For a check this table has not caught up with: the mildest, broadest row of its section. */
const SECTION_FALLBACK: ReadonlyMap<string, WeaknessName> = new Map([
  ['headers', 'nosniff-missing'],
  ['redirects', 'http-no-redirect'],
  ['tls', 'tls-no-fs'],
  ['dns', 'caa-missing'],
  ['cookies', 'cookie-broad-domain'],
  ['cross_origin', 'coop-missing'],
  ['security_txt', 'securitytxt-missing'],
  ['cors', 'cors-wildcard'],
  ['server_fingerprint', 'server-version'],
  ['page_analysis', 'third-party-scripts'],
]);

export function isMapped(checkId: string): boolean {
  return Object.hasOwn(CHECKS, checkId);
}

/** Null only for an id of an unknown section. */
export function weaknessOf(checkId: string, status: ResultStatus): Weakness | null {
  const mapped = Object.hasOwn(CHECKS, checkId) ? CHECKS[checkId] : undefined;
  const name =
    mapped === undefined
      ? SECTION_FALLBACK.get(checkId.split('/', 1)[0] ?? '')
      : typeof mapped === 'string'
        ? mapped
        : (mapped[status] ?? mapped.default);
  return name === undefined ? null : WEAKNESSES[name];
}

/** Every row a check can point at, whatever its status: a clean check speaks for all of them. */
export function weaknessesOf(checkId: string): Weakness[] {
  const mapped = Object.hasOwn(CHECKS, checkId) ? CHECKS[checkId] : undefined;
  if (mapped === undefined || typeof mapped === 'string') {
    const only = weaknessOf(checkId, 'good');
    return only === null ? [] : [only];
  }
  return [...new Set(Object.values(mapped))].map((name) => WEAKNESSES[name]);
}

export const MAPPED_CHECKS: readonly string[] = Object.keys(CHECKS);
