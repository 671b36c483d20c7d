import { describe, expect, it } from 'vitest';
import { errorOf, json, type Service } from './service.ts';

const KEYED = [
  ['POST', '/api/scan/pro'],
  ['POST', '/api/report/pdf'],
  ['GET', '/api/verify-key'],
] as const;

/** Well-formed, with a correct checksum, but never sold. */
const UNKNOWN_KEY = 'pal_live_000000000000000000000000000000';

export function authentication(service: () => Service): void {
  const call = (method: string, path: string, headers: Record<string, string> = {}) =>
    method === 'GET' ? service().get(path, headers) : service().post(path, { url: 'bare.test' }, headers);

  describe.each(KEYED)('%s %s', (method, path) => {
    it('401 when X-API-Key is absent', async () => {
      expect(await errorOf(await call(method, path), 401)).toContain('X-API-Key');
    });

    it('403 when it is present but invalid or unknown', async () => {
      for (const key of ['x', `${UNKNOWN_KEY}000000`, 'pal_live_'.padEnd(45, 'é'), 'k'.repeat(4000)]) {
        await errorOf(await call(method, path, { 'x-api-key': Buffer.from(key).toString('latin1') }), 403);
      }
    });

    it('403 when it has a typo, and the message mentions it', async () => {
      const key = await service().key();
      const typo = key.slice(0, 25) + (key[25] === 'a' ? 'b' : 'a') + key.slice(26);
      expect(await errorOf(await call(method, path, { 'x-api-key': typo }), 403)).toContain('typo');
    });

    it('does not accept the key in the query', async () => {
      await errorOf(await call(method, `${path}?key=${await service().key()}`), 401);
    });
  });

  it('GET /api/usage: 401 without key, 403 with a bad one', async () => {
    const { get } = service();
    await errorOf(await get('/api/usage'), 401);
    await errorOf(await get('/api/usage?key='), 401);
    await errorOf(await get('/api/usage?key=nonsense'), 403);
  });

  it('a revoked key stops working immediately', async () => {
    const { cli, get, key } = service();
    const own = await key({ scansPerMonth: 1 });
    await json(await get('/api/verify-key', { 'x-api-key': own }));
    await cli('keys', 'revoke', own);
    expect(await errorOf(await get('/api/verify-key', { 'x-api-key': own }), 403)).toContain('revoked');
    await errorOf(await get(`/api/usage?key=${own}`), 403);
    await errorOf(await service().proScan('bare.test', own), 403);
  });

  it('a rotated key works alongside its successor, on one quota', async () => {
    const { cli, key, proScan } = service();
    const old = await key({ scansPerMonth: 3 });
    const newer = await cli('keys', 'rotate', old);
    expect((await proScan('bare.test', old)).headers.get('x-scans-remaining')).toBe('2');
    expect((await proScan('bare.test', newer)).headers.get('x-scans-remaining')).toBe('1');
  });

  it('the key appears in no log', async () => {
    const { get, key, stack } = service();
    const own = await key({ scansPerMonth: 1 });
    await get(`/api/usage?key=${own}`);
    await get(`/api/usage?key=${own.slice(0, -1)}`);
    await get(`/nowhere?key=${own}`);
    await service().proScan('bare.test', own);
    expect(stack.output()).toContain('/api/usage');
    expect(stack.output()).not.toContain(own.slice(9, 30));
  });
}
