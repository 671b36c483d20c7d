import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { drip, flood, type HostileSite } from './hostile-site.ts';
import { answer, END_HEADERS, END_STREAM, fields, frame, FRAME, PADDED, PAGE, settings } from './http2-frames.ts';

const many = (one: Uint8Array, count = 500): Buffer => Buffer.concat(Array<Uint8Array>(count).fill(one));

/** Says hello, then these bytes, and waits. */
const say =
  (...bytes: Uint8Array[]) =>
  (socket: Socket): void =>
    void socket.write(Buffer.concat([settings, ...bytes]));

/** Says hello, then these bytes, and then others without end. */
const endless =
  (unit: Uint8Array, ...before: Uint8Array[]) =>
  (socket: Socket): void => {
    say(...before)(socket);
    flood(socket, unit);
  };

const site = (name: string, what: string, ends: HostileSite['ends'], serve: (socket: Socket) => void): HostileSite => ({
  name: `h2-${name}`,
  what,
  ends,
  layer: 'https',
  alpn: 'h2',
  serve,
});

const word = (...values: number[]): Buffer => Buffer.concat(values.map((value) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value]))); // prettier-ignore
const open = answer(PAGE);
const push = frame(FRAME.push, END_HEADERS, 1, Buffer.concat([word(2), fields([[':method', 'GET']])]));
/** An entry of nearly the whole table, and then as many references to it as fit. */
const tableBomb = Buffer.concat([
  fields([[':status', '200']]),
  fields([['x-bomb', 'a'.repeat(4000)]], true),
  Buffer.alloc(12_000, 0xbe),
]);

/** Servers of HTTP/2 alone. */
export const HTTP2_LEVEL: readonly HostileSite[] = [
  site('silent', 'chooses HTTP/2 and says nothing', 'fault', () => undefined),
  site('drip', 'a header block, one byte every 200 ms', 'fault', (socket) => {
    say(frame(FRAME.headers, END_HEADERS, 1, Buffer.alloc(5000)).subarray(0, 9))(socket);
    drip(socket, () => '\u0000', 200);
  }),
  site('http1', 'chooses HTTP/2 and speaks HTTP/1.1', 'fault', (socket) => {
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi');
  }),
  site(
    'continuation',
    'a header block that goes on in CONTINUATION frames forever',
    'fault',
    endless(many(frame(FRAME.continuation, 0, 1, fields([['x-a', 'b']]))), answer(PAGE, 0)),
  ),
  site(
    'continuation-empty',
    'the same with empty frames',
    'fault',
    endless(many(frame(FRAME.continuation, 0, 1)), answer(PAGE, 0)),
  ),
  site('interim', 'interim answers without end', 'fault', endless(many(answer([[':status', '103']])))),
  site('settings', 'SETTINGS without end', 'fault', endless(many(settings))),
  site('ping', 'PING without end', 'fault', endless(many(frame(FRAME.ping, 0, 0, Buffer.alloc(8))))),
  site('unknown', 'frames of unknown types without end', 'fault', endless(many(frame(187, 0, 0, Buffer.alloc(20))))),
  site('table', 'references to one large header field', 'fault', say(frame(FRAME.headers, END_HEADERS, 1, tableBomb))),
  site(
    'table-size',
    'wants a header table of 4 GB, and no byte of a body',
    'fault',
    say(
      frame(
        FRAME.settings,
        0,
        0,
        Buffer.concat([Buffer.from([0, 1]), word(0xffff_ffff), Buffer.from([0, 4]), word(0)]),
      ),
    ),
  ),
  site('push', 'pushes, though asked not to', 'settled', say(push, answer(PAGE, END_HEADERS | END_STREAM))),
  site('reset', 'resets the request', 'fault', say(frame(FRAME.reset, 0, 1, word(7)))),
  site('goaway', 'goes away at once', 'fault', say(frame(FRAME.goaway, 0, 0, word(0, 0)))),
  site('window', 'a window of more than 2^31', 'fault', say(frame(FRAME.window, 0, 0, word(0x7fff_ffff)))),
  site('empty-data', 'a body of empty frames without end', 'report', endless(many(frame(FRAME.data, 0, 1)), open)),
  site(
    'tiny-data',
    'a body of one byte a frame',
    'report',
    endless(many(frame(FRAME.data, 0, 1, Buffer.from('x'))), open),
  ),
  site(
    'padding',
    'a body of padding',
    'report',
    endless(many(frame(FRAME.data, PADDED, 1, Buffer.concat([Buffer.from([255]), Buffer.alloc(255)])), 20), open),
  ),
  site('torn', 'resets in the middle of the body', 'report', say(open, frame(FRAME.data, 0, 1, Buffer.from('<p>')), frame(FRAME.reset, 0, 1, word(2)))), // prettier-ignore
  site(
    'bomb',
    '20 MB of gzip in one frame',
    'report',
    say(
      answer([...PAGE, ['content-encoding', 'gzip']]),
      ...chunksOf(gzipSync(Buffer.alloc(20 * 1024 * 1024))).map((part) => frame(FRAME.data, 0, 1, part)),
      frame(FRAME.data, END_STREAM, 1),
    ),
  ),
];

function chunksOf(bytes: Buffer): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / 16_384) }, (_, at) =>
    bytes.subarray(at * 16_384, (at + 1) * 16_384),
  );
}
