import type { TlsEvidence } from '@palisade/scanner/evidence/tls';

/** What tools report about a host, in one form. Absent: the tool does not report it. */
export const FACTS = [
  'SSLv2',
  'SSLv3',
  'TLS 1.0',
  'TLS 1.1',
  'TLS 1.2',
  'TLS 1.3',
  'NULL, anonymous or EXPORT',
  'RC4 or DES',
  '3DES',
  'forward secrecy',
  'compression',
  'post-quantum',
  'in date',
  'trusted',
  'name',
] as const;
export type Fact = (typeof FACTS)[number];
export type Facts = Partial<Record<Fact, 'yes' | 'no' | 'unknown'>>;

export function said(value: boolean | null | undefined): 'yes' | 'no' | 'unknown' {
  return value === true ? 'yes' : value === false ? 'no' : 'unknown';
}

/** Our own evidence in that form; `nameCovered` is the verdict of the check on the name. */
export function ourFacts(tls: TlsEvidence, nameCovered: boolean | null, now: number): Facts {
  const any = (...classes: (keyof TlsEvidence['suite_classes'])[]): boolean | null => {
    const states = classes.map((name) => tls.suite_classes[name] ?? null);
    return states.includes(true) ? true : states.includes(null) ? null : false;
  };
  const [leaf] = tls.chain.certificates;
  const { trust } = tls.chain;
  return {
    ...Object.fromEntries(Object.entries(tls.versions).map(([version, offered]) => [version, said(offered)])),
    'NULL, anonymous or EXPORT': said(any('null', 'anon', 'export')),
    'RC4 or DES': said(any('rc4', 'des')),
    '3DES': said(any('block64')),
    'forward secrecy': said(any('tls13', 'ecdhe_aead', 'dhe_aead', 'ecdhe_cbc', 'dhe_cbc')),
    compression: said(tls.compression),
    'post-quantum': said(tls.post_quantum.offered),
    'in date': leaf ? said(now >= Date.parse(leaf.not_before) && now <= Date.parse(leaf.not_after)) : 'unknown',
    trusted: trust ? said(trust.state === 'trusted') : 'unknown',
    name: said(nameCovered),
  };
}
