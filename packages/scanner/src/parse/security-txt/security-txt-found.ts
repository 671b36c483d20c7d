import type { Seen } from '@palisade/report/seen';
import { isTemporary } from '../../evidence/http.ts';
import type { SecurityTxtAttempt, SecurityTxtEvidence } from '../../evidence/security-txt.ts';
import { fieldsNamed, hasKnownField, parseSecurityTxt, type SecurityTxt } from './security-txt.ts';

export type SecurityTxtState =
  | { found: true; attempt: SecurityTxtAttempt; text: SecurityTxt; where: 'well_known' | 'root' | 'http' }
  /** `unreachable`: unknown, because no attempt got a response. All others: the file does not exist. */
  | { found: false; why: 'absent' | 'page' | 'other' | 'redirected' | 'unreachable'; attempt: SecurityTxtAttempt };

/** Which of the attempts returned a security.txt. A web page or another file with status 200 does not count. */
export function securityTxtState(evidence: SecurityTxtEvidence, page: Seen['page'] = 'site'): SecurityTxtState {
  const each = evidence.attempts.map((attempt) => withheld(stateOf(attempt), page));
  // An attempt with a response tells more than one without, but not if the first will have another one later.
  const later = each[0]?.attempt.status === null ? undefined : each[0];
  const answered = each.find((one) => !one.found && one.why !== 'unreachable');
  const isLater = later !== undefined && !later.found && later.why === 'unreachable';
  const state = each.find(({ found }) => found) ?? (isLater ? later : answered) ?? each[0];
  if (!state) throw new Error('security.txt evidence has no attempt');
  return state;
}

/** What keeps visitors, or this scan, from the page of a site keeps them from its files, too. */
const GUARDS: ReadonlySet<Seen['page']> = new Set(['challenge', 'blocked', 'login', 'interstitial']);

function withheld(state: SecurityTxtState, page: Seen['page']): SecurityTxtState {
  if (state.found || !GUARDS.has(page)) return state;
  const { attempt } = state;
  return state.why === 'page' || attempt.status === 401 || attempt.status === 403
    ? { found: false, why: 'unreachable', attempt }
    : state;
}

function stateOf(attempt: SecurityTxtAttempt): SecurityTxtState {
  if (attempt.status === null || isTemporary(attempt.status)) return { found: false, why: 'unreachable', attempt };
  if (attempt.status !== 200 || attempt.body === null) return { found: false, why: 'absent', attempt };
  const final = URL.parse(attempt.chain.at(-1) ?? attempt.url);
  // The last line may be incomplete because we stopped reading, which is not a fault of the file.
  const whole = attempt.truncated ? attempt.body.slice(0, attempt.body.lastIndexOf('\n') + 1) : attempt.body;
  const text = parseSecurityTxt(whole.replace(/^\ufeff/u, ''));
  const known = hasKnownField(text);
  if (/^\s*</u.test(attempt.body) || (!known && isMarkup(attempt.content_type)))
    return { found: false, why: 'page', attempt };
  const named = final?.pathname.toLowerCase().endsWith('security.txt') ?? false;
  // Other files have contacts too, but only this one says when it expires.
  const is = named ? known : fieldsNamed(text, 'contact').length > 0 && fieldsNamed(text, 'expires').length > 0;
  if (!is) return { found: false, why: named ? 'other' : 'redirected', attempt };
  // A hop over plain http can lead anywhere.
  const where = attempt.chain.some((url) => /^http:/iu.test(url))
    ? 'http'
    : attempt.url.includes('/.well-known/')
      ? 'well_known'
      : 'root';
  return { found: true, attempt, text, where };
}

function isMarkup(contentType: string | null): boolean {
  return /html|xml/iu.test(contentType ?? '');
}

/** Faults in how the file is served (RFC 9116 §3). */
export function deliveryFaults({ content_type: contentType, utf8, bom }: SecurityTxtAttempt): string[] {
  const faults: string[] = [];
  const [type = '', ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase());
  if (type === '') faults.push('no Content-Type; it must be text/plain; charset=utf-8');
  else if (type !== 'text/plain')
    faults.push(`Content-Type is ${type.slice(0, 60)}; it must be text/plain; charset=utf-8`);
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '');
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
    faults.push(`charset is ${charset.slice(0, 40)}; it must be utf-8`);
  if (!utf8) faults.push('the bytes are not UTF-8');
  if (bom) faults.push('it begins with a byte order mark');
  return faults;
}

/** RFC 9116 §2.5.2: if there are Canonical fields, one must contain the URL that the file was retrieved from. */
export function canonicalMismatch(attempt: SecurityTxtAttempt, text: SecurityTxt): string | null {
  const canonical = text.fields.filter(({ name }) => name.toLowerCase() === 'canonical').map(({ value }) => value);
  if (canonical.length === 0) return null;
  const places = [attempt.chain[0], attempt.chain.at(-1)].map((url) => URL.parse(url ?? '')?.href);
  const matches = canonical.some((value) => places.includes(URL.parse(value)?.href));
  return matches ? null : `no Canonical field has ${attempt.chain[0] ?? attempt.url}`;
}
