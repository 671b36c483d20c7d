import { drip, flood, OK, type HostileSite } from './hostile-site.ts';

/** Slow responses that never end by themselves. */
export const SLOW: readonly HostileSite[] = [
  {
    name: 'silent',
    what: 'takes the request and never answers',
    ends: 'fault',
    layer: 'https',
    serve: () => undefined,
  },
  {
    name: 'slow-status',
    what: 'sends the status line one byte at a time',
    ends: 'fault',
    layer: 'http',
    serve: (socket) => drip(socket, (n) => OK.charAt(n - 1) || ' ', 400),
  },
  {
    name: 'slow-headers',
    what: 'adds one header field every 100 ms, forever',
    ends: 'fault',
    layer: 'https',
    serve: (socket) => {
      socket.write(OK);
      drip(socket, (n) => `X-${n}: 1\r\n`, 100);
    },
  },
  {
    name: 'slow-body',
    what: 'sends one byte of the body every 100 ms, so that no idle timer fires',
    ends: 'report',
    layer: 'https',
    serve: (socket) => {
      socket.write(`${OK}Content-Length: 1000000\r\n\r\n<p>`);
      drip(socket, () => 'x', 100);
    },
  },
  {
    name: 'no-end',
    what: 'sends a page without a length and keeps the connection open',
    ends: 'report',
    layer: 'http',
    serve: (socket) => socket.write(`${OK}\r\n<p>that is all`),
  },
  {
    name: 'endless-body',
    what: 'sends text as fast as it is read, forever',
    ends: 'report',
    layer: 'https',
    serve: (socket) => {
      socket.write(`${OK}\r\n`);
      flood(socket, Buffer.alloc(64 * 1024, 'lorem ipsum '));
    },
  },
  {
    name: 'endless-chunks',
    what: 'sends one-byte chunks with long extensions, forever',
    ends: 'report',
    layer: 'http',
    serve: (socket) => {
      socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n`);
      flood(socket, Buffer.from(`1;${'e'.repeat(1000)}\r\nx\r\n`.repeat(50)));
    },
  },
  {
    name: 'interim-flood',
    what: 'sends 103 responses as fast as they are read and never the final one',
    ends: 'fault',
    layer: 'http',
    serve: (socket) => flood(socket, Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(200))),
  },
  {
    name: 'line-flood',
    what: 'empty lines before the status line, as fast as they are read',
    ends: 'fault',
    layer: 'http',
    serve: (socket) => flood(socket, Buffer.alloc(64 * 1024, '\r\n')),
  },
  {
    name: 'blank-flood',
    what: 'blanks before the value of a field, as fast as they are read',
    ends: 'fault',
    layer: 'https',
    serve: (socket) => {
      socket.write(`${OK}X-A:`);
      flood(socket, Buffer.alloc(64 * 1024, ' '));
    },
  },
  {
    name: 'zero-flood',
    what: 'zeros before the length of a chunk, as fast as they are read',
    ends: 'report',
    layer: 'http',
    serve: (socket) => {
      socket.write(`${OK}Transfer-Encoding: chunked\r\n\r\n3\r\n<p>\r\n`);
      flood(socket, Buffer.alloc(64 * 1024, '0'));
    },
  },
];
