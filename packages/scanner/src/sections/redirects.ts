import type { RedirectsSection } from '@palisade/report/sections/redirects';
import type { Evidence } from '../evidence.ts';
import type { HttpHop } from '../evidence/http.ts';

/** The evidence that the section shows next to its checks. */
export function redirectsEvidence({ http, plain_http }: Evidence): Omit<RedirectsSection, 'checks'> {
  return {
    chain: http.ok ? http.value.hops.map(shown) : [],
    end: http.ok ? http.value.end : http.code,
    plain_http: plain_http.ok ? { chain: plain_http.value.hops.map(shown), end: plain_http.value.end } : null,
    plain_http_silence: plain_http.ok ? null : plain_http.reason,
  };
}

/** A header block may have 5,000 fields of 64 kB. */
const MOST_FIELDS = 100;
const LONGEST_VALUE = 2000;

function shown({ url, status, location, headers }: HttpHop): RedirectsSection['chain'][number] {
  const fields = headers.slice(0, MOST_FIELDS).map(([name, value]) => ({ name, value: cut(value) }));
  return { url, status, location, fields };
}

function cut(value: string): string {
  return value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value;
}
