import { withTabs } from './tabs.ts';

/** RFC 9989: DMARC policy records. `pct`, `rf` and `ri` of RFC 7489 are parsed for remarks. */

export type DmarcDisposition = 'none' | 'quarantine' | 'reject';

export interface DmarcRecord {
  text: string;
  /** The policy that receivers apply. Also `none` for an invalid policy with a usable `rua` (RFC 9989 §4.10.1). */
  p: DmarcDisposition;
  sp: DmarcDisposition | null;
  np: DmarcDisposition | null;
  /** `t=y`: the domain owner requests the next weaker policy. */
  testing: boolean;
  psd: 'y' | 'n' | 'u';
  /** Historic percentage (RFC 7489). Null if absent. */
  pct: number | null;
  rua: string[];
  ruf: string[];
  /** Why receivers act as if `p` were none. */
  faults: string[];
  /** Faults that receivers tolerate. */
  warnings: string[];
  /** Receivers ignore them (RFC 9989 §4.7). */
  unknown_tags: string[];
  /** Those of RFC 7489 that RFC 9989 removed, as written. */
  removed_tags: string[];
}

export type DmarcParse = { ok: true; record: DmarcRecord } | { ok: false; text: string; error: string };

/** The tag name is case-insensitive, the value is not. */
export function isDmarc(text: string): boolean {
  return /^v[ \t]*=[ \t]*DMARC1[ \t]*(;|$)/.test(lowerFirst(withTabs(text)));
}

function lowerFirst(text: string): string {
  return text.startsWith('V') ? `v${text.slice(1)}` : text;
}

/** A record that was meant as DMARC but that receivers ignore: `p=reject; v=DMARC1`, `v=dmarc1; …`, `"v=DMARC1…`. */
export function isNearlyDmarc(text: string): boolean {
  return !isDmarc(text) && (/dmarc\s?1/i.test(text) || /^[\s"'\\]*v\s*=\s*dmarc/i.test(text.slice(0, 40)));
}

export function parseDmarc(text: string): DmarcParse {
  const tags = new Map<string, string>();
  const warnings: string[] = [];
  for (const part of withTabs(text).split(';')) {
    if (part.trim() === '') continue;
    const equals = part.indexOf('=');
    const name = part.slice(0, equals).trim().toLowerCase();
    if (equals < 1 || !/^[a-z][a-z0-9_]*$/.test(name)) {
      warnings.push(`"${part.trim()}" is not a tag`);
      continue;
    }
    // DMARC uses the tag lists of RFC 6376 §3.2: a repeated tag makes the list invalid.
    if (tags.has(name)) return { ok: false, text, error: `the tag "${name}" appears more than once` };
    tags.set(name, part.slice(equals + 1).trim());
  }
  const unknown = [...tags.keys()].filter((name) => !KNOWN_TAGS.has(name));
  for (const name of ['adkim', 'aspf'] as const) flag(tags, name, ['r', 's'], warnings);
  failureOptions(tags.get('fo'), warnings);
  flag(tags, 'rf', ['afrf'], warnings);
  const interval = tags.get('ri');
  if (interval !== undefined && !/^\d{1,10}$/.test(interval))
    warnings.push(`"ri=${interval}" is not a number of seconds`);
  const rua = uris(tags.get('rua'), 'rua', warnings);
  const ruf = uris(tags.get('ruf'), 'ruf', warnings);
  const faulty: string[] = [];
  const p = disposition(tags, 'p');
  if (p === null) faulty.push('"p" is missing');
  const sp = disposition(tags, 'sp');
  const np = disposition(tags, 'np');
  for (const [name, value] of [
    ['p', p],
    ['sp', sp],
    ['np', np],
  ] as const) {
    if (value === 'invalid') faulty.push(`"${name}=${tags.get(name) ?? ''}" is not none, quarantine or reject`);
  }
  if (faulty.length > 0 && rua.length === 0) return { ok: false, text, error: faulty.join('; ') };
  const usable = faulty.length === 0;
  return {
    ok: true,
    record: {
      text,
      p: usable && p !== 'invalid' && p !== null ? p : 'none',
      sp: usable && sp !== 'invalid' ? sp : null,
      np: usable && np !== 'invalid' ? np : null,
      testing: flag(tags, 't', ['y', 'n'], warnings) === 'y',
      psd: (flag(tags, 'psd', ['y', 'n', 'u'], warnings) ?? 'u') as 'y' | 'n' | 'u',
      pct: percentage(tags.get('pct'), warnings),
      rua,
      ruf,
      faults: faulty,
      warnings,
      unknown_tags: unknown,
      removed_tags: REMOVED_TAGS.flatMap((name) => (tags.has(name) ? [`${name}=${tags.get(name) ?? ''}`] : [])),
    },
  };
}

/** RFC 9989 §4.7, and `pct`, `rf`, `ri` of RFC 7489. */
const KNOWN_TAGS: ReadonlySet<string> = new Set('v p sp np t psd adkim aspf fo rua ruf pct rf ri'.split(' '));

const REMOVED_TAGS = ['pct', 'rf', 'ri'] as const;

/** `fo=1:d:s`: each option once, and not both `0` and `1` (RFC 9989 §4.7). */
function failureOptions(value: string | undefined, warnings: string[]): void {
  if (value === undefined) return;
  const options = value.split(':').map((option) => option.trim().toLowerCase());
  if (!options.every((option) => ['0', '1', 'd', 's'].includes(option)))
    warnings.push(`"fo=${value}" is not a colon-separated list of 0, 1, d and s`);
}

function disposition(tags: ReadonlyMap<string, string>, name: string): DmarcDisposition | 'invalid' | null {
  const value = tags.get(name)?.toLowerCase();
  if (value === undefined) return null;
  return value === 'none' || value === 'quarantine' || value === 'reject' ? value : 'invalid';
}

function flag(tags: ReadonlyMap<string, string>, name: string, allowed: string[], warnings: string[]): string | null {
  const value = tags.get(name)?.toLowerCase();
  if (value === undefined) return null;
  if (allowed.includes(value)) return value;
  warnings.push(`"${name}=${value}" is not one of ${allowed.join(', ')}`);
  return null;
}

function percentage(value: string | undefined, warnings: string[]): number | null {
  if (value === undefined) return null;
  if (/^\d{1,3}$/.test(value) && Number(value) <= 100) return Number(value);
  warnings.push(`"pct=${value}" is not a percentage`);
  return null;
}

/** Comma-separated URIs. The old size limit (`!10m`) is dropped. */
function uris(value: string | undefined, name: string, warnings: string[]): string[] {
  if (value === undefined) return [];
  const valid: string[] = [];
  for (const item of value.split(',')) {
    const uri = item.trim().replace(/!\d+[kmgt]?$/i, '');
    // In `mailto://a@example.com`, the slashes belong to the mailbox (RFC 6068 §2).
    if (/^mailto:(?!\/\/)[^\s@]+@[^\s@]+$/i.test(uri) || /^https?:\/\/\S+$/i.test(uri)) valid.push(uri);
    else warnings.push(`"${name}" contains "${item.trim()}", which is not a mailto: or https: URL`);
  }
  return valid;
}

export function isMailto(uri: string): boolean {
  return /^mailto:/iu.test(uri);
}

/** The host that receives the reports of a `mailto:` or `https:` URI. Null for anything else. */
export function reportHost(uri: string): string | null {
  const mail = /^mailto:[^@?]+@([a-z0-9.-]+)/i.exec(uri)?.[1];
  if (mail) return mail.toLowerCase().replace(/\.$/, '');
  return URL.parse(uri)?.hostname || null;
}
