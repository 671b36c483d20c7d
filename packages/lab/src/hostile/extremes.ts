import { OK, send, type HostileSite } from './hostile-site.ts';

/** Unusual but legal: these must be parsed and judged like any other site. */
export const EXTREMES: readonly HostileSite[] = [
  {
    name: 'long-policy',
    what: 'a policy of 40 kB',
    ends: 'report',
    layer: 'https',
    serve: send(
      `${OK}Content-Security-Policy: default-src 'self' ${Array.from({ length: 2000 }, (_, i) => `https://h${i}.example`).join(' ')}\r\n\r\n<p>`,
    ),
  },
  {
    name: 'hundred-cookies',
    what: 'a hundred cookies of 400 bytes',
    ends: 'report',
    layer: 'https',
    serve: send(
      `${OK}${Array.from({ length: 100 }, (_, i) => `Set-Cookie: c${i}=${'v'.repeat(400)}; Secure; HttpOnly\r\n`).join('')}\r\n<p>`,
    ),
  },
  {
    name: 'latin-1',
    what: 'bytes above ASCII in a value',
    ends: 'report',
    layer: 'http',
    serve: send(`${OK}Server: caf\u00e9/1.0 \u00ff\r\n\r\n<p>`),
  },
  {
    name: 'odd-status',
    what: 'status 999',
    ends: 'report',
    layer: 'http',
    serve: send('HTTP/1.1 999 Request denied\r\nContent-Type: text/html\r\n\r\n<p>'),
  },
  {
    name: 'folded-field',
    what: 'a field folded over two lines, as RFC 822 allowed',
    ends: 'report',
    layer: 'http',
    serve: send(`${OK}X-Folded: one\r\n two\r\nX-A: 1\r\n\r\n<p>`),
  },
  {
    name: 'empty-answer',
    what: 'status 204 without fields or body',
    ends: 'report',
    layer: 'http',
    serve: send('HTTP/1.1 204 No Content\r\n\r\n'),
  },
];
