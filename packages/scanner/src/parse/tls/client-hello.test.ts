import { describe, expect, it } from 'vitest';
import { buildClientHello, VERSION, type ClientHello } from './client-hello.ts';
import { ByteReader } from './tls-bytes.ts';

const RANDOM = Uint8Array.from({ length: 64 }, (_, at) => at);
const ASKED: ClientHello = { version: VERSION.tls12, suites: [0xc02f, 0x002f], groups: [0x1d], serverName: 'a.test' };

/** Takes a hello apart as a server does; every length must come out even. */
function dissect(hello: ClientHello) {
  const record = new ByteReader(buildClientHello(hello, RANDOM));
  expect(record.uint(1)).toBe(22);
  const recordVersion = record.uint(2);
  const handshake = new ByteReader(record.vector(2));
  expect(record.left).toBe(0);
  expect(handshake.uint(1)).toBe(1);
  const body = new ByteReader(handshake.vector(3));
  expect(handshake.left).toBe(0);
  const version = body.uint(2);
  expect([...body.take(32)]).toEqual([...RANDOM.subarray(0, 32)]);
  const sessionId = body.vector(1);
  const suites = numbers(body.vector(2));
  const compression = [...body.vector(1)];
  const extensions = new Map<number, Uint8Array>();
  if (body.left > 0) {
    const list = new ByteReader(body.vector(2));
    while (list.left > 0) extensions.set(list.uint(2), list.vector(2));
  }
  expect(body.left).toBe(0);
  return { recordVersion, version, sessionId, suites, compression, extensions };
}

function numbers(bytes: Uint8Array): number[] {
  const reader = new ByteReader(bytes);
  const list: number[] = [];
  while (reader.left > 0) list.push(reader.uint(2));
  return list;
}

describe('a ClientHello', () => {
  it('of TLS 1.2 asks for everything that is answered in clear', () => {
    const { recordVersion, version, suites, compression, extensions, sessionId } = dissect(ASKED);
    expect([recordVersion, version, sessionId.length]).toEqual([VERSION.tls10, VERSION.tls12, 0]);
    expect(suites).toEqual([0xc02f, 0x002f, 0x00ff]);
    expect(compression).toEqual([0]);
    expect([...extensions.keys()].toSorted((a, b) => a - b)).toEqual([0, 5, 10, 11, 13, 18, 23, 0xff01]);
    expect(Buffer.from(extensions.get(0) ?? []).toString('latin1')).toContain('a.test');
  });

  it('of TLS 1.3 offers that version alone, with an empty key_share', () => {
    const { version, extensions, sessionId, suites } = dissect({ ...ASKED, version: VERSION.tls13, suites: [0x1301] });
    expect([version, sessionId.length]).toEqual([VERSION.tls12, 32]);
    expect(suites).toEqual([0x1301]);
    expect([...(extensions.get(43) ?? [])]).toEqual([2, 3, 4]);
    expect([...(extensions.get(51) ?? [])]).toEqual([0, 0]);
  });

  it('of SSL 3.0 carries no extensions', () => {
    const { recordVersion, version, extensions } = dissect({ ...ASKED, version: VERSION.ssl3 });
    expect([recordVersion, version, extensions.size]).toEqual([VERSION.ssl3, VERSION.ssl3, 0]);
  });

  it('of TLS 1.1 names no signature schemes', () => {
    expect(dissect({ ...ASKED, version: VERSION.tls11 }).extensions.has(13)).toBe(false);
  });

  it('names no server for an address, and offers DEFLATE and ALPN if asked to', () => {
    const { extensions, compression } = dissect({ ...ASKED, serverName: null, deflate: true, alpn: ['h2'] });
    expect(extensions.has(0)).toBe(false);
    expect(compression).toEqual([1, 0]);
    expect([...(extensions.get(16) ?? [])]).toEqual([0, 3, 2, 0x68, 0x32]);
  });

  it('fits one TCP segment even with 64 suites and every group', () => {
    const suites = Array.from({ length: 64 }, (_, at) => at + 1);
    const groups = Array.from({ length: 40 }, (_, at) => at + 1);
    expect(buildClientHello({ ...ASKED, suites, groups }, RANDOM).length).toBeLessThan(1200);
  });
});
