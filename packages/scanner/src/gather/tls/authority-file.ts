import { fieldValues } from '../../evidence/http.ts';
import type { Egress, HttpAnswer, HttpRequestOptions } from '../net/egress.ts';
import { isRedirect } from '../net/exchange.ts';

const MAX_REDIRECTS = 3;

/** What an address in a certificate returns, with redirects; or, as text, why it returns nothing. Throws as `Egress` does. */
export async function getFile(
  egress: Pick<Egress, 'request' | 'admit'>,
  url: string,
  options: Omit<HttpRequestOptions, 'url'>,
): Promise<HttpAnswer | string> {
  let next = egress.admit(url);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    // RFC 5280 §4.2.2.1 and browsers want http: https would need this very answer.
    if (next.protocol !== 'http:') return 'redirects to a URL that is not http';
    const answer = await egress.request({ ...options, url: next });
    if (!isRedirect(answer.status, answer.headers)) return answer.status === 200 ? answer : `answered ${answer.status}`;
    next = egress.admit(fieldValues(answer.headers, 'location')[0] ?? '', next);
  }
  return `redirects more than ${MAX_REDIRECTS} times`;
}
