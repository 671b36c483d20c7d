import { TOKEN } from './token.ts';

/** Strict-Transport-Security as browsers parse it (RFC 6797 §6.1 and §8.1). */
export type Hsts =
  | { valid: true; maxAge: number; includeSubDomains: boolean; preload: boolean; ignored: string[] }
  /** Browsers ignore the field, as if it were absent. */
  | { valid: false; reason: HstsFault };

export type HstsFault =
  'malformed' | 'duplicate_directive' | 'no_max_age' | 'max_age_not_a_number' | 'value_not_allowed';

const MAX_LENGTH = 8192;

/** @param value the first field; browsers ignore the others (RFC 6797 §8.1) */
export function parseHsts(value: string): Hsts {
  if (value.length > MAX_LENGTH) return { valid: false, reason: 'malformed' };
  const parts = splitOutsideQuotes(value);
  if (parts === null) return { valid: false, reason: 'malformed' };
  const directives = new Map<string, string | null>();
  for (const part of parts) {
    if (part.trim() === '') continue;
    const equals = part.indexOf('=');
    const name = (equals < 0 ? part : part.slice(0, equals)).trim().toLowerCase();
    const argument = equals < 0 ? null : unquote(part.slice(equals + 1).trim());
    if (name === 'max-age' && argument !== null && !/^\d+$/.test(argument))
      return { valid: false, reason: 'max_age_not_a_number' };
    if (!TOKEN.test(name) || argument === '' || (argument === null && equals >= 0)) {
      return { valid: false, reason: name === 'max-age' ? 'max_age_not_a_number' : 'malformed' };
    }
    if (directives.has(name)) return { valid: false, reason: 'duplicate_directive' };
    directives.set(name, argument);
  }
  const maxAge = directives.get('max-age');
  if (maxAge === undefined) return { valid: false, reason: 'no_max_age' };
  if (maxAge === null) return { valid: false, reason: 'max_age_not_a_number' };
  if (directives.get('includesubdomains')) return { valid: false, reason: 'value_not_allowed' };
  return {
    valid: true,
    maxAge: Math.min(Number(maxAge), Number.MAX_SAFE_INTEGER),
    includeSubDomains: directives.has('includesubdomains'),
    preload: directives.has('preload'),
    ignored: [...directives.keys()]
      .filter((name) => !['max-age', 'includesubdomains', 'preload'].includes(name))
      .slice(0, 5),
  };
}

/** Whether the field meets the conditions of hstspreload.org for its content. */
export function preloadEligible(hsts: Extract<Hsts, { valid: true }>): boolean {
  return hsts.maxAge >= 31_536_000 && hsts.includeSubDomains && hsts.preload;
}

/** A directive value is a token or a quoted string. Null if it is neither. */
function unquote(value: string): string | null {
  if (!value.startsWith('"')) return value === '' || TOKEN.test(value) ? value : null;
  if (value.length < 2 || !value.endsWith('"')) return null;
  const inner = value.slice(1, -1).replace(/\\(.)/g, '$1');
  return inner;
}

/** Null if a quoted string is not closed. */
function splitOutsideQuotes(value: string): string[] | null {
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let index = 0; index < value.length; index += 1) {
    const char = value[index];
    if (quoted && char === '\\') index += 1;
    else if (char === '"') quoted = !quoted;
    else if (char === ';' && !quoted) {
      parts.push(value.slice(start, index));
      start = index + 1;
    }
  }
  if (quoted) return null;
  parts.push(value.slice(start));
  return parts;
}
