import { withTabs } from './tabs.ts';

/** RFC 8461: the DNS record (§3.1) and the policy file (§3.2). */

export function isMtaSts(text: string): boolean {
  return /^v=STSv1[ \t]*(;|$)/.test(withTabs(text));
}

export interface MtaStsRecord {
  id: string | null;
  fault: string | null;
}

/** `v=STSv1; id=20260101T000000;` */
export function parseMtaSts(text: string): MtaStsRecord {
  const fields = withTabs(text)
    .split(';')
    .slice(1)
    .map((field) => field.trim());
  const id = fields
    .find((field) => /^id[ \t]*=/.test(field))
    ?.split('=')
    .slice(1)
    .join('=')
    .trim();
  if (id === undefined) return { id: null, fault: 'the "id" field is missing' };
  const odd = fields.find((field) => field !== '' && !field.includes('='));
  if (odd !== undefined) return { id: null, fault: `"${odd.slice(0, 80)}" does not have the form "name=value"` };
  if (!/^[a-z0-9]{1,32}$/i.test(id)) return { id: null, fault: `"id=${id}" is not 1 to 32 letters and digits` };
  return { id, fault: null };
}

export interface MtaStsPolicy {
  mode: 'enforce' | 'testing' | 'none' | null;
  max_age: number | null;
  mx: string[];
  faults: string[];
}

const LONGEST_MAX_AGE = 31_557_600;

export function parseMtaStsPolicy(body: string): MtaStsPolicy {
  const policy: MtaStsPolicy = { mode: null, max_age: null, mx: [], faults: [] };
  const values = new Map<string, string[]>();
  // The evidence shows other bytes as `\\239`.
  const marked = /^(?:\\239\\187\\191|\ufeff)/u;
  if (marked.test(body)) policy.faults.push('it begins with a byte order mark (BOM)');
  for (const line of withTabs(body.replace(marked, '')).split('\n')) {
    const colon = line.indexOf(':');
    if (colon === -1) {
      if (line.trim() !== '') policy.faults.push('a line does not have the form "key: value"');
      continue;
    }
    const key = line.slice(0, colon).trim();
    const value = line.slice(colon + 1).trim();
    const there = values.get(key);
    if (there) there.push(value);
    else values.set(key, [value]);
  }
  if (values.get('version')?.[0] !== 'STSv1') policy.faults.push('"version: STSv1" is missing');
  const mode = values.get('mode')?.[0];
  if (mode === 'enforce' || mode === 'testing' || mode === 'none') policy.mode = mode;
  else policy.faults.push(mode === undefined ? '"mode" is missing' : '"mode" is not enforce, testing or none');
  const maxAge = values.get('max_age')?.[0];
  if (maxAge !== undefined && /^\d{1,10}$/.test(maxAge) && Number(maxAge) <= LONGEST_MAX_AGE)
    policy.max_age = Number(maxAge);
  else
    policy.faults.push(
      maxAge === undefined ? '"max_age" is missing' : '"max_age" is not a number of seconds up to a year',
    );
  for (const pattern of values.get('mx') ?? []) {
    if (/^(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$/i.test(pattern))
      policy.mx.push(pattern.toLowerCase().replace(/\.$/, ''));
    else policy.faults.push(`"mx: ${pattern.slice(0, 80)}" is not a hostname or *.domain`);
  }
  if (policy.mx.length === 0 && policy.mode !== 'none') policy.faults.push('there is no "mx" line');
  policy.faults = [...new Set(policy.faults)];
  return policy;
}

/** RFC 8461 §4.1: a wildcard matches exactly one label. */
export function coversMx(patterns: readonly string[], host: string): boolean {
  const parent = host.slice(host.indexOf('.') + 1);
  return patterns.some((pattern) => pattern === host || (pattern.startsWith('*.') && pattern.slice(2) === parent));
}
