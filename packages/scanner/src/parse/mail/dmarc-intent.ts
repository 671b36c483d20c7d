import type { DmarcDisposition } from './dmarc.ts';
import { meantUris } from './meant-uris.ts';

/** What the owner of a record meant, read more leniently than receivers do. */
export interface DmarcIntent {
  p: DmarcDisposition | null;
  sp: DmarcDisposition | null;
  np: DmarcDisposition | null;
  /** `n`: the domain of an organization begins here (RFC 9989 §4.7). `y` is for registries, and null the default. */
  psd: 'n' | null;
  /** `s` (strict), or null for the default. */
  adkim: 's' | null;
  aspf: 's' | null;
  rua: string[];
  ruf: string[];
  /** Null for the default, `0`. */
  fo: string | null;
}

const LONGEST = 2000;
const TAGS = 'v|p|sp|np|t|psd|adkim|aspf|fo|rua|ruf|pct|rf|ri';
/** A semicolon, or what people write in its place before the next tag. */
const SEPARATOR = new RegExp(String.raw`[;"\\]+|[,\s]+(?=(?:${TAGS})\s*[=:])`, 'giu');
const TAG = new RegExp(String.raw`^\s*(${TAGS})\s*[=:](.*)$`, 'isu');

/** `v=DMARC1, p:rejected, rua=me@example.com`: reject, with reports to mailto:me@example.com. */
export function dmarcIntent(text: string): DmarcIntent {
  const tags = new Map<string, string>();
  // `\226`: bytes outside printable ASCII.
  for (const part of text
    .slice(0, LONGEST)
    .replaceAll(/\\\d{3}/gu, '')
    // `rua="mailto:me@example.com"`
    .replaceAll(/=\s*["\\]+/gu, '=')
    .split(SEPARATOR)) {
    const [, name = '', value = ''] = TAG.exec(part) ?? [];
    const key = name.toLowerCase();
    tags.set(key, [tags.get(key), value.trim()].filter(Boolean).join(','));
  }
  const strict = (name: string): 's' | null => (/^s/iu.test(tags.get(name) ?? '') ? 's' : null);
  const fo = (tags.get('fo') ?? '').toLowerCase().match(/[01ds]/gu) ?? [];
  return {
    p: disposition(tags.get('p')),
    sp: disposition(tags.get('sp')),
    np: disposition(tags.get('np')),
    psd: tags.get('psd')?.toLowerCase() === 'n' ? 'n' : null,
    adkim: strict('adkim'),
    aspf: strict('aspf'),
    rua: addresses(tags.get('rua')),
    ruf: addresses(tags.get('ruf')),
    fo: fo.length > 0 && fo.join('') !== '0' ? [...new Set(fo)].join(':') : null,
  };
}

/** `rejected`, `quarentine`. */
function disposition(value = ''): DmarcDisposition | null {
  if (/^r[aej]+[a-z]*$/iu.test(value)) return 'reject';
  if (/^q[a-z]*$/iu.test(value)) return 'quarantine';
  return /^no?ne?$/iu.test(value) ? 'none' : null;
}

function addresses(value = ''): string[] {
  return meantUris(value)
    .filter((one) => /^mailto:[^\s@]+@[a-z\d.-]+\.[a-z\d-]+$/iu.test(one) || /^https:\/\/\S+$/iu.test(one))
    .slice(0, 4);
}
