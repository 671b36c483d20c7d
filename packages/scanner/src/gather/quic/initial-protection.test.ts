import { expect, it } from 'vitest';
import { readQuicPackets } from '../../parse/quic/quic-packets.ts';
import { InitialFrames } from '../../parse/quic/initial-frames.ts';
import { initialKeys, protect, retryTag, unprotect } from './initial-protection.ts';

/** RFC 9001 appendix A. */
const DCID = Buffer.from('8394c8f03e515708', 'hex');
const CLIENT_HELLO =
  '060040f1010000ed0303ebf8fa56f12939b9584a3896472ec40bb863cfd3e86804fe3a47f06a2b69484c00000413011302010000c000000010000e00000b6578616d706c652e636f6dff01000100000a00080006001d0017001800100007000504616c706e000500050100000000003300260024001d00209370b2c9caa47fbabaf4559fedba753de171fa71f50f1ce15d43e994ec74d748002b0003020304000d0010000e0403050306030203080408050806002d00020101001c00024001003900320408ffffffffffffffff05048000ffff07048000ffff0801100104800075300901100f088394c8f03e51570806048000ffff';
const SERVER_INITIAL =
  'cf000000010008f067a5502a4262b5004075c0d95a482cd0991cd25b0aac406a5816b6394100f37a1c69797554780bb38cc5a99f5ede4cf73c3ec2493a1839b3dbcba3f6ea46c5b7684df3548e7ddeb9c3bf9c73cc3f3bded74b562bfb19fb84022f8ef4cdd93795d77d06edbb7aaf2f58891850abbdca3d20398c276456cbc42158407dd074ee';
const RETRY = 'ff000000010008f067a5502a4262b5746f6b656e04a265ba2eff4d829058fb3f0f2496ba';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

it('A.1: keys come out of the first connection ID', () => {
  const { client, server } = initialKeys(DCID);
  expect([client.key, client.iv, client.hp].map(hex)).toEqual([
    '1f369613dd76d5467730efcbe3b1a22d',
    'fa044b2f42a3fd3b46fb255c',
    '9f50449e04a0e810283a1e9933adedd2',
  ]);
  expect([server.key, server.iv, server.hp].map(hex)).toEqual([
    'cf3a5331653c364c88f0f379b6067e37',
    '0ac1493ca1905853b0bba03e',
    'c206b8d9b9f0f37644430b490eeaa314',
  ]);
});

it('A.2: a client’s packet is protected as there', () => {
  const header = Buffer.from('c300000001088394c8f03e5157080000449e00000002', 'hex');
  const payload = Buffer.alloc(1162);
  payload.write(CLIENT_HELLO, 'hex');
  const packet = protect(header, 2, payload, initialKeys(DCID).client);
  expect(packet).toHaveLength(1200);
  expect(hex(packet.subarray(0, 38))).toBe(
    'c000000001088394c8f03e5157080000449e7b9aec34d1b1c98dd7689fb8ec11d242b123dc9b',
  );
  expect(hex(packet.subarray(-16))).toBe('e221af44860018ab0856972e194cd934');
});

it('A.3: a server’s packet is read', () => {
  const [packet] = readQuicPackets(Buffer.from(SERVER_INITIAL, 'hex'));
  if (packet?.kind !== 'initial') throw new Error('not read');
  const payload = unprotect(packet.bytes, packet.numberAt, initialKeys(DCID).server);
  const frames = new InitialFrames();
  frames.read(payload ?? Buffer.alloc(0));
  expect(frames.words.hello).toMatchObject({ version: 0x0304, suite: 0x1301, group: 0x001d, retry: false });
  expect(unprotect(packet.bytes, packet.numberAt, initialKeys(DCID).client)).toBeNull();
});

it('A.4: the tag of a Retry packet', () => {
  const [packet] = readQuicPackets(Buffer.from(RETRY, 'hex'));
  if (packet?.kind !== 'retry') throw new Error('not read');
  expect(Buffer.from(packet.token).toString()).toBe('token');
  expect(hex(retryTag(DCID, packet.body))).toBe(hex(packet.tag));
});
