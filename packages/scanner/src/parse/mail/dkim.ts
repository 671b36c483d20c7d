import { bitString, DerReader, TAG } from '../x509/der.ts';
import { rsaKey } from '../x509/rsa-key.ts';
import { withTabs } from './tabs.ts';

/** One DKIM key record, parsed as a verifier does (RFC 6376 §3.6.1, RFC 8301, RFC 8463). */
export interface DkimRecord {
  key: 'rsa' | 'ed25519' | null;
  bits: number | null;
  /** Why the private key of an RSA key can be computed from it, in words. */
  flaw: string | null;
  /** `p=` is empty: the key is revoked. */
  revoked: boolean;
  /** `s=tlsrpt`: the key signs TLS reports (RFC 8460 §3), so verifiers ignore it for other mail. */
  reportsOnly: boolean;
  /** `t=y`: if in doubt, verifiers treat the mail as unsigned. */
  testing: boolean;
  /** Why no verifier can use it. Null if it is usable or revoked. */
  fault: string | null;
}

/** Whether the TXT record is meant as a key. Wildcard records return unrelated text at a selector. */
export function isDkim(text: string): boolean {
  const record = unfolded(text);
  return /^\s*v\s*=\s*DKIM1\b/.test(record) || /(?:^|;)\s*p\s*=/.test(record);
}

/** RFC 6376 §3.2: line breaks (`\\013\\010` in the evidence) and tabs are white space here. */
function unfolded(text: string): string {
  return withTabs(text).replaceAll(/\\01[03]/gu, '\n');
}

/** `v=DKIM1; k=rsa; p=MIGf…` */
export function parseDkim(written: string): DkimRecord {
  const text = unfolded(written);
  const tags = new Map<string, string>();
  let twice: string | null = null;
  text.split(';').forEach((part) => {
    const at = part.indexOf('=');
    if (at === -1) return;
    const name = part.slice(0, at).trim();
    if (tags.has(name)) twice ??= name;
    else tags.set(name, part.slice(at + 1).trim());
  });
  const type = (tags.get('k') ?? 'rsa').toLowerCase();
  const value = tags.get('p')?.replaceAll(/\s/gu, '');
  const testing = (tags.get('t') ?? '').split(':').some((flag) => flag.trim() === 'y');
  const record: DkimRecord = {
    key: null,
    bits: null,
    flaw: null,
    revoked: value === '',
    reportsOnly: false,
    testing,
    fault: null,
  };
  const broken = (fault: string): DkimRecord => ({ ...record, fault });
  if (tags.has('v') && (tags.get('v') !== 'DKIM1' || !/^\s*v\s*=/.test(text)))
    return broken('"v=" must come first and be DKIM1');
  if (twice !== null) return broken(`"${String(twice).slice(0, 20)}=" appears twice`);
  if (value === undefined) return broken('"p=" with the key is missing');
  if (record.revoked) return record;
  const hashes = tags.get('h')?.toLowerCase().split(':');
  if (hashes && !hashes.some((hash) => hash.trim() === 'sha256')) return broken('"h=" does not allow sha256');
  if (type !== 'rsa' && type !== 'ed25519') return broken(`"k=${type.slice(0, 20)}" is an unknown key type`);
  const services = (tags.get('s') ?? '*').split(':').map((service) => service.trim().toLowerCase());
  if (!services.some((service) => service === '*' || service === 'email')) {
    if (!services.includes('tlsrpt')) return broken(`"s=${services.join(':').slice(0, 40)}" does not include email`);
    record.reportsOnly = true;
  }
  const bytes = base64(value);
  if (!bytes) return broken('"p=" is not base64');
  if (type === 'ed25519')
    return bytes.length === 32
      ? { ...record, key: 'ed25519', bits: 256 }
      : broken(`an Ed25519 key has 32 bytes, this one has ${bytes.length}`);
  const rsa = readRsaKey(bytes);
  return rsa === null ? broken('"p=" is not an RSA key') : { ...record, key: 'rsa', ...rsa };
}

function base64(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/u.test(text)) return null;
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

/** SubjectPublicKeyInfo as in RFC 6376, or the bare RSAPublicKey that some tools print. */
function readRsaKey(bytes: Uint8Array): Pick<DkimRecord, 'bits' | 'flaw'> | null {
  try {
    const outer = new DerReader(bytes).enter(TAG.sequence);
    const { bits, flaw = null } = rsaKey(outer.next().tag === TAG.sequence ? bitString(outer.next()) : bytes);
    return { bits, flaw };
  } catch {
    return null;
  }
}
