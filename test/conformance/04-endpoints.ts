import { describe, expect, it } from 'vitest';
import { errorOf, json, type Service } from './service.ts';

type Headers = Record<string, { fix: string | null }>;
const anyFix = (report: Record<string, unknown>) =>
  Object.values(report['headers'] as Headers).some(({ fix }) => fix !== null);

export function endpoints(service: () => Service): void {
  describe('4.1 POST /api/scan', () => {
    it.each([
      ['bare.test', 'https://bare.test/'],
      ['https://bare.test', 'https://bare.test/'],
      ['https://bare.test:443/', 'https://bare.test/'],
      ['HTTPS://BARE.test/#part', 'https://bare.test/'],
      ['https://redirects.test/', 'https://redirects.test/'],
    ])('scans %s as %s', async (url, normalized) => {
      expect((await json(await service().freeScan({ url })))['url']).toBe(normalized);
    });

    it('follows redirects and reports the final URL', async () => {
      expect(await json(await service().freeScan({ url: 'redirects.test' }))).toMatchObject({
        final_url: 'https://redirects.test/welcome',
        status_code: 200,
      });
    });

    it('full=1 adds the fixes for a valid key', async () => {
      const { freeScan, key } = service();
      const report = await json(
        await freeScan({ url: 'bare.test' }, { query: '?full=1', headers: { 'x-api-key': await key() } }),
      );
      expect(anyFix(report)).toBe(true);
      expect(report['pro_locked']).toBe(true);
      expect(report).not.toHaveProperty('cookies');
    });

    it('full=1 without a key is the plain free report; with a bad key 403', async () => {
      const { freeScan } = service();
      expect(anyFix(await json(await freeScan({ url: 'bare.test' }, { query: '?full=1' })))).toBe(false);
      await errorOf(
        await freeScan({ url: 'bare.test' }, { query: '?full=1', headers: { 'x-api-key': 'nonsense' } }),
        403,
      );
    });

    it('a one-time token buys one Pro-column report with issue_counts', async () => {
      const { token: newToken, freeScan } = service();
      const token = await newToken('one_time');
      const report = await json(await freeScan({ url: 'bare.test', one_time_token: token }));
      expect(report['pro_locked']).toBe(false);
      expect(Object.keys(report)).toEqual(expect.arrayContaining(['cookies', 'cross_origin', 'issue_counts']));
      expect(anyFix(report)).toBe(true);
      expect(await errorOf(await freeScan({ url: 'bare.test', one_time_token: token }), 403)).toContain('used');
    });
  });

  describe('4.2 POST /api/scan/pro', () => {
    it('returns the Pro column and the scans left this month', async () => {
      const { key, proScan } = service();
      const own = await key({ scansPerMonth: 50 });
      for (const left of ['49', '48']) {
        const answer = await proScan('bare.test', own);
        expect(answer.headers.get('x-scans-remaining')).toBe(left);
        const report = await json(answer);
        expect(anyFix(report)).toBe(true);
        expect(report['pro_locked']).toBe(false);
      }
    });
  });

  describe('4.4 GET /api/verify-key', () => {
    it('reports that the key is valid, and the plan', async () => {
      const { get, key } = service();
      expect(await json(await get('/api/verify-key', { 'x-api-key': await key() }))).toEqual({
        valid: true,
        plan: 'pro',
      });
    });
  });

  describe('4.5 GET /api/usage', () => {
    it('counts Pro scans, not free ones, and costs nothing itself', async () => {
      const { freeScan, get, key, proScan } = service();
      const own = await key({ scansPerMonth: 50 });
      const usage = async () => json(await get(`/api/usage?key=${own}`));
      const used = (scans: number) => ({
        valid: true,
        email: 'holder@example.com',
        plan: 'pro',
        scans_used: scans,
        scans_limit: 50,
      });
      expect(await usage()).toEqual(used(0));
      await json(await proScan('bare.test', own));
      await json(await freeScan({ url: 'bare.test' }, { query: '?full=1', headers: { 'x-api-key': own } }));
      await json(await get('/api/verify-key', { 'x-api-key': own }));
      expect(await usage()).toEqual(used(1));
    });
  });
}
