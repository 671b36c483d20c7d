import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { errorOf, SCAN_TIMEOUT_MS, type Service } from './service.ts';

export function errors(service: () => Service): void {
  const scan = (body: unknown, headers = {}) => service().freeScan(body, { headers });

  describe('400: the body is missing or malformed', () => {
    it.each([
      ['nothing', undefined],
      ['an empty body', ''],
      ['no JSON', '{"url":'],
      ['an array', '[]'],
      ['a string', '"bare.test"'],
      ['null', 'null'],
      ['no url', '{}'],
      ['a url that is a number', '{"url": 1}'],
      ['a url that is null', '{"url": null}'],
      ['an empty url', '{"url": ""}'],
      ['a token that is a number', '{"url": "bare.test", "one_time_token": 1}'],
    ])('%s', async (_what, body) => {
      const answer = await scan(body);
      // Without a body there is no content type either; both count as a missing body.
      expect([400, 415]).toContain(answer.status);
      await errorOf(answer, answer.status);
    });
  });

  describe('400: the target may not be scanned', () => {
    it.each([
      ['ftp://bare.test/'],
      ['file:///etc/passwd'],
      ['javascript:alert(1)'],
      ['gopher://bare.test/'],
      ['https://user:password@bare.test/'],
      ['http://127.0.0.1/'],
      ['http://localhost/'],
      ['http://10.0.0.1/'],
      ['http://192.168.1.1/'],
      ['http://169.254.169.254/latest/meta-data/'],
      ['http://[::1]/'],
      ['http://[::ffff:127.0.0.1]/'],
      ['http://0x7f000001/'],
      ['http://2130706433/'],
      ['http://127.1/'],
      ['http://0/'],
      ['https://bare.test:22/'],
      ['https://inside.test/'],
      ['https://to-private.test/'],
    ])('%s', async (url) => void (await errorOf(await scan({ url }), 400)));
  });

  describe('502: the site could not be reached, and the message says why', () => {
    it.each([
      ['connection refused', 'https://refused.test/', /refused|connect/i],
      ['no such name', 'https://nobody.test/', /DNS|resolve|name/i],
      ['TLS that cannot be completed', 'https://no-handshake.test/', /TLS|handshake/i],
    ])('%s', async (_what, url, message) => {
      expect(await errorOf(await scan({ url }), 502)).toMatch(message);
    });

    it('no response before the deadline; the caller gets an answer within five seconds of it', async () => {
      const started = Date.now();
      await errorOf(await scan({ url: 'https://silent.test/' }), 502);
      expect(Date.now() - started).toBeLessThan(SCAN_TIMEOUT_MS + 5_000);
    }, 20_000);
  });

  it('413 for a body over 64 KiB', async () => {
    await errorOf(await scan({ url: 'bare.test', padding: 'x'.repeat(65_536) }), 413);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense'])(
    '415 for %s',
    async (type) => {
      await errorOf(await scan('url=bare.test', { 'content-type': type }), 415);
    },
  );

  it.each([
    ['GET', '/nowhere'],
    ['GET', '/api'],
    ['GET', '/api/scan'],
    ['PUT', '/api/scan'],
    ['DELETE', '/api/verify-key'],
    ['GET', '/api/scan/pro'],
    ['GET', '/api/%'],
  ])('%s %s: an error with the same shape', async (method, path) => {
    const answer = await fetch(service().baseUrl + path, { method });
    expect([400, 404, 405]).toContain(answer.status);
    await errorOf(answer, answer.status);
  });

  it('answers garbage on the wire with the same shape, and keeps working', async () => {
    const { port } = new URL(service().baseUrl);
    const answer = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(Number(port), '127.0.0.1', () => socket.end('NONSENSE\r\n\r\n'));
      socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      socket.once('close', () => resolve(text)).once('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toEqual({ error: expect.any(String) as string });
    expect((await service().get('/healthz')).status).toBe(200);
  });
}
