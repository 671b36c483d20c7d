import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { OK, send, type HostileSite } from './hostile-site.ts';

const DECODED = 50 * 1024 * 1024;

/** Built before the site opens, so that compressing never holds up the other sites of the process. */
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

/** 50 MB of `<div>` opened inside each other, 100,000 deep, then text. */
function nestedPage(): Buffer {
  const deep = Buffer.from('<div>'.repeat(100_000));
  return Buffer.concat([deep, Buffer.alloc(DECODED - deep.length, 'x ')]);
}

/** Small on the wire or in the source, large in memory or in time. */
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
    what: '50 MB in 5 kB of zstd, which no one asked for',
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
    what: 'gzip forty times over',
    ends: 'report',
    layer: 'http',
    ...coded(Array(40).fill('gzip').join(', '), () => gzipSync('x')),
  },
  {
    name: 'not-gzip',
    what: 'says gzip and sends text',
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
    what: 'formatting elements that double the tree of a browser-like parser at every step',
    ends: 'report',
    layer: 'http',
    serve: send(
      `${OK}\r\n${Array.from({ length: 4000 }, (_, i) => `<b a${i}><i a${i}>`).join('')}${'x</b>'.repeat(4000)}`,
    ),
  },
  {
    name: 'attribute-html',
    what: 'one tag with 100,000 attributes, and 100,000 tags with a srcset',
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
    what: 'comments, scripts and attributes that are opened and never closed',
    ends: 'report',
    layer: 'http',
    serve: send(
      `${OK}\r\n${'<!--'.repeat(50_000)}${'<script>'.repeat(20_000)}${'<a href="'.repeat(20_000)}${'<'.repeat(100_000)}`,
    ),
  },
  {
    name: 'long-base',
    what: 'a base URL of 30 kB, and two thousand URLs that are relative to it',
    ends: 'report',
    layer: 'http',
    serve: send(
      `${OK}\r\n<base href="http://a.test/${'b/'.repeat(15_000)}">${Array.from({ length: 2000 }, (_, n) => `<img src=${n}>`).join('')}`,
    ),
  },
  {
    name: 'security-txt-bait',
    what: 'a security.txt of 100 kB of at signs, and of languages that are none',
    ends: 'report',
    layer: 'https',
    serve: (socket, path) => {
      const bait = `Contact: ${'@'.repeat(50_000)} x\nPreferred-Languages: ${'!,'.repeat(24_000)}\n`;
      socket.end(path === '/' ? `${OK}\r\n<p>` : `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n${bait}`);
    },
  },
];
