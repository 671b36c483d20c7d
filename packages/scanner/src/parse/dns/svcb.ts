import type { HttpsRecord } from '../../evidence/dns.ts';
import { isEchConfigList } from './ech-configs.ts';

/** RFC 9460 §14.3.2 */
const MANDATORY = 0;
const ALPN = 1;
const NO_DEFAULT_ALPN = 2;
const PORT = 3;
const IPV4HINT = 4;
const ECH = 5;
const IPV6HINT = 6;
/** The keys that browsers know. */
const BROWSER_KEYS: ReadonlySet<number> = new Set([ALPN, NO_DEFAULT_ALPN, PORT, IPV4HINT, ECH, IPV6HINT]);

/** RFC 9460 §9.1: another port than 443 has records of its own, which browsers ask for instead of the host's. */
export function serviceName(host: string, port: number): string {
  return port === 443 ? host : `_${port}._https.${host}`;
}

/** The records that a browser can use: it rejects all if one is malformed (RFC 9460 §2.2) or an alias (§2.4.1). */
export function usableRecords(records: readonly HttpsRecord[]): HttpsRecord[] {
  if (records.some(({ malformed, priority }) => malformed || priority === 0)) return [];
  return records.filter(({ required }) => required.length === 0);
}

/** Parses the RDATA of an HTTPS or SVCB record (RFC 9460 §2.2). Malformed bytes set `malformed` and never throw. */
export function parseSvcb(rdata: Uint8Array): HttpsRecord {
  const record: HttpsRecord = {
    priority: 0,
    target: '.',
    alpn: [],
    port: null,
    ipv4hint: [],
    ipv6hint: [],
    ech: false,
    ech_malformed: false,
    required: [],
    malformed: false,
  };
  const view = new DataView(rdata.buffer, rdata.byteOffset, rdata.byteLength);
  try {
    record.priority = view.getUint16(0);
    const name = readName(rdata, 2);
    record.target = name.text;
    let at = name.end;
    let previous = -1;
    const params = new Map<number, Uint8Array>();
    while (at < rdata.length) {
      const key = view.getUint16(at);
      const end = at + 4 + view.getUint16(at + 2);
      if (end > rdata.length || key <= previous) throw new RangeError('bad SvcParam');
      const value = rdata.subarray(at + 4, end);
      readParam(record, key, value);
      params.set(key, value);
      previous = key;
      at = end;
    }
    // In alias mode (priority 0), parameters mean nothing (§2.4.2).
    if (record.priority !== 0) {
      if (contradicts(params)) record.malformed = true;
      else record.required = keysOf(params.get(MANDATORY)).filter((key) => !BROWSER_KEYS.has(key));
    }
  } catch {
    record.malformed = true;
  }
  return record;
}

/** `mandatory` lists what the record lacks (§8), or `no-default-alpn` leaves no protocol (§7.1.1). */
function contradicts(params: ReadonlyMap<number, Uint8Array>): boolean {
  if (params.has(NO_DEFAULT_ALPN) && !params.has(ALPN)) return true;
  const mandatory = params.get(MANDATORY);
  if (mandatory === undefined) return false;
  if (mandatory.length === 0 || mandatory.length % 2 !== 0) return true;
  const keys = keysOf(mandatory);
  // Ascending, and without `mandatory` itself, which is 0.
  return keys.some((key, index) => !params.has(key) || key <= (keys[index - 1] ?? MANDATORY));
}

function keysOf(mandatory: Uint8Array = new Uint8Array()): number[] {
  const view = new DataView(mandatory.buffer, mandatory.byteOffset, mandatory.byteLength);
  return Array.from({ length: mandatory.length / 2 }, (_, index) => view.getUint16(index * 2));
}

function readParam(record: HttpsRecord, key: number, value: Uint8Array): void {
  switch (key) {
    case ALPN:
      if (value.length === 0) throw new RangeError('no alpn');
      for (let at = 0; at < value.length;) {
        const end = at + 1 + (value[at] ?? 0);
        if (end > value.length || end === at + 1) throw new RangeError('bad alpn');
        record.alpn.push(printable(value.subarray(at + 1, end)));
        at = end;
      }
      return;
    case NO_DEFAULT_ALPN:
      // §7.1.1
      if (value.length !== 0) throw new RangeError('no-default-alpn with a value');
      return;
    case PORT:
      if (value.length !== 2) throw new RangeError('bad port');
      record.port = (value[0] ?? 0) * 256 + (value[1] ?? 0);
      return;
    case IPV4HINT:
      record.ipv4hint = chunks(value, 4).map((bytes) => [...bytes].join('.'));
      return;
    case IPV6HINT:
      record.ipv6hint = chunks(value, 16).map(ipv6Text);
      return;
    case ECH:
      record.ech = true;
      record.ech_malformed = !isEchConfigList(value);
  }
}

function chunks(value: Uint8Array, size: number): Uint8Array[] {
  if (value.length === 0 || value.length % size !== 0) throw new RangeError('bad address hint');
  return Array.from({ length: value.length / size }, (_, index) => value.subarray(index * size, (index + 1) * size));
}

function ipv6Text(bytes: Uint8Array): string {
  return chunks(bytes, 2)
    .map((pair) => ((pair[0] ?? 0) * 256 + (pair[1] ?? 0)).toString(16))
    .join(':');
}

/** RFC 9460 §2.2: the target name is not compressed. */
function readName(bytes: Uint8Array, start: number): { text: string; end: number } {
  const labels: string[] = [];
  let at = start;
  for (;;) {
    const length = bytes[at];
    if (length === undefined || length > 63) throw new RangeError('bad name');
    at += 1;
    if (length === 0) break;
    if (at + length > bytes.length || at - start > 255) throw new RangeError('bad name');
    labels.push(printable(bytes.subarray(at, at + length)).toLowerCase());
    at += length;
  }
  return { text: labels.length === 0 ? '.' : labels.join('.'), end: at };
}

function printable(bytes: Uint8Array): string {
  return [...bytes]
    .map((byte) => (byte >= 0x21 && byte <= 0x7e ? String.fromCharCode(byte) : `\\${String(byte).padStart(3, '0')}`))
    .join('');
}
