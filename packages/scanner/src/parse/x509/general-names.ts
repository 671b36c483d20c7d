import ipaddr from 'ipaddr.js';
import { elements, DerReader, explicit, implicit, latin1, oidOf, textOf, type Element } from './der.ts';

/** A name as certificates hold it (RFC 5280 §4.2.1.6), in a form that can be compared. */
export type GeneralName =
  | { kind: 'email' | 'dns' | 'uri'; value: string }
  | { kind: 'address'; bytes: Uint8Array }
  /** `written`: as it is encoded. */
  | { kind: 'directory'; rdns: string[]; written: Element }
  /** other name, X.400 address, EDI party, registered ID: by tag. */
  | { kind: 'other'; tag: number };

const MAX_RDNS = 100;

export function generalName(element: Element): GeneralName {
  const { tag, content } = element;
  if (tag === implicit(1)) return { kind: 'email', value: mailbox(latin1(content)) };
  if (tag === implicit(2)) return { kind: 'dns', value: latin1(content).toLowerCase() };
  if (tag === implicit(6)) return { kind: 'uri', value: latin1(content).toLowerCase() };
  if (tag === implicit(7)) return { kind: 'address', bytes: content };
  if (tag === explicit(4)) {
    const written = new DerReader(content).next();
    return { kind: 'directory', rdns: rdnsOf(written), written };
  }
  return { kind: 'other', tag };
}

/** The part before the @ is the receiver's business, letter by letter (RFC 5321 §2.4). */
function mailbox(mail: string): string {
  const at = mail.lastIndexOf('@') + 1;
  return mail.slice(0, at) + mail.slice(at).toLowerCase();
}

/**
 * Each relative name of a distinguished name as one comparable text: the case of ASCII letters and runs of spaces do not count
 * (RFC 5280 §7.1, as BoringSSL and OpenSSL implement it).
 * @param isText which kinds of strings are compared so; others are compared octet by octet
 */
export function rdnsOf(name: Element, isText = (_tag: number): boolean => true): string[] {
  return elements(name.content, MAX_RDNS).map(({ content }) =>
    elements(content, MAX_RDNS)
      .map((pair) => {
        const reader = new DerReader(pair.content);
        const type = oidOf(reader.next());
        const value = reader.next();
        const text = isText(value.tag) ? textOf(value) : null;
        const comparable = text === null ? `#${hex(value.whole)}` : folded(text);
        return `${type}=${comparable}`;
      })
      .toSorted()
      .join('+'),
  );
}

function folded(text: string): string {
  return text
    .replaceAll(/[\t-\r ]+/gu, ' ')
    .replaceAll(/^ | $/gu, '')
    .replaceAll(/[A-Z]+/gu, (letters) => letters.toLowerCase());
}

/** UTF8String, PrintableString, IA5String, UniversalString and BMPString (BoringSSL pki/verify_name_match.cc). */
const FOLDED_BY_CHROME = new Set([0x0c, 0x13, 0x16, 0x1c, 0x1e]);

/** Whether Chrome takes two distinguished names for the same one. */
export function isSameInChrome(one: Element, other: Element): boolean {
  const [mine, its] = [one, other].map((name) => rdnsOf(name, (tag) => FOLDED_BY_CHROME.has(tag)));
  return mine?.length === its?.length && (mine ?? []).every((rdn, at) => rdn === its?.[at]);
}

/** UTF8String and PrintableString, which mozilla::pkix compares with each other. */
const ALIKE = new Set([0x0c, 0x13]);

/** Whether the first relative names of a distinguished name are these, octet by octet. */
export function startsWithRdns(name: Element, base: Element): boolean {
  const [given, wanted] = [name, base].map(({ content }) => elements(content, MAX_RDNS));
  return (wanted ?? []).every((rdn, at) => {
    const [one, other] = [given?.[at], rdn].map((each) => (each ? elements(each.content, MAX_RDNS) : []));
    return one?.length === other?.length && (one ?? []).every((pair, n) => other?.[n] && isSamePair(pair, other[n]));
  });
}

function isSamePair(one: Element, other: Element): boolean {
  const [mine, its] = [one, other].map(({ content }) => elements(content, MAX_RDNS));
  const [type, value] = mine ?? [];
  const [otherType, otherValue] = its ?? [];
  if (!type || !value || !otherType || !otherValue || !isSameContent(type, otherType)) return false;
  const isAlike = value.tag === otherValue.tag || (ALIKE.has(value.tag) && ALIKE.has(otherValue.tag));
  return isAlike && isSameContent(value, otherValue);
}

function isSameContent(one: Element, other: Element): boolean {
  return Buffer.compare(one.content, other.content) === 0;
}

const COMMON_NAME = '2.5.4.3';
const EMAIL_ADDRESS = '1.2.840.113549.1.9.1';
const HOSTNAME = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)+[a-z0-9-]+$/iu;

/**
 * Names in a subject that constraints apply to as well: its email addresses (RFC 5280 §4.2.1.10), and, in a certificate
 * without a DNS name, the hostname that OpenSSL takes its common name for.
 */
export function namesInSubject(subject: Element, hasDnsName: boolean): GeneralName[] {
  const pairs = elements(subject.content, MAX_RDNS).flatMap(({ content }) => elements(content, MAX_RDNS));
  return pairs.flatMap(({ content }): GeneralName[] => {
    const reader = new DerReader(content);
    const [type, text] = [oidOf(reader.next()), textOf(reader.next()) ?? ''];
    if (type === EMAIL_ADDRESS) return [{ kind: 'email', value: mailbox(text) }];
    if (type === COMMON_NAME && !hasDnsName && HOSTNAME.test(text)) return [{ kind: 'dns', value: text.toLowerCase() }];
    return [];
  });
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

const EVERY = { dns: 'any hostname', email: 'any email address', uri: 'any URI' } as const;
const OTHER_FORMS: Readonly<Record<number, string>> = {
  0: 'a name of another type (otherName)',
  3: 'an X.400 address',
  5: 'an EDI party name',
  8: 'a registered ID',
};
const ATTRIBUTES: readonly [id: string, name: string][] = [
  ['2.5.4.3', 'CN'],
  ['2.5.4.6', 'C'],
  ['2.5.4.7', 'L'],
  ['2.5.4.8', 'ST'],
  ['2.5.4.10', 'O'],
  ['2.5.4.11', 'OU'],
  ['0.9.2342.19200300.100.1.25', 'DC'],
  [EMAIL_ADDRESS, 'emailAddress'],
];

/** For sentences: "example.com", "10.0.0.0/8", "any hostname". */
export function showName(name: GeneralName): string {
  if (name.kind === 'directory') return name.rdns.map(showRdn).join(', ') || 'any directory name';
  if (name.kind === 'other') return OTHER_FORMS[name.tag & 0x1f] ?? `a name of form ${name.tag & 0x1f}`;
  if (name.kind !== 'address') return name.value || EVERY[name.kind];
  const { bytes } = name;
  if (bytes.length === 4 || bytes.length === 16) return ipaddr.fromByteArray([...bytes]).toString();
  const half = bytes.length / 2;
  if (half !== 4 && half !== 16) return `#${hex(bytes)}`;
  const mask = Array.from(bytes.subarray(half), (octet) => octet.toString(2).replaceAll('0', '').length);
  return `${ipaddr.fromByteArray([...bytes.subarray(0, half)]).toString()}/${mask.reduce((sum, ones) => sum + ones, 0)}`;
}

function showRdn(rdn: string): string {
  const known = ATTRIBUTES.find(([id]) => rdn.startsWith(`${id}=`));
  return known ? known[1] + rdn.slice(known[0].length) : rdn;
}
