import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readKeyExchange, ServerFlightReader, type ServerFlight } from './server-hello.ts';

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));
const u24 = (length: number): string => length.toString(16).padStart(6, '0');
const message = (type: string, body: string): string => `${type}${u24(body.length / 2)}${body}`;
const record = (type: string, body: string): string => `${type}0303${u24(body.length / 2).slice(2)}${body}`;

const RANDOM = '11'.repeat(32);
const EXTENSIONS = '0009 ff01 0001 00 0017 0000'.replaceAll(' ', '');
const SERVER_HELLO = message('02', `0303${RANDOM}00c02f00${EXTENSIONS}`);
const CERTIFICATE = message('0b', `00000b 000003 aabbcc 000002 ddee`.replaceAll(' ', ''));
const KEY_EXCHANGE = message('0c', '03001d0101');
const DONE = message('0e', '');
const FLIGHT = SERVER_HELLO + CERTIFICATE + KEY_EXCHANGE + DONE;
const HELLO_RETRY = message(
  '02',
  `0303 cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c 00 1302 00 000c 002b 0002 0304 0033 0002 11ec`.replaceAll(
    ' ',
    '',
  ),
);

function readAll(bytes: Uint8Array, sizes: number[] = []): { flight: ServerFlight; done: boolean } {
  const reader = new ServerFlightReader();
  let done = false;
  let at = 0;
  for (const size of sizes) {
    done = reader.push(bytes.subarray(at, at + size)) || done;
    at += size;
  }
  if (at < bytes.length) done = reader.push(bytes.subarray(at)) || done;
  return { flight: reader.flight, done };
}

describe('the first flight of a server', () => {
  it('is read in clear up to TLS 1.2', () => {
    const { flight, done } = readAll(hex(record('16', FLIGHT)));
    expect(done).toBe(true);
    expect(flight.hello).toMatchObject({
      version: 0x0303,
      suite: 0xc02f,
      compression: 0,
      secureRenegotiation: true,
      extendedMasterSecret: true,
    });
    expect(flight.certificates.map((der) => Buffer.from(der).toString('hex'))).toEqual(['aabbcc', 'ddee']);
    expect(flight.malformed).toBeNull();
  });

  it('is a HelloRetryRequest in TLS 1.3, with version and group', () => {
    const { flight, done } = readAll(hex(record('16', HELLO_RETRY)));
    expect(done).toBe(true);
    expect(flight.hello).toMatchObject({ version: 0x0304, suite: 0x1302, group: 0x11ec });
  });

  it('a renegotiation_info that is not empty is no secure renegotiation (RFC 5746 §3.4)', () => {
    const verified = FLIGHT.replace('ff01000100', 'ff0100010c');
    expect(readAll(hex(record('16', FLIGHT))).flight.hello?.secureRenegotiation).toBe(true);
    expect(readAll(hex(record('16', verified))).flight.hello?.secureRenegotiation).toBe(false);
  });

  it('may begin with a warning, which is not the answer', () => {
    const { flight } = readAll(hex(record('15', '0170') + record('16', FLIGHT)));
    expect(flight).toMatchObject({ warnings: [112], alert: null, hello: { suite: 0xc02f } });
  });

  it.each([
    ['fatal alert', record('15', '0228'), { alert: 40 }],
    ['close_notify', record('15', '0100'), { alert: 0 }],
    ['HTTP', Buffer.from('HTTP/1.1 400 Bad Request').toString('hex'), { notTls: true }],
    ['a heartbeat before the ServerHello', record('18', '010003'), { malformed: expect.any(String) }],
    [
      'ChangeCipherSpec before it, which is ignored',
      record('14', '01') + record('16', FLIGHT),
      { malformed: null, hello: { suite: 0xc02f } },
    ],
    ['a message before the ServerHello', record('16', CERTIFICATE), { malformed: expect.any(String) }],
    ['a record that is too long', '160303ffff', { malformed: expect.any(String) }],
    ['a message of sixteen megabytes', record('16', '02ffffff'), { malformed: expect.any(String) }],
    ['warnings without end', record('15', '0170').repeat(20), { malformed: expect.any(String) }],
    [
      'a vector longer than its message',
      record('16', message('02', `0303${RANDOM}ff`)),
      { malformed: expect.any(String) },
    ],
    ['TLS, then something else', record('15', '0170') + '474554', { malformed: expect.any(String), notTls: false }],
  ])('ends at: %s', (_name, bytes, expected) => {
    const { flight, done } = readAll(hex(bytes));
    expect(done).toBe(true);
    expect(flight).toMatchObject(expected);
  });

  it('reads the same however it is divided into records and segments', () => {
    const whole = readAll(hex(record('16', FLIGHT)));
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 });
    fc.assert(
      fc.property(sizes, sizes, (recordSizes, segmentSizes) => {
        let at = 0;
        let bytes = '';
        for (const size of recordSizes) {
          if (at >= FLIGHT.length) break;
          bytes += record('16', FLIGHT.slice(at, at + size * 2));
          at += size * 2;
        }
        if (at < FLIGHT.length) bytes += record('16', FLIGHT.slice(at));
        const read = readAll(hex(bytes), segmentSizes);
        expect(read).toEqual(readAll(hex(bytes)));
        // The division into records is all that this says.
        expect({ ...read, flight: { ...read.flight, helloAlone: false } }).toEqual(whole);
      }),
    );
  });

  it('never throws, whatever comes', () => {
    const pushes = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 20 });
    const afterHeader = fc
      .uint8Array({ maxLength: 60 })
      .map((body) => hex(record('16', Buffer.from(body).toString('hex'))));
    fc.assert(
      fc.property(fc.oneof(pushes, fc.array(afterHeader, { maxLength: 10 })), (chunks) => {
        const reader = new ServerFlightReader();
        for (const chunk of chunks) reader.push(chunk);
      }),
    );
  });

  it('takes a quarter of a megabyte in single bytes', () => {
    const certificates = message('0b', `${u24(190_003)}${u24(190_000)}${'ab'.repeat(190_000)}`);
    const messages = SERVER_HELLO + certificates + DONE;
    let bytes = '';
    for (let at = 0; at < messages.length; at += 60) bytes += record('16', messages.slice(at, at + 60));
    const reader = new ServerFlightReader();
    let done = false;
    for (const byte of hex(bytes)) done = reader.push(Uint8Array.of(byte));
    expect(done).toBe(true);
    expect(reader.flight.certificates[0]).toHaveLength(190_000);
  });

  it.each([
    ['empty records', record('16', '')],
    ['warning alerts', record('15', '0170')],
    ['HelloRequests', record('16', message('00', ''))],
    ['HelloRequests', record('16', message('00', '').repeat(100))],
    ['ChangeCipherSpecs', record('14', '01')],
    ['records', record('16', '02')],
  ])('gives up on endless %s', (what, piece) => {
    const reader = new ServerFlightReader();
    // Of a message of 131,586 bytes: it never ends.
    if (what === 'records') reader.push(hex(record('16', '02020202')));
    const rounds = what === 'records' ? 8_000 : 9;
    for (let round = 0; round < rounds; round += 1) reader.push(hex(piece));
    expect(reader.flight.malformed).toBe(`endless ${what}`);
  });
});

describe('ServerKeyExchange', () => {
  const dhe = (prime: string): Uint8Array => hex(`${u24(prime.length / 2).slice(2)}${prime}0001020001ff`);
  it.each([
    ['a named curve', hex('03001d20'), 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', { group: 0x1d }],
    ['explicit curve parameters', hex('0100'), 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', null],
    ['1024 bits', dhe('80'.padEnd(256, '0')), 'TLS_DHE_RSA_WITH_AES_128_CBC_SHA', { dhBits: 1024 }],
    ['1023 bits', dhe('7f'.padEnd(256, '0')), 'TLS_DHE_RSA_WITH_AES_128_CBC_SHA', { dhBits: 1023 }],
    ['leading zeros', dhe('00'.padEnd(258, '8')), 'TLS_DHE_RSA_WITH_AES_128_CBC_SHA', { dhBits: 1024 }],
    ['a prime of nothing', dhe('0000'), 'TLS_DHE_RSA_WITH_AES_128_CBC_SHA', { dhBits: 0 }],
    ['a broken message', hex('ffff'), 'TLS_DHE_RSA_WITH_AES_128_CBC_SHA', null],
    ['static RSA', hex('0000'), 'TLS_RSA_WITH_AES_128_CBC_SHA', null],
  ])('%s', (_name, body, suite, expected) => {
    const read = readKeyExchange(body, suite);
    if (expected === null) expect(read).toBeNull();
    else expect(read).toMatchObject(expected);
    if (read && 'modulus' in read) expect(read.modulus[0]).not.toBe(0);
  });
});
