/** The bytes are not DER, or not what the grammar wants at this place. */
export class MalformedDer extends Error {
  override readonly name = 'MalformedDer';
}

/** Tags of X.690 §8.1.2 as one octet, class and form included. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  enumerated: 0x0a,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

export interface Element {
  tag: number;
  /** Tag, length and content. */
  whole: Uint8Array;
  content: Uint8Array;
}

/** `[n]` of a constructed or a primitive value. */
export const explicit = (n: number): number => 0xa0 | n;
export const implicit = (n: number): number => 0x80 | n;

/**
 * Reads DER elements one after the other, each in constant time, and nothing below it until it is needed:
 * a certificate of 100 kB costs only what is read of it. Lengths are definite, tags are one octet.
 */
export class DerReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  next(): Element {
    const start = this.#at;
    const tag = this.#octet();
    if ((tag & 0x1f) === 0x1f) throw new MalformedDer('a tag of more than one octet');
    const first = this.#octet();
    let length = first;
    if (first >= 0x80) {
      const octets = first & 0x7f;
      if (octets === 0 || octets > 4) throw new MalformedDer('a length that is not definite, or of over 4 octets');
      length = 0;
      for (let n = 0; n < octets; n += 1) length = length * 256 + this.#octet();
    }
    if (length > this.left) throw new MalformedDer(`${length} octets announced, ${this.left} left`);
    const from = this.#at;
    this.#at += length;
    return { tag, whole: this.#bytes.subarray(start, this.#at), content: this.#bytes.subarray(from, this.#at) };
  }

  /** The next element, which must have this tag. */
  take(tag: number): Element {
    const element = this.next();
    if (element.tag !== tag) throw new MalformedDer(`tag ${element.tag} in the place of ${tag}`);
    return element;
  }

  /** The next element if it has this tag. */
  optional(tag: number): Element | null {
    return this.left > 0 && this.#bytes[this.#at] === tag ? this.next() : null;
  }

  /** Reads what is inside the next element. */
  enter(tag: number): DerReader {
    return new DerReader(this.take(tag).content);
  }

  #octet(): number {
    const octet = this.#bytes[this.#at];
    if (octet === undefined) throw new MalformedDer('the end comes too early');
    this.#at += 1;
    return octet;
  }
}

/** More elements than any certificate has. */
const MAX_ELEMENTS = 100_000;

/**
 * Whether each length in the tree is written as short as it can be (X.690 §10.1), which BoringSSL and mozilla::pkix insist on and
 * OpenSSL does not. What a primitive element wraps is not looked into. Throws where the tree cannot be read.
 */
export function hasShortestLengths(bytes: Uint8Array): boolean {
  const open = [bytes];
  let seen = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const reader = new DerReader(next);
    while (reader.left > 0) {
      if ((seen += 1) > MAX_ELEMENTS) throw new MalformedDer('elements without end');
      const element = reader.next();
      if (!hasShortestHead(element)) return false;
      if ((element.tag & 0x20) !== 0) open.push(element.content);
    }
  }
  return true;
}

/** Octet by octet. */
export function isSame(one: Element, other: Element): boolean {
  return Buffer.compare(one.whole, other.whole) === 0;
}

/** The same of one element, whatever is in it. */
export function hasShortestHead({ whole, content: { length } }: Element): boolean {
  return whole.length === length + (length < 0x80 ? 2 : 2 + Math.ceil((32 - Math.clz32(length)) / 8));
}

/** Every element in `bytes`, at most so many. */
export function elements(bytes: Uint8Array, most: number): Element[] {
  const reader = new DerReader(bytes);
  const found: Element[] = [];
  while (reader.left > 0 && found.length < most) found.push(reader.next());
  return found;
}

/** Longer ones are not registered names; decoding them would take quadratic time. */
const MAX_OID_OCTETS = 64;

/** Dotted form (X.690 §8.19); of one that is too long for it, how it begins and how long it is. */
export function oidOf({ tag, content }: Element): string {
  if (tag !== TAG.oid) throw new MalformedDer('no OID');
  if (content.length > MAX_OID_OCTETS) return `#${hexOf(content.subarray(0, 16))}… (${content.length} octets)`;
  // Browsers compare the octets: what breaks X.690 §8.19 equals no OID.
  if (!isWellFormed(content)) return `#${hexOf(content)}`;
  const arcs: bigint[] = [];
  let arc = 0n;
  for (const octet of content) {
    arc = arc * 128n + BigInt(octet & 0x7f);
    if (octet >= 0x80) continue;
    if (arcs.length === 0) {
      const first = arc < 80n ? arc / 40n : 2n;
      arcs.push(first, arc - first * 40n);
    } else arcs.push(arc);
    arc = 0n;
  }
  return arcs.join('.');
}

/** The last octet of each arc has its first bit clear, and no arc begins with zeros. */
function isWellFormed(content: Uint8Array): boolean {
  if ((content.at(-1) ?? 0x80) >= 0x80) return false;
  return content.every((octet, at) => octet !== 0x80 || (content[at - 1] ?? 0) >= 0x80);
}

function hexOf(octets: Uint8Array): string {
  return Array.from(octets, (octet) => octet.toString(16).padStart(2, '0')).join('');
}

/** The octets of a BIT STRING whose bits fill them. */
export function bitString({ tag, content }: Element): Uint8Array {
  if (tag !== TAG.bitString || content.length === 0) throw new MalformedDer('no bit string');
  return content.subarray(1);
}

/** Upper-case hexadecimal of an INTEGER, without leading zero octets. */
export function integerHex({ tag, content }: Element): string {
  if (tag !== TAG.integer) throw new MalformedDer('no integer');
  return Array.from(content, (octet) => octet.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
    .replace(/^(?:00)+(?=.)/u, '');
}

/** UTCTime or GeneralizedTime (RFC 5280 §4.1.2.5); also without seconds and with a zone, as old authorities wrote. */
export function timeOf({ tag, content }: Element): Date {
  const text = String.fromCharCode(...content.subarray(0, 32));
  const pattern = tag === TAG.utcTime ? UTC_TIME : tag === TAG.generalizedTime ? GENERALIZED_TIME : null;
  const found = pattern?.exec(text);
  if (!found) throw new MalformedDer('no time');
  const [, digits = '', month, day, hour, minute, second = '0', sign, zoneHours = '0', zoneMinutes = '0'] = found;
  // RFC 5280 §4.1.2.5.1: two digits from 50 on are of the twentieth century.
  const year = Number(digits) + (digits.length === 4 ? 0 : Number(digits) >= 50 ? 1900 : 2000);
  const date = new Date(0);
  date.setUTCFullYear(year, Number(month) - 1, Number(day));
  const isOnClock = Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;
  if (date.getUTCMonth() + 1 !== Number(month) || date.getUTCDate() !== Number(day) || !isOnClock)
    throw new MalformedDer('a time that no calendar or clock has');
  const east = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? -1 : 1);
  date.setUTCHours(Number(hour), Number(minute) - east, Number(second));
  return date;
}

/** To the second and in Universal Time, as RFC 5280 §4.1.2.5 wants it of certificates. */
export function isPlainTime({ tag, content }: Element): boolean {
  const digits = tag === TAG.utcTime ? 12 : 14;
  return content.length === digits + 1 && /^\d+Z$/u.test(String.fromCharCode(...content));
}

/** The second 60, which a minute rarely has, and which Firefox and OpenSSL do not read. */
export function isLeapSecond({ tag, content }: Element): boolean {
  const at = tag === TAG.utcTime ? 10 : 12;
  return String.fromCharCode(...content.subarray(at, at + 2)) === '60';
}

const REST = '(\\d\\d)(\\d\\d)(\\d\\d)(\\d\\d)(\\d\\d)?(?:[.,]\\d{1,9})?(?:Z|([+-])(\\d\\d)(\\d\\d))?$';
const UTC_TIME = new RegExp(`^(\\d\\d)${REST}`, 'u');
const GENERALIZED_TIME = new RegExp(`^(\\d{4})${REST}`, 'u');

/** A character string of any of ASN.1's kinds; null for what is none. */
export function textOf({ tag, content }: Element): string | null {
  switch (tag) {
    case 0x0c:
      return new TextDecoder('utf-8').decode(content);
    case 0x1e:
      return new TextDecoder('utf-16be').decode(content);
    case 0x1c:
      return universal(content);
    // Numeric, Printable, Teletex, IA5, Visible, General: what is above ASCII is written as latin-1 in practice.
    case 0x12:
    case 0x13:
    case 0x14:
    case 0x16:
    case 0x1a:
    case 0x1b:
      return latin1(content);
    default:
      return null;
  }
}

export function latin1(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

function universal(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = '';
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at);
    text += code > 0x10ffff ? '\uFFFD' : String.fromCodePoint(code);
  }
  return text;
}
