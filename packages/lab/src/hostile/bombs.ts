import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { OK, send, type HostileSite } from './hostile-site.ts';

const DECODED = 50 * 1024 * 1024;

/** Compressed before the site opens, so that it never delays the other sites of the process. */
function coded(coding: string, make: () => Buffer): Pick<HostileSite, 'prepare' | 'serve'> {
  let bytes = Buffer.alloc(0);
  return {
    prepare() {
      const body = make();
      const head = `${OK}Content-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`;
      bytes = Buffer.concat([Buffer.from(head), body]);
    },
    serve: (socket) => socket.end(bytes),
  };
}

const zeros = (): Buffer => Buffer.alloc(DECODED);

/** 50 MB of nested `<div>`, 100,000 levels deep, then text. */
function nestedPage(): Buffer {
  const deep = Buffer.from('<div>'.repeat(100_000));
  return Buffer.concat([deep, Buffer.alloc(DECODED - deep.length, 'x ')]);
}

/** Small on the wire or in the source, large in memory or processing time. */
export const BOMBS: readonly HostileSite[] = [
  {
    name: 'gzip-bomb',
    what: '50 MB in 50 kB of gzip',
    ends: 'report',
    layer: 'https',
    ...coded('gzip', () => gzipSync(zeros())),
  },
  {
    name: 'brotli-bomb',
    what: '50 MB in 50 bytes of brotli',
    ends: 'report',
    layer: 'http',
    ...coded('br', () => brotliCompressSync(zeros())),
  },
  {
    name: 'zstd-bomb',
    what: '50 MB in 5 kB of zstd, which was not requested',
    ends: 'report',
    layer: 'http',
    ...coded('zstd', () => zstdCompressSync(zeros())),
  },
  {
    name: 'nested-gzip',
    what: 'a gzip bomb inside gzip',
    ends: 'report',
    layer: 'http',
    ...coded('gzip, gzip', () => gzipSync(gzipSync(zeros()))),
  },
  {
    name: 'coding-tower',
    what: '40 nested layers of gzip',
    ends: 'report',
    layer: 'http',
    ...coded(Array(40).fill('gzip').join(', '), () => gzipSync('x')),
  },
  {
    name: 'not-gzip',
    what: 'declares gzip and sends plain text',
    ends: 'report',
    layer: 'http',
    ...coded('gzip', () => Buffer.from('<p>plain')),
  },
  {
    name: 'nested-html',
    what: '50 MB of HTML nested 100,000 deep',
    ends: 'report',
    layer: 'https',
    ...coded('gzip', () => gzipSync(nestedPage())),
  },
  {
    name: 'formatting-html',
    what: 'formatting elements that double the tree of a conforming parser at each step',
    ends: 'report',
    layer: 'http',
    serve: send(
      `${OK}\r\n${Array.from({ length: 4000 }, (_, i) => `<b a${i}><i a${i}>`).join('')}${'x</b>'.repeat(4000)}`,
    ),
  },
  {
    name: 'attribute-html',
    what: 'one tag with 100,000 attributes, and 100,000 tags with srcset',
    ends: 'report',
    layer: 'http',
    ...coded('gzip', () =>
      gzipSync(
        `<p ${Array.from({ length: 100_000 }, (_, i) => `a${i}=1`).join(' ')}>${'<img srcset="a 1x,b 2x,,,,">'.repeat(100_000)}`,
      ),
    ),
  },
  {
    name: 'unclosed-html',
    what: 'comments, scripts and attributes that are never closed',
    ends: 'report',
    layer: 'http',
    serve: send(
      `${OK}\r\n${'<!--'.repeat(50_000)}${'<script>'.repeat(20_000)}${'<a href="'.repeat(20_000)}${'<'.repeat(100_000)}`,
    ),
  },
  {
    name: 'long-base',
    what: 'a base URL of 30 kB, and 2,000 URLs relative to it',
    ends: 'report',
    layer: 'http',
    serve: send(
      `${OK}\r\n<base href="http://a.test/${'b/'.repeat(15_000)}">${Array.from({ length: 2000 }, (_, n) => `<img src=${n}>`).join('')}`,
    ),
  },
  {
    name: 'security-txt-bait',
    what: 'a security.txt of 100 kB of at signs and invalid languages',
    ends: 'report',
    layer: 'https',
    serve: (socket, path) => {
      const bait = `Contact: ${'@'.repeat(50_000)} x\nPreferred-Languages: ${'!,'.repeat(24_000)}\n`;
      socket.end(path === '/' ? `${OK}\r\n<p>` : `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n${bait}`);
    },
  },
];
