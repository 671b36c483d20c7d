import { flood, OK, send, type HostileSite } from './hostile-site.ts';

const cookies = (count: number): string =>
  Array.from({ length: count }, (_, i) => `Set-Cookie: c${i}=${i}; Path=/; Secure\r\n`).join('');

/** What makes a careless regular expression backtrack: long runs that almost match. */
const BAIT = [
  `${'a'.repeat(20_000)}!`,
  `${' '.repeat(20_000)}x`,
  ';'.repeat(10_000),
  'max-age='.repeat(2000),
  '"'.repeat(9999),
  '\\"'.repeat(5000),
  'a=b;'.repeat(3000),
  '1.'.repeat(5000),
  'https://'.repeat(1500),
  `${'('.repeat(5000)}${')'.repeat(4999)}`,
  "'nonce-".repeat(1500),
  ',\t'.repeat(5000),
];
const READ_HEADERS = [
  'Content-Security-Policy',
  'Content-Security-Policy-Report-Only',
  'Strict-Transport-Security',
  'X-Frame-Options',
  'X-Content-Type-Options',
  'Referrer-Policy',
  'Permissions-Policy',
  'Set-Cookie',
  'Cross-Origin-Opener-Policy',
  'Cross-Origin-Embedder-Policy',
  'Cross-Origin-Resource-Policy',
  'Access-Control-Allow-Origin',
  'Server',
  'X-Powered-By',
  'Cache-Control',
  'Content-Type',
  'Link',
  'Clear-Site-Data',
  'Expect-CT',
  'Public-Key-Pins',
];
const baited = (from: number, to: number): string =>
  READ_HEADERS.slice(from, to)
    .map((name, i) => `${name}: ${BAIT[(i + from) % BAIT.length]}\r\n`)
    .join('');

/** Header blocks of a size or shape that no legitimate server sends. */
export const HEADER_BLOCKS: readonly HostileSite[] = [
  {
    name: 'big-header',
    what: 'one field of 10 MB',
    ends: 'fault',
    layer: 'https',
    serve: send(`${OK}X-Big: ${'a'.repeat(10_000_000)}\r\n\r\n`),
  },
  {
    name: 'endless-headers',
    what: 'endless fields, as fast as they are read',
    ends: 'fault',
    layer: 'http',
    serve: (socket) => {
      socket.write(OK);
      flood(socket, Buffer.from('X-A: 1\r\n'.repeat(5000)));
    },
  },
  {
    name: 'cookies-4000',
    what: '4,000 cookies in 150 kB',
    ends: 'report',
    layer: 'https',
    serve: send(`${OK}${cookies(4000)}\r\n<p>`),
  },
  {
    name: 'cookies-100000',
    what: '100,000 cookies',
    ends: 'fault',
    layer: 'http',
    serve: send(`${OK}${cookies(100_000)}\r\n<p>`),
  },
  {
    name: 'regex-bait-1',
    what: 'values that make careless regular expressions backtrack',
    ends: 'report',
    layer: 'https',
    serve: send(`${OK}${baited(0, 10)}\r\n<p>`),
  },
  {
    name: 'regex-bait-2',
    what: 'the same, in ten more fields',
    ends: 'report',
    layer: 'http',
    serve: send(`HTTP/1.1 200 OK\r\n${baited(10, 20)}\r\n<p>`),
  },
  {
    name: 'control-bytes',
    what: 'NUL, escape and bare CR in values',
    ends: 'report',
    layer: 'http',
    serve: send(`${OK}X-A: a\u0000b\r\nServer: \u001b]0;owned\u0007\r\nX-B: a\u001b[2Jb\r\n\r\n<p>`),
  },
  {
    name: 'nameless-fields',
    what: 'fields without a name, without a colon, with spaces before it',
    ends: 'settled',
    layer: 'http',
    serve: send(`${OK}: x\r\nno colon\r\nX-A : 1\r\n\r\n<p>`),
  },
  {
    name: 'same-field-3000',
    what: '3,000 policies in one answer',
    ends: 'report',
    layer: 'http',
    serve: send(`${OK}${"Content-Security-Policy: default-src 'self'\r\n".repeat(3000)}\r\n<p>`),
  },
  {
    name: 'directives-10000',
    what: 'one policy of 10,000 directives and 10,000 sources',
    ends: 'report',
    layer: 'http',
    serve: send(
      `${OK}Content-Security-Policy: ${Array.from({ length: 10_000 }, (_, i) => `d${i} 'self'`).join(';')};script-src ${"'self' ".repeat(8000)}\r\n\r\n<p>`,
    ),
  },
];
