import { expect, test } from 'vitest';
import { readSession } from './session.ts';

/** DER of OpenSSL's SSL_SESSION_ASN1 (ssl/ssl_asn1.c), only the parts that a client keeps. */
function session(version: number, id: string, ...fields: [tag: number, der: string][]): Uint8Array {
  const element = (tag: number, hex: string): string =>
    tag.toString(16).padStart(2, '0') + (hex.length / 2).toString(16).padStart(2, '0') + hex;
  const body = [
    element(0x02, '01'),
    element(0x02, version.toString(16).padStart(4, '0')),
    element(0x04, '1301'),
    element(0x04, id),
    element(0x04, 'aabb'),
    ...fields.map(([tag, der]) => element(0xa0 | tag, der)),
  ].join('');
  return Buffer.from(element(0x30, body), 'hex');
}
/** As Node 24.21 returns it, for the name "a.b". */
const wrapped = (der: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from('\0nodejs:tls:session:1\0\0\x03a.b', 'latin1'), der]);
const TICKET: [number, string] = [10, '0403010203'];
const TWO_HOURS: [number, string] = [9, '02021c20'];

test.each([
  ['a ticket of TLS 1.3', session(0x0304, 'ff', TWO_HOURS, TICKET), { ticket: true, lifetime: 7200, earlyData: 0 }],
  ['the same from Node', wrapped(session(0x0304, 'ff', TWO_HOURS, TICKET)), { ticket: true, lifetime: 7200 }],
  // RFC 8446 §4.6.1: max_early_data_size in the ticket's early_data extension.
  ['early data', session(0x0304, 'ff', TICKET, [15, '02024000']), { ticket: true, earlyData: 16_384 }],
  ['an id of TLS 1.2', session(0x0303, 'ff'), { ticket: false, id: true, lifetime: null }],
  [
    'a ticket of TLS 1.2, with the id that OpenSSL gives it',
    session(0x0303, 'ff', TICKET),
    { ticket: true, id: false },
  ],
  ['neither', session(0x0303, ''), { ticket: false, id: false }],
])('%s', (_, der, expected) => {
  expect(readSession(der)).toMatchObject(expected);
});

test('input that is not a session gives null', () => {
  expect(readSession(Buffer.from('3003020101', 'hex'))).toBeNull();
  expect(readSession(Buffer.alloc(0))).toBeNull();
});
