import type { Evidence } from './evidence.ts';
import type { HttpHop } from './evidence/http.ts';
import type { SecurityTxtAttempt } from './evidence/security-txt.ts';
import { redactHeaders, redactText } from './parse/redact.ts';

export interface Masking {
  /** Also what the caller's own URL holds: for evidence that is kept in a file and passed on. */
  target?: boolean;
  /** What the caller presented to the site; masked wherever the site sent it back. */
  presented?: readonly string[];
}

/**
 * Evidence as it may be kept and shown: the values of cookies, of secret parameters and of tokens are gone, everything
 * that is judged is as it was. Applying it twice changes nothing more.
 */
export function withoutSecrets(evidence: Evidence, masking: Masking = {}): Evidence {
  const scanned = masking.target === true ? '' : evidence.target.url;
  const { http, plain_http, security_txt } = evidence;
  const cleaned: Evidence = {
    ...evidence,
    http: http.ok ? { ...http, value: { ...http.value, hops: hops(http.value.hops, scanned) } } : http,
    plain_http: plain_http.ok
      ? { ...plain_http, value: { ...plain_http.value, hops: hops(plain_http.value.hops, scanned) } }
      : plain_http,
    security_txt: security_txt.ok
      ? { ...security_txt, value: { attempts: security_txt.value.attempts.map(withoutPage) } }
      : security_txt,
  };
  const secrets = (masking.presented ?? []).filter((secret) => secret.length >= SHORTEST);
  return swept(cleaned, (text) =>
    secrets.reduce((kept, secret) => kept.replaceAll(secret, 'REDACTED'), redactText(text, scanned)),
  );
}

/** The same for a piece of evidence that comes from elsewhere: every text without tokens and secret parameters. */
export function withoutSecretTexts<T>(value: T, scanned: string): T {
  return swept(value, (text) => redactText(text, scanned));
}

/** Shorter texts stand everywhere by chance. */
const SHORTEST = 4;

function hops(chain: readonly HttpHop[], scanned: string): HttpHop[] {
  return chain.map((hop) => ({ ...hop, headers: redactHeaders(hop.headers, scanned) }));
}

/** A page that was sent in place of security.txt is judged as such; what it holds may be meant for one visitor. */
function withoutPage(attempt: SecurityTxtAttempt): SecurityTxtAttempt {
  return attempt.body !== null && /^\s*</u.test(attempt.body) ? { ...attempt, body: PAGE } : attempt;
}

const PAGE = '<!-- a page, not kept -->';

/** Every text of a plain value. The values of cookies have stand-ins already, which keep what is judged of them. */
function swept<T>(value: T, clean: (text: string) => string): T {
  if (typeof value === 'string') return clean(value) as T;
  if (Array.isArray(value)) {
    if (value.length === 2 && typeof value[0] === 'string' && value[0].toLowerCase() === 'set-cookie') return value;
    return value.map((item) => swept(item, clean)) as T;
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, swept<unknown>(item, clean)])) as T;
}
