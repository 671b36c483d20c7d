import type { RedirectsSection } from '@palisade/report/sections/redirects';
import type { Evidence } from '../evidence.ts';
import type { HttpHop } from '../evidence/http.ts';

/** The evidence the section shows beside its checks. */
export function redirectsEvidence({ http, plain_http }: Evidence): Omit<RedirectsSection, 'checks'> {
  return {
    chain: http.ok ? http.value.hops.map(shown) : [],
    end: http.ok ? http.value.end : http.code,
    plain_http: plain_http.ok ? { chain: plain_http.value.hops.map(shown), end: plain_http.value.end } : null,
    plain_http_silence: plain_http.ok ? null : plain_http.reason,
  };
}

function shown({ url, status, location }: HttpHop): RedirectsSection['chain'][number] {
  return { url, status, location };
}
