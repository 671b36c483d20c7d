import type { Answer } from 'dns-packet';
import { isIPv4, isIPv6 } from 'node:net';
import { svcbRdata } from './svcb-rdata.ts';

/** One resource record; `data` as dns-packet encodes it, a Buffer of RDATA for the types it does not know. */
export interface LabRecord {
  name: string;
  /** A dns-packet type name, or `HTTPS`, `SVCB`, `TYPE123`. */
  type: string;
  data: unknown;
  ttl?: number;
}

const DEFAULT_TTL = 60;

/**
 * Reads one line of zone-file text with an absolute owner name (no `$ORIGIN`):
 * `good.test 300 IN TXT "v=spf1 " "-all"`, `good.test CAA 0 issue "ca.example"`,
 * `good.test HTTPS 1 . alpn=h2,h3`, `bad.test CAA \# 3 00c869` (RFC 3597 raw RDATA).
 */
export function parseRecord(line: string): LabRecord {
  const [first, ...rest] = tokenize(line);
  if (!first) throw new Error('empty record');
  let ttl = DEFAULT_TTL;
  while (rest[0] && /^(\d+|IN)$/i.test(rest[0].text) && rest.length > 1) {
    const word = rest.shift()?.text ?? '';
    if (word.toUpperCase() !== 'IN') ttl = Number(word);
  }
  const type = rest.shift()?.text.toUpperCase();
  if (!type) throw new Error(`no record type in "${line}"`);
  const raw = rest[0]?.text === '\\#' && !rest[0].quoted;
  const data = raw ? Buffer.from(texts(rest.slice(2)).join(''), 'hex') : readData(type, rest, line);
  return { name: first.text, type: raw ? genericType(type) : type, data, ttl };
}

interface Token {
  text: string;
  quoted: boolean;
}

function texts(tokens: readonly Token[]): string[] {
  return tokens.map((token) => token.text);
}

function readData(type: string, tokens: readonly Token[], line: string): unknown {
  const word = (index: number): string => {
    const token = tokens[index];
    if (!token) throw new Error(`too few fields in "${line}"`);
    return token.text;
  };
  const number = (index: number): number => Number(word(index));
  switch (type) {
    case 'A':
      if (!isIPv4(word(0))) throw new Error(`"${word(0)}" is not an IPv4 address`);
      return word(0);
    case 'AAAA':
      if (!isIPv6(word(0))) throw new Error(`"${word(0)}" is not an IPv6 address`);
      return word(0);
    case 'NS':
    case 'CNAME':
    case 'DNAME':
    case 'PTR':
      return word(0);
    case 'MX':
      return { preference: number(0), exchange: word(1) };
    case 'TXT':
      return characterStrings(texts(tokens));
    case 'CAA':
      return { flags: number(0), tag: word(1), value: word(2) };
    case 'SOA':
      return {
        mname: word(0),
        rname: word(1),
        serial: number(2),
        refresh: number(3),
        retry: number(4),
        expire: number(5),
        minimum: number(6),
      };
    case 'DS':
      return {
        keyTag: number(0),
        algorithm: number(1),
        digestType: number(2),
        digest: Buffer.from(texts(tokens.slice(3)).join(''), 'hex'),
      };
    case 'DNSKEY':
      return { flags: number(0), algorithm: number(2), key: Buffer.from(texts(tokens.slice(3)).join(''), 'base64') };
    case 'TLSA':
      return {
        usage: number(0),
        selector: number(1),
        matchingType: number(2),
        certificate: Buffer.from(texts(tokens.slice(3)).join(''), 'hex'),
      };
    case 'SRV':
      return { priority: number(0), weight: number(1), port: number(2), target: word(3) };
    case 'HTTPS':
    case 'SVCB':
      return svcbRdata(number(0), word(1), texts(tokens.slice(2)));
    default:
      throw new Error(`cannot parse a ${type} record from text: "${line}"`);
  }
}

/** RFC 1035 §3.3.14: a TXT record is a list of strings of at most 255 bytes each; longer ones are split. */
function characterStrings(strings: readonly string[]): Buffer[] {
  return strings.flatMap((text) => {
    const bytes = Buffer.from(text, 'latin1');
    if (bytes.length <= 255) return [bytes];
    const pieces = [];
    for (let at = 0; at < bytes.length; at += 255) pieces.push(bytes.subarray(at, at + 255));
    return pieces;
  });
}

/** Splits on blanks. `"…"` is one token, `\"` and `\065` are escapes, `;` outside quotes starts a comment. */
function tokenize(line: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /"((?:[^"\\]|\\.)*)"|;.*$|([^\s";]+)/gs;
  for (const match of line.matchAll(pattern)) {
    if (match[1] !== undefined) tokens.push({ text: unescape(match[1]), quoted: true });
    else if (match[2] !== undefined) tokens.push({ text: match[2], quoted: false });
  }
  return tokens;
}

function unescape(text: string): string {
  const bytes = Buffer.from(text, 'utf8').toString('latin1');
  return bytes.replace(/\\(\d{3}|.)/gs, (_all, code: string) =>
    /^\d{3}$/.test(code) ? String.fromCharCode(Number(code)) : code,
  );
}

const TYPE_NUMBERS: Readonly<Record<string, number>> = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  DS: 43,
  DNSKEY: 48,
  NSEC3PARAM: 51,
  TLSA: 52,
  SVCB: 64,
  HTTPS: 65,
  CAA: 257,
};

/** How dns-packet encodes a plain type number with raw RDATA. */
function genericType(type: string): string {
  const number = /^TYPE(\d+)$/.exec(type)?.[1] ?? TYPE_NUMBERS[type];
  if (number === undefined) throw new Error(`unknown record type ${type}`);
  return `UNKNOWN_${number}`;
}

/** dns-packet encodes an unknown type *name* as type 0, so these are given by number. */
function wireType(type: string): string {
  return type === 'HTTPS' || type === 'SVCB' || /^TYPE\d+$/.test(type) ? genericType(type) : type;
}

/** Normalizes both spellings of a type, to compare a question with a record. */
export function typeNumber(type: string): number | string {
  const generic = /^(?:UNKNOWN_|TYPE)(\d+)$/.exec(type)?.[1];
  return generic === undefined ? (TYPE_NUMBERS[type] ?? type) : Number(generic);
}

export function toAnswer(record: LabRecord, owner: string): Answer {
  return {
    name: owner,
    type: wireType(record.type),
    class: 'IN',
    ttl: record.ttl ?? DEFAULT_TTL,
    data: record.data,
  } as Answer;
}
