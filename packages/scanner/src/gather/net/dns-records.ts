import type { Answer } from 'dns-packet';
import ipaddr from 'ipaddr.js';

/** RFC 1035 §3.1: octets of a name with its length bytes, the root's included. */
const MAX_NAME_OCTETS = 255;
/** Pointers followed in one name; honest compression needs one or two, and a packet has room for thousands. */
const MAX_POINTERS = 16;
const CLASS_IN = 1;
const OPT = 41;

/** What a packet holds is not DNS. */
class MalformedPacket extends Error {
  override readonly name = 'MalformedPacket';
}

/** The records of one section, and where the packet goes on behind it. */
export interface Section {
  records: Answer[];
  /** RDATA of the OPT record (RFC 6891), when the section holds one, and its extended RCODE. */
  opt: { rcode: number; options: Buffer } | null;
  end: number;
}

/** Reads at most `most` records of class IN and steps over the rest, so that no packet costs more than those. */
export function readSection(packet: Buffer, start: number, count: number, most: number): Section {
  const section: Section = { records: [], opt: null, end: start };
  const names: Names = new Map();
  for (let index = 0; index < count; index += 1) {
    const owner = section.end;
    const head = skipName(packet, owner);
    const type = uint16(packet, head);
    const klass = uint16(packet, head + 2);
    const data = head + 10;
    section.end = data + uint16(packet, head + 8);
    if (section.end > packet.length) throw new MalformedPacket('a record is cut');
    if (type === OPT) section.opt ??= { rcode: octet(packet, head + 4), options: packet.subarray(data, section.end) };
    else if (klass === CLASS_IN && section.records.length < most) {
      const { text: name } = readName(packet, owner, names);
      section.records.push({
        name,
        ...readData(packet, type, { start: data, end: section.end, names }),
        class: 'IN',
        ttl: packet.readUInt32BE(head + 4),
      } as Answer);
    }
  }
  return section;
}

/** Position of a record's data. */
interface Span {
  start: number;
  end: number;
  names: Names;
}

type ReadData = (packet: Buffer, span: Span) => unknown;

const domainName: ReadData = (packet, { start, names }) => readName(packet, start, names).text;
const rest = (packet: Buffer, from: number, { end }: Span): Buffer => packet.subarray(Math.min(from, end), end);

/** The types a scan asks for, in the shapes of dns-packet; any other comes as its number and bytes. */
const TYPES: ReadonlyMap<number, readonly [name: string, read: ReadData]> = new Map<number, [string, ReadData]>([
  [1, ['A', (packet, span) => bytesOf(packet, span, 4).join('.')]],
  [2, ['NS', domainName]],
  [5, ['CNAME', domainName]],
  [6, ['SOA', domainName]],
  [
    15,
    [
      'MX',
      (packet, { start, names }) => ({
        preference: uint16(packet, start),
        exchange: readName(packet, start + 2, names).text,
      }),
    ],
  ],
  [16, ['TXT', readStrings]],
  [28, ['AAAA', (packet, span) => ipaddr.fromByteArray([...bytesOf(packet, span, 16)]).toString()]],
  [
    43,
    [
      'DS',
      (packet, span) => ({
        keyTag: uint16(packet, span.start),
        algorithm: octet(packet, span.start + 2),
        digestType: octet(packet, span.start + 3),
        digest: rest(packet, span.start + 4, span),
      }),
    ],
  ],
  [
    48,
    [
      'DNSKEY',
      (packet, span) => ({
        flags: uint16(packet, span.start),
        algorithm: octet(packet, span.start + 3),
        key: rest(packet, span.start + 4, span),
      }),
    ],
  ],
  [51, ['NSEC3PARAM', (packet, span) => rest(packet, span.start, span)]],
  [
    52,
    [
      'TLSA',
      (packet, span) => ({
        usage: octet(packet, span.start),
        selector: octet(packet, span.start + 1),
        matchingType: octet(packet, span.start + 2),
        certificate: rest(packet, span.start + 3, span),
      }),
    ],
  ],
  [257, ['CAA', readCaa]],
]);

function readData(packet: Buffer, type: number, span: Span): { type: string; data: unknown } {
  const [name, read] = TYPES.get(type) ?? [];
  if (name === undefined || read === undefined) return { type: typeName(type), data: rest(packet, span.start, span) };
  return { type: name, data: read(packet, span) };
}

/** As in a query: a name from the table above, or `UNKNOWN_65`. */
export function typeName(type: number): string {
  return TYPES.get(type)?.[0] ?? `UNKNOWN_${type}`;
}

/** A TXT record's strings (RFC 1035 §3.3.14); one that is longer than the record ends with it. */
function readStrings(packet: Buffer, span: Span): Buffer[] {
  const strings: Buffer[] = [];
  for (let at = span.start; at < span.end;) {
    const next = at + 1 + octet(packet, at);
    strings.push(packet.subarray(at + 1, Math.min(next, span.end)));
    at = next;
  }
  return strings;
}

/** RFC 8659 §4.1; a tag that is longer than the record shows as one that no CAA record can have. */
function readCaa(packet: Buffer, span: Span): { flags: number; tag: string; value: string } {
  if (span.end - span.start < 2) return { flags: 0, tag: '', value: '' };
  const end = span.start + 2 + octet(packet, span.start + 1);
  const tag = end > span.end ? '' : packet.toString('utf8', span.start + 2, end);
  return { flags: octet(packet, span.start), tag, value: packet.toString('utf8', Math.min(end, span.end), span.end) };
}

function bytesOf(packet: Buffer, { start, end }: Span, length: number): Buffer {
  if (end - start !== length) throw new MalformedPacket(`${end - start} octets in the place of ${length}`);
  return packet.subarray(start, end);
}

interface Name {
  text: string;
  /** On the wire, without compression. */
  octets: number;
  end: number;
}
/** Names of one packet that were read before, by where they begin: most end in the same one. */
export type Names = Map<number, Name>;

/**
 * A name in text, compression followed (RFC 1035 §4.1.4), pointers only backwards. A dot inside a label is escaped:
 * it must not pass for the border between two.
 */
export function readName(packet: Buffer, start: number, names: Names, pointers = 0): Name {
  const known = names.get(start);
  if (known) return known;
  const labels: string[] = [];
  let octets = 1;
  let at = start;
  let tail: Name | null = null;
  for (let length = octet(packet, at); length !== 0; length = octet(packet, at)) {
    if (length >= 0xc0) {
      const target = uint16(packet, at) & 0x3fff;
      if (target >= start || pointers >= MAX_POINTERS) throw new MalformedPacket('a pointer that leads nowhere');
      tail = readName(packet, target, names, pointers + 1);
      break;
    }
    if (length > 63) throw new MalformedPacket('a label of a reserved kind');
    const end = at + 1 + length;
    octets += length + 1;
    if (octets > MAX_NAME_OCTETS || end > packet.length) throw new MalformedPacket('a name without end');
    labels.push(packet.toString('utf8', at + 1, end).replaceAll('.', '\\.'));
    at = end;
  }
  if (tail) octets += tail.octets - 1;
  if (octets > MAX_NAME_OCTETS) throw new MalformedPacket('a name without end');
  if (tail && tail.text !== '.') labels.push(tail.text);
  const name = { text: labels.length === 0 ? '.' : labels.join('.'), octets, end: at + (tail ? 2 : 1) };
  names.set(start, name);
  return name;
}

/** Where the bytes behind a name begin. */
function skipName(packet: Buffer, start: number): number {
  let at = start;
  for (;;) {
    const length = octet(packet, at);
    if (length >= 0xc0) return at + 2;
    if (length > 63) throw new MalformedPacket('a label of a reserved kind');
    at += 1 + length;
    if (length === 0) return at;
  }
}

function octet(packet: Buffer, at: number): number {
  const value = packet[at];
  if (value === undefined) throw new MalformedPacket('the end comes too early');
  return value;
}

export function uint16(packet: Buffer, at: number): number {
  return octet(packet, at) * 256 + octet(packet, at + 1);
}
