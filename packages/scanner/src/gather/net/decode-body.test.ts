import type { Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { closeSites, coded, get, ok } from './test/raw-site.ts';

afterEach(closeSites);

describe('bodies', () => {
  const page = Buffer.from('<p>hello</p>'.repeat(100));

  it.each([
    ['gzip', gzipSync(page)],
    ['x-gzip', gzipSync(page)],
    ['br', brotliCompressSync(page)],
    ['deflate', deflateSync(page)],
    ['deflate', deflateRawSync(page)],
    ['zstd', zstdCompressSync(page)],
    ['gzip, gzip', gzipSync(gzipSync(page))],
    ['br, gzip', gzipSync(brotliCompressSync(page))],
    ['identity', page],
  ])('%s is decoded', async (coding, body) => {
    expect(await get(coded(coding, body))).toMatchObject({ body: page, truncated: false, bodyFault: null });
  });

  it('a length that is short or an answer without one is no fault', async () => {
    expect((await get(ok('Content-Length: 5\r\n', 'hello and more'))).body.toString()).toBe('hello');
    const open = await get(ok('', 'until the end'));
    expect(open).toMatchObject({ truncated: false, bodyFault: null });
    expect(open.body.toString()).toBe('until the end');
  });

  it.each([
    ['gzip', () => gzipSync(Buffer.alloc(64 * 1024 * 1024))],
    ['br', () => brotliCompressSync(Buffer.alloc(64 * 1024 * 1024))],
    ['zstd', () => zstdCompressSync(Buffer.alloc(64 * 1024 * 1024))],
    ['gzip, gzip', () => gzipSync(gzipSync(Buffer.alloc(64 * 1024 * 1024)))],
  ])('a %s bomb costs no more than the limit', async (coding, make) => {
    const answer = await get(coded(coding, make()), { maxBodyBytes: 100_000 });
    expect(answer).toMatchObject({ truncated: true, bodyFault: null });
    expect(answer.body.length).toBe(100_000);
  });

  const inChunks = (pieces: number, piece: string) =>
    ok('Transfer-Encoding: chunked\r\n', `${`${piece.length.toString(16)}\r\n${piece}\r\n`.repeat(pieces)}0\r\n\r\n`);

  it('that are mostly chunk framing are cut', async () => {
    const answer = await get(inChunks(200_000, 'x'));
    expect(answer).toMatchObject({ truncated: true, bodyFault: null });
    expect(answer.body.toString()).toBe('x'.repeat(2_000));
  });

  it.each([
    ['two thousand of one byte', 2_000, 'x'],
    ['many small ones', 20_000, '<p>tick</p>\n'],
  ])('in %s are read whole', async (_what, pieces, piece) => {
    const answer = await get(inChunks(pieces, piece));
    expect(answer).toMatchObject({ truncated: false, bodyFault: null });
    expect(answer.body.toString()).toBe(piece.repeat(pieces));
  });

  it('an endless body is cut at the limit', async () => {
    const answer = await get(
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        const chunk = Buffer.alloc(64 * 1024, 97);
        const more = (): void => {
          while (!socket.destroyed && socket.write(chunk));
        };
        socket.on('drain', more);
        more();
      },
      { maxBodyBytes: 300_000 },
    );
    expect(answer).toMatchObject({ truncated: true, bodyFault: null });
    expect(answer.body.length).toBe(300_000);
  });

  it.each([
    ['closed before its length', ok('Content-Length: 100\r\n', 'half'), 'half', 'reset'],
    ['a broken chunk', ok('Transfer-Encoding: chunked\r\n', '4\r\nhalf\r\nzz\r\n'), 'half', 'malformed'],
    ['a chunked body without an end', ok('Transfer-Encoding: chunked\r\n', '4\r\nhalf\r\n'), 'half', 'reset'],
    ['garbage that says gzip', coded('gzip', Buffer.from('half of nothing')), '', 'malformed'],
    ['a coding that browsers do not undo', coded('compress', Buffer.from('half')), '', 'malformed'],
    ['gzip and a word that names no coding', coded('utf-8, gzip', gzipSync('half')), '', 'malformed'],
    ['three codings', coded('gzip, gzip, gzip', gzipSync('half')), '', 'malformed'],
  ])('%s keeps the header block and what came', async (_, bytes, body, fault) => {
    const answer = await get(bytes);
    expect(answer).toMatchObject({ status: 200, truncated: true, bodyFault: fault });
    expect(answer.body.toString()).toBe(body);
  });

  // Chromium 156 shows these pages.
  it.each(['none', 'utf-8', 'UTF-8, identity', 'text/html', ''])(
    'is read as it is with the coding "%s"',
    async (coding) => {
      const answer = await get(coded(coding, page));
      expect(answer).toMatchObject({ truncated: false, bodyFault: null });
      expect(answer.body.equals(page)).toBe(true);
    },
  );

  it('half a gzip body gives its first half', async () => {
    const whole = gzipSync(page, { level: 0 });
    const answer = await get(
      ok(`Content-Encoding: gzip\r\nContent-Length: ${whole.length}\r\n`, whole.subarray(0, 600)),
    );
    expect(answer).toMatchObject({ truncated: true, bodyFault: 'reset' });
    expect(page.toString().startsWith(answer.body.toString())).toBe(true);
    expect(answer.body.length).toBeGreaterThan(400);
  });

  it('are not read if they are not needed: redirects, and a limit of zero', async () => {
    const stuck = (socket: Socket, head: string): boolean => socket.write(`${head}Content-Length: 1000000\r\n\r\nx`);
    const redirect = await get((socket) => stuck(socket, 'HTTP/1.1 301 Moved\r\nLocation: /x\r\n'));
    expect([redirect.status, redirect.body.length]).toEqual([301, 0]);
    const headerOnly = await get((socket) => stuck(socket, 'HTTP/1.1 200 OK\r\n'), { maxBodyBytes: 0 });
    expect([headerOnly.status, headerOnly.body.length]).toEqual([200, 0]);
  });
});
