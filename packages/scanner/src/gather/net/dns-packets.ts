import {
  AUTHENTIC_DATA,
  CHECKING_DISABLED,
  DNSSEC_OK,
  RECURSION_DESIRED,
  decode,
  encode,
  type Answer,
  type DecodedPacket,
  type Packet,
  type RecordType,
} from 'dns-packet';

/** Records kept of one section; 64 KiB of TCP answer could carry some 4,000. */
export const MAX_RECORDS = 500;

/** Fits one datagram on every path (DNS flag day 2020); longer answers come over TCP. */
const UDP_PAYLOAD = 1232;

/** RFC 8914: EDNS option 15 says why a resolver failed. */
const EXTENDED_ERROR = 15;

export interface Question {
  name: string;
  type: string;
  dnssec: boolean;
  checkingDisabled: boolean;
  /** Some old servers answer FORMERR to EDNS (RFC 6891 §7): then the question is asked without. */
  edns: boolean;
}

export interface Reply {
  rcode: string;
  truncated: boolean;
  authenticated: boolean;
  answers: Answer[];
  authorities: Answer[];
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

/** Null when the packet is not an answer to this very question: a forgery, or garbage. */
export function decodeReply(packet: Buffer, question: Question, id: number): Reply | null {
  let decoded: DecodedPacket & { rcode?: string };
  try {
    decoded = decode(packet);
  } catch {
    return truncatedHeader(packet, id);
  }
  if (!decoded.flag_qr || decoded.id !== id || !asksTheSame(decoded, question)) return null;
  const opt = decoded.additionals?.find((record) => record.type === 'OPT');
  return {
    rcode: opt && opt.extendedRcode > 0 ? `EXTENDED_${opt.extendedRcode}` : (decoded.rcode ?? 'UNKNOWN'),
    truncated: decoded.flag_tc,
    authenticated: decoded.flag_ad,
    answers: (decoded.answers ?? []).slice(0, MAX_RECORDS),
    authorities: (decoded.authorities ?? []).slice(0, MAX_RECORDS),
    extendedError: opt ? readExtendedError(opt.options) : null,
  };
}

/** FORMERR and the like may come back without the question; anything else must repeat it. */
function asksTheSame(decoded: DecodedPacket & { rcode?: string }, question: Question): boolean {
  const [asked, ...more] = decoded.questions ?? [];
  if (!asked) return decoded.rcode === 'FORMERR' || decoded.rcode === 'NOTIMP';
  if (more.length > 0) return false;
  return bareName(asked.name) === bareName(question.name) && asked.type === question.type;
}

/** A datagram cut in the middle of a record does not decode; its header still says "ask over TCP". */
function truncatedHeader(packet: Buffer, id: number): Reply | null {
  if (packet.length < 12 || packet.readUInt16BE(0) !== id || (packet.readUInt16BE(2) & 0x8200) !== 0x8200) return null;
  return { rcode: 'NOERROR', truncated: true, authenticated: false, answers: [], authorities: [], extendedError: null };
}

function readExtendedError(options: readonly { code?: number; data?: Buffer | undefined }[]): Reply['extendedError'] {
  const data = options.find((option) => option.code === EXTENDED_ERROR)?.data;
  if (!data || data.length < 2) return null;
  return { code: data.readUInt16BE(0), text: data.toString('utf8', 2, 202) };
}

/** Names compare without case and without the final dot (RFC 4343). */
export function bareName(name: string): string {
  return (name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase();
}
