import type { Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { fieldValues } from '../../evidence/http.ts';
import { MAX_HEADER_BYTES } from './exchange.ts';
import { closeSites, get, ok, signal, start } from './test/raw-site.ts';

afterEach(closeSites);

describe('what is sent', () => {
  it('is an honest request with our name', async () => {
    const { url, egress, requests } = await start((socket) => socket.end(ok('Content-Length: 0\r\n')));
    await egress.request({ url, signal, headers: { Origin: 'https://a.example' } });
    const [line, ...fields] = requests[0]?.trim().split('\r\n') ?? [];
    expect(line).toBe('GET /p?q=1 HTTP/1.1');
    expect(fields).toContain(`Host: ${url.host}`);
    expect(fields).toContain('User-Agent: Palisade-Test');
    expect(fields).toContain('Accept-Encoding: gzip, br');
    expect(fields).toContain('Origin: https://a.example');
  });
});

describe('header fields', () => {
  it('come in wire order, repeated, in their own case and as latin-1', async () => {
    const { headers } = await get(
      ok('X-b: 1\r\nSet-Cookie: a=1\r\nx-B: 2\r\nSET-cookie: b=2\r\nX-E: caf\u00e9\u00ff\r\nContent-Length: 0\r\n'),
    );
    expect(headers).toEqual([
      ['X-b', '1'],
      ['Set-Cookie', 'a=1'],
      ['x-B', '2'],
      ['SET-cookie', 'b=2'],
      ['X-E', 'caf\u00e9\u00ff'],
      ['Content-Length', '0'],
    ]);
  });

  it('legal extremes are accepted: a 40 kB policy and 100 cookies', async () => {
    const policy = `default-src 'self' ${'https://host.example '.repeat(2000)}`.trim();
    const cookies = Array.from({ length: 100 }, (_, i) => `Set-Cookie: c${i}=${'v'.repeat(400)}\r\n`).join('');
    const { headers } = await get(ok(`Content-Security-Policy: ${policy}\r\n${cookies}Content-Length: 0\r\n`));
    expect(fieldValues(headers, 'content-security-policy')).toEqual([policy]);
    expect(fieldValues(headers, 'set-cookie').length).toBe(100);
  });

  it(`more than ${MAX_HEADER_BYTES} bytes are not`, async () => {
    const tenMegabytes = `X-Big: ${'a'.repeat(100_000)}\r\n`.repeat(100);
    await expect(get(ok(tenMegabytes))).rejects.toMatchObject({ code: 'too_large' });
    await expect(get(ok(`X-Big: ${'a'.repeat(10_000_000)}\r\n`))).rejects.toMatchObject({ code: 'too_large' });
  });
});

describe('status lines', () => {
  it.each([
    ['HTTP/1.1 200 OK', 200],
    ['HTTP/1.0 200 OK', 200],
    ['HTTP/1.1 200', 200],
    ['HTTP/1.1 404 Not Found', 404],
    ['HTTP/1.1 418 I am a teapot', 418],
    ['HTTP/1.1 500 Oh \u00e9', 500],
    ['HTTP/1.1 600 Beyond', 600],
    ['HTTP/1.1 999 Request denied', 999],
    ['HTTP/1.1 099 Early', 99],
  ])('%s is an answer', async (line, status) => {
    expect((await get(`${line}\r\nContent-Length: 0\r\n\r\n`)).status).toBe(status);
  });

  it('an unrequested upgrade is a response, too', async () => {
    const answer = await get(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\nX-A: 1\r\n\r\n\u0000\u0001',
    );
    expect(answer.status).toBe(101);
    expect(fieldValues(answer.headers, 'x-a')).toEqual(['1']);
  });

  it('early hints are passed over, a flood of them is not endured', async () => {
    const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n';
    const answer = await get(hint + hint + ok('X-A: 1\r\nContent-Length: 0\r\n').toString('latin1'));
    expect([answer.status, fieldValues(answer.headers, 'link')]).toEqual([200, []]);
    await expect(get(hint.repeat(1000))).rejects.toMatchObject({ code: 'malformed' });
  });
});

describe('answers that break the syntax are read once more, leniently', () => {
  it.each([
    ['bare LF', 'HTTP/1.1 200 OK\nX-A: 1\nContent-Length: 0\n\n'],
    ['a NUL in a value', 'HTTP/1.1 200 OK\r\nX-A: 1\r\nX-Nul: a\u0000b\r\nContent-Length: 0\r\n\r\n'],
    ['an escape in a value', 'HTTP/1.1 200 OK\r\nX-A: 1\r\nX-Esc: a\u001b[31mb\r\nContent-Length: 0\r\n\r\n'],
    // The following as in Chromium 156.
    ['a blank before the colon', 'HTTP/1.1 200 OK\r\nX-A : 1\r\nContent-Length: 0\r\n\r\n'],
    ['a line without a colon', 'HTTP/1.1 200 OK\r\nGarbage\r\n folded\r\nX-A: 1\r\nContent-Length: 0\r\n\r\n'],
    ['a line without a name', 'HTTP/1.1 103 Hints\r\n: x\r\n\r\nHTTP/1.1 200 OK\r\n: x\r\nX-A: 1\r\n\r\n'],
    ['a name with a byte above ASCII', 'HTTP/1.1 200 OK\r\nX-\u00e4: 1\r\nX-A: 1\r\nContent-Length: 0\r\n\r\n'],
    ['a length that is no number', 'HTTP/1.1 200 OK\r\nContent-Length: abc\r\nX-A: 1\r\n\r\nhi'],
    ['a length twice', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-A: 1\r\ncontent-length:2 \r\n\r\nhi'],
    ['two blanks', 'HTTP/1.1  200 OK\r\nX-A: 1\r\nContent-Length: 0\r\n\r\n'],
    ['a protocol in lower case', 'http/1.1 200 OK\r\nX-A: 1\r\nContent-Length: 0\r\n\r\n'],
    ['no blank after the status', 'HTTP/1.1 200OK\r\nX-A: 1\r\nContent-Length: 0\r\n\r\n'],
    ['half a version', 'HTTP/1 200 OK\r\nX-A: 1\r\nContent-Length: 0\r\n\r\n'],
    ['both lengths', 'HTTP/1.1 200 OK\r\nX-A: 1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ])('%s', async (_, bytes) => {
    const answer = await get(bytes);
    expect(answer).toMatchObject({ status: 200, lenient: true });
    expect(fieldValues(answer.headers, 'x-a')).toEqual(['1']);
  });

  it('a name that is no token is kept for the report', async () => {
    const { headers } = await get('HTTP/1.1 200 OK\r\nX Frame Options: DENY\r\nContent-Length: 0\r\n\r\n');
    expect(headers).toContainEqual(['X Frame Options', 'DENY']);
  });

  it('a blank behind the length of a chunk', async () => {
    const answer = await get('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2 \r\nhi\r\n0\r\n\r\n');
    expect(answer).toMatchObject({ lenient: true, bodyFault: null });
    expect(answer.body.toString()).toBe('hi');
  });

  it('a field behind 2,000 others counts', async () => {
    const many = 'X-B: 1\r\n'.repeat(3000);
    const { headers } = await get(`HTTP/1.1 200 OK\r\n${many}X-A: 1\r\nContent-Length: 0\r\n\r\n`);
    expect(fieldValues(headers, 'x-a')).toEqual(['1']);
  });

  it('what is not HTTP at all is malformed, after two connections and no more', async () => {
    for (const bytes of [
      'SSH-2.0-OpenSSH_9.6\r\n',
      '<html>no header block</html>',
      '\u0016\u0003\u0001\u0002',
      '220 mail ESMTP\r\n',
    ]) {
      const { url, egress, requests } = await start((socket) => socket.end(Buffer.from(bytes, 'latin1')));
      await expect(egress.request({ url, signal })).rejects.toMatchObject({ name: 'NetworkFault', code: 'malformed' });
      expect(requests.length).toBe(2);
    }
  });
});

describe('time', () => {
  it('a header block that never ends is a time-out', async () => {
    await expect(get(() => undefined, { timeoutMs: 150 })).rejects.toMatchObject({ code: 'timeout' });
    const drip = (socket: Socket): void => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('X-A: 1\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    };
    await expect(get(drip, { timeoutMs: 150 })).rejects.toMatchObject({ code: 'timeout' });
  });

  it('a body that never ends is an answer with a beginning', async () => {
    for (const head of ['', 'Content-Length: 1000\r\n', 'Transfer-Encoding: chunked\r\n']) {
      const answer = await get(
        (socket) => {
          socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n`);
          const timer = setInterval(() => socket.write(head.startsWith('T') ? '1\r\nx\r\n' : 'x'), 20);
          socket.on('close', () => clearInterval(timer));
        },
        { timeoutMs: 300 },
      );
      expect(answer).toMatchObject({ status: 200, truncated: true, bodyFault: 'timeout' });
      expect(answer.body.length).toBeGreaterThan(0);
    }
  });
});

it('a cancelled scan gets nothing, not even a partial body', async () => {
  const scan = new AbortController();
  const half = get((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'), {
    signal: scan.signal,
  });
  setTimeout(() => scan.abort(), 50);
  await expect(half).rejects.toMatchObject({ code: 'cancelled', blame: 'us' });
});

it('an answer that breaks the syntax may have a smaller header block', async () => {
  const folded = (bytes: number): string => `HTTP/1.1 200 OK\r\nX-A: a${'\r\n b'.repeat(bytes / 4)}\r\n\r\n`;
  expect((await get(folded(40_000))).lenient).toBe(true);
  await expect(get(folded(200_000))).rejects.toMatchObject({ name: 'NetworkFault', code: 'too_large' });
});

describe('bytes that are part of nothing, without end', () => {
  const flood = (head: string, unit: string) => (socket: Socket) => {
    const chunk = Buffer.from(unit.repeat(65_536 / unit.length));
    const more = (): void => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', more);
    socket.write(head);
    more();
  };
  it.each([
    ['line ends before the status line', flood('', '\r\n')],
    ['blanks before a value', flood('HTTP/1.1 200 OK\r\nX-A:', ' ')],
  ])('%s end in a fault', async (_what, serve) => {
    await expect(get(serve)).rejects.toMatchObject({ name: 'NetworkFault', code: 'too_large', blame: 'site' });
  });

  it("zeros before a chunk's length end the body", async () => {
    const answer = await get(flood('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n', '0'));
    expect(answer).toMatchObject({ truncated: true, bodyFault: 'too_large', body: Buffer.from('ok') });
  });
});

describe('connections that break', () => {
  it.each([
    ['closed without a word', (socket: Socket) => socket.end(), 'reset'],
    ['reset', (socket: Socket) => socket.resetAndDestroy(), 'reset'],
    ['closed in the header block', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nX-A'), 'reset'],
  ])('%s', async (_, serve, code) => {
    await expect(get(serve)).rejects.toMatchObject({ name: 'NetworkFault', code });
  });

  it('a closed port is refused, and a server without TLS fails as TLS', async () => {
    const { url, egress } = await start((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await expect(egress.request({ url: new URL(url.href.replace('http:', 'https:')), signal })).rejects.toMatchObject({
      code: 'tls',
    });
    await expect(egress.request({ url: new URL(url.href.replace('6.1', '6.2')), signal })).rejects.toMatchObject({
      code: 'refused',
    });
  });
});

it('whatever bytes a server sends, the outcome is an answer or a fault', async () => {
  const pieces = [
    'HTTP/1.1 ',
    '200',
    ' OK',
    '\r\n',
    '\n',
    ': ',
    'Content-Length',
    '5',
    'Transfer-Encoding',
    'chunked',
    '0',
    '\u0000',
    'x',
    'Location',
    '/',
    '101',
    '302',
    '100',
  ];
  let bytes = '';
  const { url, egress } = await start((socket) => socket.end(Buffer.from(bytes, 'latin1')));
  const text = fc.oneof(
    fc
      .array(fc.constantFrom(...pieces), { maxLength: 20 })
      .map((parts) => `HTTP/1.1 200 OK\r\n${parts.join('')}\r\n\r\n`),
    fc.array(fc.constantFrom(...pieces), { maxLength: 20 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 200 }),
  );
  // Each run is a connection or two, and one egress opens a bounded number of them.
  await fc.assert(
    fc.asyncProperty(text, async (sent) => {
      bytes = sent;
      const outcome: unknown = await egress.request({ url, signal, timeoutMs: 5000 }).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome.name).toBe('NetworkFault');
      else expect(outcome).toMatchObject({ status: expect.any(Number) as number });
    }),
    { numRuns: 45 },
  );
});
