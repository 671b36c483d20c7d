import { OK, send, type HostileSite } from './hostile-site.ts';

/** Connections that break off, and messages that contradict themselves. */
export const BROKEN: readonly HostileSite[] = [
  {
    name: 'not-http',
    what: 'answers like a mail server',
    ends: 'fault',
    layer: 'http',
    serve: send('220 mail.example ESMTP\r\n'),
  },
  {
    name: 'random-bytes',
    what: 'answers with random bytes',
    ends: 'fault',
    layer: 'https',
    serve: send(Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256))),
  },
  {
    name: 'early-close',
    what: 'closes in the middle of the header block',
    ends: 'fault',
    layer: 'https',
    serve: send(`${OK}X-Half`),
  },
  { name: 'no-answer', what: 'closes without a byte', ends: 'fault', layer: 'http', serve: (socket) => socket.end() },
  {
    name: 'reset',
    what: 'resets the connection',
    ends: 'fault',
    layer: 'http',
    serve: (socket) => socket.resetAndDestroy(),
  },
  {
    name: 'reset-body',
    what: 'resets the connection in the middle of the body',
    ends: 'settled',
    layer: 'http',
    serve: (socket) => {
      socket.write(`${OK}Content-Length: 1000\r\n\r\n<p>half`, () => setTimeout(() => socket.resetAndDestroy(), 50));
    },
  },
  {
    name: 'length-long',
    what: 'declares a thousand bytes and sends ten',
    ends: 'report',
    layer: 'https',
    serve: send(`${OK}Content-Length: 1000\r\n\r\n<p>ten byte`),
  },
  {
    name: 'length-short',
    what: 'declares three bytes and sends a second response after them',
    ends: 'report',
    layer: 'http',
    serve: send(`${OK}Content-Length: 3\r\n\r\n<p>HTTP/1.1 500 Poison\r\nX-Poison: 1\r\n\r\n`),
  },
  {
    name: 'length-huge',
    what: 'says 10^18 bytes',
    ends: 'settled',
    layer: 'http',
    serve: send(`${OK}Content-Length: 1000000000000000000\r\n\r\n<p>`),
  },
  {
    name: 'length-negative',
    what: 'declares a length of minus one',
    ends: 'settled',
    layer: 'http',
    serve: send(`${OK}Content-Length: -1\r\n\r\n<p>`),
  },
  {
    name: 'length-twice',
    what: 'declares two lengths and chunked encoding',
    ends: 'settled',
    layer: 'http',
    serve: send(
      `${OK}Content-Length: 3\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n<p>\r\n0\r\n\r\n`,
    ),
  },
  {
    name: 'bad-chunks',
    what: 'a chunk whose length is not a number',
    ends: 'report',
    layer: 'http',
    serve: send(`${OK}Transfer-Encoding: chunked\r\n\r\n3\r\n<p>\r\nzz\r\n`),
  },
  {
    name: 'chunk-huge',
    what: 'a chunk of 2^63 bytes',
    ends: 'settled',
    layer: 'http',
    serve: send(`${OK}Transfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\n<p>`),
  },
  {
    name: 'switching',
    what: 'switches to a protocol that was not requested',
    ends: 'report',
    layer: 'http',
    serve: (socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: foo\r\nConnection: upgrade\r\n\r\nbytes'),
  },
  {
    name: 'http-0.9',
    what: 'a page without a header block',
    ends: 'fault',
    layer: 'http',
    serve: send('<html><p>hello</html>'),
  },
  {
    name: 'http-9.9',
    what: 'an HTTP version that does not exist',
    ends: 'settled',
    layer: 'http',
    serve: send('HTTP/9.9 200 OK\r\n\r\n<p>'),
  },
];
