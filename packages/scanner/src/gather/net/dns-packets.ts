import {
  AUTHENTIC_DATA,
  CHECKING_DISABLED,
  DNSSEC_OK,
  RECURSION_DESIRED,
  encode,
  type Answer,
  type Packet,
  type RecordType,
} from 'dns-packet';
import { readName, readSection, typeName, uint16 } from './dns-records.ts';

/** Maximum number of records read from the answer section. A 64 KiB TCP response could have about 4,000. */
export const MAX_RECORDS = 500;

/** Fits one datagram on every path (DNS flag day 2020). Longer responses use TCP. */
const UDP_PAYLOAD = 1232;

/** RFC 8914: EDNS option 15 says why a resolver failed. */
const EXTENDED_ERROR = 15;

export interface Question {
  name: string;
  type: string;
  dnssec: boolean;
  checkingDisabled: boolean;
  /** Some old servers respond to EDNS with FORMERR (RFC 6891 §7): then the query is repeated without it. */
  edns: boolean;
}

export interface Reply {
  rcode: string;
  truncated: boolean;
  authenticated: boolean;
  answers: Answer[];
  extendedError: { code: number; text: string } | null;
}

/** A name DNS can carry: labels of 1 to 63 octets, 253 in all, printable ASCII. `.` is the root. */
export function isWireName(name: string): boolean {
  const bare = name.endsWith('.') ? name.slice(0, -1) : name;
  if (bare === '') return name === '.';
  return (
    bare.length <= 253 && /^[!-~]+$/u.test(bare) && bare.split('.').every((label) => label !== '' && label.length <= 63)
  );
}

export function encodeQuery(question: Question, id: number): Buffer {
  const packet: Packet = {
    type: 'query',
    id,
    flags:
      RECURSION_DESIRED | (question.dnssec ? AUTHENTIC_DATA : 0) | (question.checkingDisabled ? CHECKING_DISABLED : 0),
    questions: [{ name: question.name, type: question.type as RecordType, class: 'IN' }],
  };
  if (question.edns) {
    packet.additionals = [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: UDP_PAYLOAD,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: question.dnssec ? DNSSEC_OK : 0,
        flag_do: question.dnssec,
        options: [],
      },
    ];
  }
  return encode(packet);
}

const HEADER_OCTETS = 12;
const RESPONSE = 0x8000;
const TRUNCATED = 0x0200;
const RCODES: Readonly<Record<number, string>> = {
  0: 'NOERROR',
  1: 'FORMERR',
  2: 'SERVFAIL',
  3: 'NXDOMAIN',
  4: 'NOTIMP',
  5: 'REFUSED',
  9: 'NOTAUTH',
};

/** Null if the packet is not a response to this query: forged or malformed. */
export function decodeReply(packet: Buffer, question: Question, id: number): Reply | null {
  if (packet.length < HEADER_OCTETS || packet.readUInt16BE(0) !== id) return null;
  const flags = packet.readUInt16BE(2);
  if ((flags & RESPONSE) === 0) return null;
  try {
    const rcode = RCODES[flags & 15] ?? `RCODE_${flags & 15}`;
    const asked = whereAsked(packet, question, rcode);
    if (asked === null) return null;
    const answers = readSection(packet, asked, packet.readUInt16BE(6), MAX_RECORDS);
    const authorities = readSection(packet, answers.end, packet.readUInt16BE(8), 0);
    const { opt } = readSection(packet, authorities.end, packet.readUInt16BE(10), 0);
    return {
      rcode: opt && opt.rcode > 0 ? `EXTENDED_${opt.rcode}` : rcode,
      truncated: (flags & TRUNCATED) !== 0,
      authenticated: (flags & AUTHENTIC_DATA) !== 0,
      answers: answers.records,
      extendedError: opt ? readExtendedError(opt.options) : null,
    };
  } catch {
    return truncatedHeader(flags);
  }
}

/**
 * Position of the answer section, after our own question. FORMERR and similar may omit the question. Any other response
 * must repeat it.
 */
function whereAsked(packet: Buffer, question: Question, rcode: string): number | null {
  const count = packet.readUInt16BE(4);
  if (count === 0) return rcode === 'FORMERR' || rcode === 'NOTIMP' ? HEADER_OCTETS : null;
  const { text, end } = readName(packet, HEADER_OCTETS, new Map());
  const same = bareName(text) === bareName(question.name) && typeName(uint16(packet, end)) === question.type;
  return same && count === 1 ? end + 4 : null;
}

/** A datagram cut in the middle of a record cannot be read; its header still says "ask over TCP". */
function truncatedHeader(flags: number): Reply | null {
  if ((flags & TRUNCATED) === 0) return null;
  return { rcode: 'NOERROR', truncated: true, authenticated: false, answers: [], extendedError: null };
}

/** The first extended error among the EDNS options: code, length, then INFO-CODE and text. */
function readExtendedError(options: Buffer): Reply['extendedError'] {
  for (let at = 0; at + 4 <= options.length; at += 4 + options.readUInt16BE(at + 2)) {
    if (options.readUInt16BE(at) !== EXTENDED_ERROR) continue;
    const data = options.subarray(at + 4, at + 4 + options.readUInt16BE(at + 2));
    return data.length < 2 ? null : { code: data.readUInt16BE(0), text: data.toString('utf8', 2, 202) };
  }
  return null;
}

/** Names compare without case and without the final dot (RFC 4343). */
export function bareName(name: string): string {
  return (name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase();
}
