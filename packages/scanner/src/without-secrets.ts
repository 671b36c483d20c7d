import type { Evidence } from './evidence.ts';
import type { HttpHop } from './evidence/http.ts';
import type { SecurityTxtAttempt } from './evidence/security-txt.ts';
import { redactHeaders, redactText } from './parse/redact.ts';

export interface Masking {
  /** Also mask secrets in the caller's URL: for evidence that is saved to a file and shared. */
  target?: boolean;
  /** Credentials that the caller presented to the site. Masked wherever the site echoes them. */
  presented?: readonly string[];
}

/**
 * Evidence that is safe to store and show: without the values of cookies, secret parameters and tokens. Everything that
 * is judged stays the same. Idempotent.
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

/** The same for evidence from another source: removes tokens and secret parameters from every text. */
export function withoutSecretTexts<T>(value: T, scanned: string): T {
  return swept(value, (text) => redactText(text, scanned));
}

/** Shorter texts occur by chance. */
const SHORTEST = 4;

function hops(chain: readonly HttpHop[], scanned: string): HttpHop[] {
  return chain.map((hop) => ({ ...hop, headers: redactHeaders(hop.headers, scanned) }));
}

/** A page in place of security.txt is judged as a page. Its content may be private to one visitor, so it is removed. */
function withoutPage(attempt: SecurityTxtAttempt): SecurityTxtAttempt {
  return attempt.body !== null && /^\s*</u.test(attempt.body) ? { ...attempt, body: PAGE } : attempt;
}

const PAGE = '<!-- a page, not kept -->';

/** Cleans every text in a plain value. Cookie values are already replaced by stand-ins that give the same verdict. */
function swept<T>(value: T, clean: (text: string) => string): T {
  if (typeof value === 'string') return clean(value) as T;
  if (Array.isArray(value)) {
    if (value.length === 2 && typeof value[0] === 'string' && value[0].toLowerCase() === 'set-cookie') return value;
    return value.map((item) => swept(item, clean)) as T;
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, swept<unknown>(item, clean)])) as T;
}
