import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { errorOf, FREE_SCANS_PER_DAY, json, newAddress, type Service } from './service.ts';

export function limits(service: () => Service): void {
  const usedBy = async (key: string) => (await json(await service().get(`/api/usage?key=${key}`)))['scans_used'];
  const statusesOf = (answers: Response[]) =>
    Promise.all(
      answers.map(async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      }),
    );

  describe('the month', () => {
    it('is 50 scans on the plan', async () => {
      const own = await service().cli('keys', 'create', '--email', 'plan@example.com', '--plan', 'pro');
      expect(await json(await service().get(`/api/usage?key=${own}`))).toMatchObject({
        scans_used: 0,
        scans_limit: 50,
      });
    });

    it('with 500 requests in parallel and 7 scans left, exactly 7 are served', async () => {
      const own = await service().key({ scansPerMonth: 7 });
      const statuses = await statusesOf(
        await Promise.all(Array.from({ length: 500 }, () => service().proScan('bare.test', own))),
      );
      expect(statuses.filter((status) => status === 200)).toHaveLength(7);
      expect(statuses.filter((status) => status === 429)).toHaveLength(493);
      expect(await usedBy(own)).toBe(7);
    }, 240_000);

    it('429 states when it resets: on the 1st', async () => {
      const own = await service().key({ scansPerMonth: 0 });
      const answer = await service().proScan('bare.test', own);
      const after = Number(answer.headers.get('retry-after'));
      expect(answer.headers.get('x-scans-remaining')).toBe('0');
      expect(await errorOf(answer, 429)).toMatch(/resets at \d{4}-\d\d-01T00:00:00Z/);
      expect(new Date(Date.now() + after * 1000 + 60_000).getUTCDate()).toBe(1);
    });

    it('is not charged for what was not delivered', async () => {
      const own = await service().key({ scansPerMonth: 2 });
      for (const [url, status] of [
        ['https://refused.test/', 502],
        ['http://127.0.0.1/', 400],
        ['https://to-private.test/', 400],
      ] as const) {
        const answer = await service().proScan(url, own);
        expect(answer.headers.get('x-scans-remaining')).toBe('2');
        await errorOf(answer, status);
      }
      expect(await usedBy(own)).toBe(0);
    });

    it('is not charged to a caller that disconnects', async () => {
      const own = await service().key({ scansPerMonth: 2 });
      const call = request(`${service().baseUrl}/api/scan/pro`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': own },
      });
      call.on('error', () => undefined);
      call.end('{"url":"https://slow.test/"}');
      await expect.poll(() => usedBy(own)).toBe(1);
      call.destroy();
      await expect.poll(() => usedBy(own)).toBe(0);
    });
  });

  describe('the free quota', () => {
    it('is a number of scans per day and address, then 429 with Retry-After', async () => {
      const from = { 'x-forwarded-for': newAddress() };
      for (let scan = 0; scan < FREE_SCANS_PER_DAY; scan += 1) {
        await json(await service().post('/api/scan', { url: 'bare.test' }, from));
      }
      const answer = await service().post('/api/scan', { url: 'bare.test' }, from);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
      expect(await errorOf(answer, 429)).toMatch(/resets at \d{4}-\d\d-\d\dT00:00:00Z/);
    });

    it('cannot be extended with forged forwarding headers', async () => {
      const seen = newAddress();
      const statuses = await statusesOf(
        await Promise.all(
          Array.from({ length: 12 }, () =>
            service().post('/api/scan', { url: 'bare.test' }, { 'x-forwarded-for': `${newAddress()}, ${seen}` }),
          ),
        ),
      );
      expect(statuses.filter((status) => status === 200)).toHaveLength(FREE_SCANS_PER_DAY);
    }, 240_000);
  });

  describe('a one-time token', () => {
    it('used 200 times in parallel delivers exactly one report', async () => {
      const token = await service().token('one_time');
      const statuses = await statusesOf(
        await Promise.all(
          Array.from({ length: 200 }, () => service().freeScan({ url: 'bare.test', one_time_token: token })),
        ),
      );
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 403)).toHaveLength(199);
    }, 240_000);

    it('survives a scan that fails', async () => {
      const token = await service().token('one_time');
      await errorOf(await service().freeScan({ url: 'refused.test', one_time_token: token }), 502);
      await json(await service().freeScan({ url: 'bare.test', one_time_token: token }));
    });
  });

  it('there is no limit per second or minute', async () => {
    const key = await service().key();
    const statuses = await statusesOf(
      await Promise.all(Array.from({ length: 300 }, () => service().get('/api/verify-key', { 'x-api-key': key }))),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
}
