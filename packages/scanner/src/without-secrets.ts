import type { Evidence } from './evidence.ts';
import type { HttpHop } from './evidence/http.ts';
import type { PageEvidence } from './evidence/page.ts';
import { redactHeaders, redactUrls } from './parse/redact.ts';

/**
 * Evidence as it may be kept and shown: the values of cookies and of secret parameters are gone, everything that is
 * judged is as it was. Applying it twice changes nothing more.
 */
export function withoutSecrets(evidence: Evidence): Evidence {
  const scanned = evidence.target.url;
  const clean = (url: string): string => redactUrls(url, scanned);
  const orNull = (url: string | null): string | null => (url === null ? null : clean(url));
  const hops = (chain: readonly HttpHop[]): HttpHop[] =>
    chain.map((hop) => ({
      ...hop,
      url: clean(hop.url),
      headers: redactHeaders(hop.headers, scanned),
      location: orNull(hop.location),
    }));
  const { http, plain_http, page, cors, security_txt } = evidence;
  return {
    ...evidence,
    http: http.ok ? { ...http, value: { ...http.value, hops: hops(http.value.hops) } } : http,
    plain_http: plain_http.ok
      ? { ...plain_http, value: { ...plain_http.value, hops: hops(plain_http.value.hops) } }
      : plain_http,
    page: page.ok ? { ...page, value: cleanPage(page.value, clean) } : page,
    cors: cors.ok ? { ...cors, value: { ...cors.value, url: clean(cors.value.url) } } : cors,
    security_txt: security_txt.ok
      ? {
          ...security_txt,
          value: {
            attempts: security_txt.value.attempts.map((attempt) => ({ ...attempt, chain: attempt.chain.map(clean) })),
          },
        }
      : security_txt,
  };
}

function cleanPage(page: PageEvidence, clean: (url: string) => string): PageEvidence {
  const orNull = (url: string | null): string | null => (url === null ? null : clean(url));
  return {
    ...page,
    url: clean(page.url),
    base: page.base && { ...page.base, href: clean(page.base.href), url: orNull(page.base.url) },
    resources: page.resources.map((resource) => ({ ...resource, url: clean(resource.url) })),
    forms: page.forms.map((form) => ({ ...form, action: orNull(form.action) })),
    meta_refresh: orNull(page.meta_refresh),
    opener_links: page.opener_links.map(clean),
  };
}
