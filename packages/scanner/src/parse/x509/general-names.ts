import { elements, DerReader, explicit, implicit, latin1, oidOf, textOf, type Element } from './der.ts';

/** A name as certificates hold it (RFC 5280 §4.2.1.6), in a form that can be compared. */
export type GeneralName =
  | { kind: 'email' | 'dns' | 'uri'; value: string }
  | { kind: 'address'; bytes: Uint8Array }
  | { kind: 'directory'; rdns: string[] }
  /** other name, X.400 address, EDI party, registered ID: by tag. */
  | { kind: 'other'; tag: number };

const MAX_RDNS = 100;

export function generalName(element: Element): GeneralName {
  const { tag, content } = element;
  if (tag === implicit(1)) return { kind: 'email', value: mailbox(latin1(content)) };
  if (tag === implicit(2)) return { kind: 'dns', value: latin1(content).toLowerCase() };
  if (tag === implicit(6)) return { kind: 'uri', value: latin1(content).toLowerCase() };
  if (tag === implicit(7)) return { kind: 'address', bytes: content };
  if (tag === explicit(4)) return { kind: 'directory', rdns: rdnsOf(new DerReader(content).next()) };
  return { kind: 'other', tag };
}

/** The part before the @ is the receiver's business, letter by letter (RFC 5321 §2.4). */
function mailbox(mail: string): string {
  const at = mail.lastIndexOf('@') + 1;
  return mail.slice(0, at) + mail.slice(at).toLowerCase();
}

/** Each relative name of a distinguished name as one comparable text (RFC 5280 §7.1: letter case and runs of spaces do not count). */
export function rdnsOf(name: Element): string[] {
  return elements(name.content, MAX_RDNS).map(({ content }) =>
    elements(content, MAX_RDNS)
      .map((pair) => {
        const reader = new DerReader(pair.content);
        const type = oidOf(reader.next());
        const value = reader.next();
        const text = textOf(value);
        const comparable = text === null ? `#${hex(value.whole)}` : text.trim().replaceAll(/\s+/gu, ' ').toLowerCase();
        return `${type}=${comparable}`;
      })
      .toSorted()
      .join('+'),
  );
}

/** Whether `name` lies in the subtree of `base`; undefined when they are of different kinds (RFC 5280 §4.2.1.10). */
export function inSubtree(name: GeneralName, base: GeneralName): boolean | undefined {
  if (name.kind === 'dns' && base.kind === 'dns') return dnsWithin(name.value, base.value);
  if (name.kind === 'email' && base.kind === 'email') return mailWithin(name.value, base.value);
  if (name.kind === 'uri' && base.kind === 'uri') return hostWithin(hostOf(name.value), base.value);
  if (name.kind === 'address' && base.kind === 'address') return addressWithin(name.bytes, base.bytes);
  if (name.kind === 'directory' && base.kind === 'directory')
    return base.rdns.every((rdn, at) => name.rdns[at] === rdn);
  // A constraint that cannot be read leaves every name of its form outside.
  if (name.kind === 'other' && base.kind === 'other' && name.tag === base.tag) return false;
  return undefined;
}

/** The base itself and anything below it; with a dot in front only what is below, as OpenSSL and browsers read it. */
function dnsWithin(name: string, base: string): boolean {
  const wanted = base.replace(/\.$/u, '');
  const given = name.replace(/\.$/u, '');
  if (wanted.startsWith('.')) return given.endsWith(wanted);
  return wanted === '' || given === wanted || given.endsWith(`.${wanted}`);
}

function mailWithin(mail: string, base: string): boolean {
  const host = mail.slice(mail.lastIndexOf('@') + 1);
  return base.includes('@') ? mail === base : hostWithin(host, base);
}

/** Unlike for DNS names, a base without a dot in front is one host, and one with it everything below. */
function hostWithin(host: string, base: string): boolean {
  return base.startsWith('.') ? host.endsWith(base) : host === base;
}

function hostOf(uri: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#:]*)/u.exec(uri)?.[1] ?? '';
}

function addressWithin(address: Uint8Array, base: Uint8Array): boolean {
  const { length } = address;
  if (base.length !== length * 2) return false;
  return address.every((octet, at) => ((octet ^ (base[at] ?? 0)) & (base[at + length] ?? 0)) === 0);
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (octet) => octet.toString(16).padStart(2, '0')).join('');
}

/** For sentences: "example.com", "10.0.0.0/255.0.0.0". */
export function showName(name: GeneralName): string {
  if (name.kind === 'directory') return name.rdns.join(', ') || 'an empty directory name';
  if (name.kind === 'other') return `a name of form ${name.tag & 0x1f}`;
  if (name.kind !== 'address') return name.value;
  const { bytes } = name;
  const half = bytes.length === 8 || bytes.length === 32 ? bytes.length / 2 : bytes.length;
  const parts = [bytes.subarray(0, half), bytes.subarray(half)].filter((part) => part.length > 0);
  return parts.map((part) => (part.length === 4 ? part.join('.') : hex(part))).join('/');
}
