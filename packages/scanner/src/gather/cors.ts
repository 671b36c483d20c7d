import { randomBytes } from 'node:crypto';
import type { CorsEvidence, CorsProbe } from '../evidence/cors.ts';
import { have, missing, type Gathered } from '../evidence/gathered.ts';
import { fieldValues, finalHop } from '../evidence/http.ts';
import { registrableDomain } from '../parse/registrable-domain.ts';
import { headerNonces } from '../parse/csp/nonces.ts';
import type { GatherContext } from './context.ts';
import type { MainPage } from './http.ts';
import { missingFrom } from './missing-from.ts';

const PROBE_TIMEOUT_MS = 5000;

/**
 * What the final page answers to scripts of other origins: up to six GETs and one preflight, at once,
 * without cookies, bodies unread. Nothing is sent to the origins asked about.
 */
export async function gatherCors(
  { target, egress, signal }: GatherContext,
  main: Promise<MainPage>,
): Promise<Gathered<CorsEvidence>> {
  const page = await main.catch(() => null);
  if (!page) return missing('internal', 'site', 'the page itself did not respond');
  if (!page.http.ok) return page.http;
  const url = new URL(finalHop(page.http.value).url);
  // Redirects may have led to another domain, whose owner wrote the comparison.
  const domain = url.hostname === target.host ? target.registrableDomain : registrableDomain(url.hostname);
  const foreign = `https://${randomLabel()}.example`;
  const plan: Pick<CorsProbe, 'kind' | 'method' | 'origin'>[] = [
    { kind: 'foreign', method: 'GET', origin: foreign },
    { kind: 'null', method: 'GET', origin: 'null' },
    ...lookalikeOrigins(url, domain).map((origin) => ({ kind: 'lookalike', method: 'GET', origin }) as const),
    ...clearOrigins(url, domain).map((origin) => ({ kind: 'clear', method: 'GET', origin }) as const),
    { kind: 'preflight', method: 'OPTIONS', origin: foreign },
  ];
  const results = await Promise.allSettled(
    plan.map(async (probe): Promise<CorsProbe> => {
      const { status, headers } = await egress.request({
        url,
        method: probe.method,
        headers: { Origin: probe.origin, ...(probe.method === 'OPTIONS' ? PREFLIGHT_HEADERS : {}) },
        signal,
        timeoutMs: PROBE_TIMEOUT_MS,
        maxBodyBytes: 0,
      });
      const values = (name: string): string[] => fieldValues(headers, name).map((value) => value.slice(0, 1024));
      const nonces = probe.method === 'GET' ? headerNonces(fieldValues(headers, 'content-security-policy')) : [];
      return {
        ...probe,
        status,
        allow_origin: values('access-control-allow-origin'),
        allow_credentials: values('access-control-allow-credentials'),
        allow_methods: values('access-control-allow-methods'),
        allow_headers: values('access-control-allow-headers'),
        vary: values('vary'),
        ...(nonces.length > 0 && { nonces }),
      };
    }),
  );
  const probes = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failure = results.find((result) => result.status === 'rejected');
  const missed = failure ? missingFrom(failure.reason) : null;
  if (missed && probes.length === 0) return missed;
  return have({ url: url.href, probes, incomplete: missed?.reason ?? null });
}

/** The preflight of a browser before a script of another origin may send JSON. */
const PREFLIGHT_HEADERS = {
  'Access-Control-Request-Method': 'PUT',
  'Access-Control-Request-Headers': 'content-type',
};

/**
 * The first origin trips every common wrong comparison: it begins with the site's origin, contains it, holds its domain
 * behind a dot without ending there, and ends with its domain without a dot in front. The others trip patterns whose dots
 * match any character: `^https://www.example.com$` also matches `https://wwwxexample.com`, and
 * `^https://(www\.)?example.co.uk$` also `https://www.examplexco.uk`. The registrable domain of none of them is theirs.
 */
export function lookalikeOrigins(url: URL, own: string | null): string[] {
  const host = url.hostname.startsWith('[') ? 'ipv6' : url.hostname;
  const domain = own ?? `${randomLabel()}.example`;
  const compared = `${url.protocol}//${host}.${domain}.${randomLabel()}.x${randomLabel()}${domain}`;
  if (own === null) return [compared];
  const above = host.endsWith(`.${domain}`) ? host.slice(0, -domain.length - 1) : 'www';
  const [name = '', ...suffix] = domain.split('.');
  return [
    compared,
    `${url.protocol}//${above}x${domain}`,
    ...(suffix.length > 1 ? [`${url.protocol}//${above}.${name}x${suffix.join('.')}`] : []),
  ];
}

/** A subdomain over plain http, which an attacker on the visitor's network can serve, whether it exists or not. */
function clearOrigins({ protocol }: URL, own: string | null): string[] {
  return protocol === 'https:' && own !== null ? [`http://${randomLabel()}.${own}`] : [];
}

function randomLabel(): string {
  return `p${randomBytes(4).toString('hex')}`;
}
