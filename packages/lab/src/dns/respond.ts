import {
  AUTHENTIC_DATA,
  AUTHORITATIVE_ANSWER,
  CHECKING_DISABLED,
  DNSSEC_OK,
  encode,
  RECURSION_AVAILABLE,
  RECURSION_DESIRED,
  TRUNCATED_RESPONSE,
  type Answer,
  type DecodedPacket,
  type OptAnswer,
  type Packet,
} from 'dns-packet';
import { RCODES, type DnsFault, type Rcode } from './fault.ts';
import { canonical, isAtOrBelow, type Zone } from './zone.ts';

export interface Rules {
  /** Names (and all below them) whose answers have the AD bit, as from a validating resolver. `.` is the root's own SOA. */
  authenticated?: readonly string[];
  /** Names (and all below them) that fail validation: SERVFAIL with extended error 6, unless CD is set. */
  bogus?: readonly string[];
  /** Extended DNS error (RFC 8914) per name, added to any answer. */
  extendedErrors?: Readonly<Record<string, { code: number; text?: string }>>;
  /** By `name`, `name TYPE` or `*.name` (everything below). The most specific wins. */
  faults?: Readonly<Record<string, DnsFault>>;
}

export interface Question {
  name: string;
  type: string;
  transport: 'udp' | 'tcp';
  dnssecOk: boolean;
  checkingDisabled: boolean;
}

export type Response = { silent: true } | { silent: false; bytes: Buffer; delayMs: number };

interface Server {
  zone: Zone;
  rules: Rules;
  rotation: Map<string, number>;
  log: Question[];
}

interface Draft {
  rcode: Rcode;
  answers: Answer[];
  authorities: Answer[];
  flags: number;
}

export function respond(query: DecodedPacket, transport: 'udp' | 'tcp', server: Server): Response {
  const asked = query.questions?.[0];
  if (!asked || query.flag_qr) return { silent: true };
  const opt = query.additionals?.find((record): record is OptAnswer => record.type === 'OPT');
  const question: Question = {
    name: canonical(asked.name),
    type: asked.type,
    transport,
    dnssecOk: opt?.flag_do === true,
    checkingDisabled: query.flag_cd,
  };
  server.log.push(question);
  const fault = faultFor(question, server.rules);
  if (fault === 'timeout') return { silent: true };
  if (fault === 'garbage') return { silent: false, bytes: Buffer.from('this is not a DNS message'), delayMs: 0 };
  if (fault === 'truncate-without-tcp' && transport === 'tcp') return { silent: true };

  const draft = draftOf(question, fault, server);
  if (question.dnssecOk || query.flag_ad) draft.flags |= authenticatedFlag(question, draft, server.rules);
  const packet: Packet = {
    type: 'response',
    id: fault === 'wrong-id' ? ((query.id ?? 0) + 1) % 65536 : (query.id ?? 0),
    flags:
      draft.flags |
      AUTHORITATIVE_ANSWER |
      RECURSION_AVAILABLE |
      (query.flag_rd ? RECURSION_DESIRED : 0) |
      (query.flag_cd ? CHECKING_DISABLED : 0) |
      RCODES[draft.rcode],
    questions: fault === 'wrong-question' ? [{ ...asked, name: `other.${asked.name}` }] : [asked],
    answers: draft.answers,
    authorities: draft.authorities,
    additionals: opt ? [optRecord(question, extendedError(question, draft, server.rules))] : [],
  };
  const bytes = encode(packet);
  const room = transport === 'tcp' ? 65_535 : Math.max(512, opt?.udpPayloadSize ?? 512);
  const delayMs = typeof fault === 'object' && 'slowMs' in fault ? fault.slowMs : 0;
  if (fault === 'cut') return { silent: false, bytes: bytes.subarray(0, Math.floor(bytes.length * 0.7)), delayMs };
  const mustTruncate = transport === 'udp' && (fault === 'truncate' || fault === 'truncate-without-tcp');
  if (bytes.length <= room && !mustTruncate) return { silent: false, bytes, delayMs };
  const flags = (packet.flags ?? 0) | TRUNCATED_RESPONSE;
  return { silent: false, bytes: encode({ ...packet, flags, answers: [], authorities: [] }), delayMs };
}

function draftOf(question: Question, fault: DnsFault | undefined, server: Server): Draft {
  const bogus = server.rules.bogus?.some((zone) => isAtOrBelow(question.name, zone)) === true;
  if (bogus && !question.checkingDisabled) return { rcode: 'SERVFAIL', answers: [], authorities: [], flags: 0 };
  if (typeof fault === 'object' && 'rcode' in fault) {
    return { rcode: fault.rcode, answers: [], authorities: [], flags: 0 };
  }
  if (typeof fault === 'object' && 'once' in fault && turnOf(question, server) === 0) {
    return { rcode: fault.once, answers: [], authorities: [], flags: 0 };
  }
  if (typeof fault === 'object' && 'rotate' in fault && (question.type === 'A' || question.type === 'AAAA')) {
    return { rcode: 'NOERROR', answers: rotated(question, fault.rotate, server), authorities: [], flags: 0 };
  }
  return { ...server.zone.lookup(question.name, question.type), flags: 0 };
}

function rotated(question: Question, sets: readonly (readonly string[])[], server: Server): Answer[] {
  const type = question.type as 'A' | 'AAAA';
  return (sets[turnOf(question, server) % sets.length] ?? [])
    .filter((address) => address.includes(':') === (type === 'AAAA'))
    .map((data) => ({ type, name: question.name, class: 'IN', ttl: 0, data }));
}

function turnOf({ name, type }: Question, { rotation }: Server): number {
  const key = `${name} ${type}`;
  const turn = rotation.get(key) ?? 0;
  rotation.set(key, turn + 1);
  return turn;
}

/** RFC 6840 §5.8: only for clients that set DO or AD. Every link of an alias chain must be signed. */
function authenticatedFlag(question: Question, draft: Draft, rules: Rules): number {
  const zones = rules.authenticated ?? [];
  const owners = [question.name, ...draft.answers.map((answer) => answer.name)];
  const secure = owners.every((owner) => zones.some((zone) => isAtOrBelow(owner, zone)));
  return secure && draft.rcode !== 'SERVFAIL' && !question.checkingDisabled ? AUTHENTIC_DATA : 0;
}

function faultFor({ name, type }: Question, rules: Rules): DnsFault | undefined {
  const faults = rules.faults;
  if (!faults) return undefined;
  const exact = faults[`${name} ${type}`] ?? faults[name];
  if (exact) return exact;
  const labels = name.split('.');
  for (let cut = 1; cut < labels.length; cut++) {
    const parent = `*.${labels.slice(cut).join('.')}`;
    const fault = faults[`${parent} ${type}`] ?? faults[parent];
    if (fault) return fault;
  }
  return undefined;
}

function extendedError(question: Question, draft: Draft, rules: Rules): { code: number; text?: string } | undefined {
  const chosen = rules.extendedErrors?.[question.name];
  if (chosen) return chosen;
  const bogus = rules.bogus?.some((zone) => isAtOrBelow(question.name, zone)) === true;
  return bogus && draft.rcode === 'SERVFAIL' ? { code: 6, text: 'DNSSEC Bogus' } : undefined;
}

function optRecord(question: Question, error: { code: number; text?: string } | undefined): Answer {
  const info =
    error && Buffer.concat([Buffer.from([error.code >> 8, error.code & 255]), Buffer.from(error.text ?? '')]);
  return {
    type: 'OPT',
    name: '.',
    udpPayloadSize: 1232,
    extendedRcode: 0,
    ednsVersion: 0,
    flags: question.dnssecOk ? DNSSEC_OK : 0,
    flag_do: question.dnssecOk,
    options: info ? [{ code: 15 as never, data: info }] : [],
  };
}
