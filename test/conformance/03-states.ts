import { expect, it } from 'vitest';
import { json, type Service } from './service.ts';

type Headers = Record<string, { status: string; deduction: number; value: string | null }>;

export function states(service: () => Service): void {
  const headersOf = async (host: string) => (await json(await service().proScan(host)))['headers'] as Headers;

  it('good: present and correctly configured, no deduction', async () => {
    const { 'X-Content-Type-Options': entry } = await headersOf('perfect.test');
    expect(entry).toMatchObject({ status: 'good', deduction: 0, value: 'nosniff' });
  });

  it('missing: absent, full deduction; weak and warn: part of it', async () => {
    const [bare, messy] = await Promise.all([headersOf('bare.test'), headersOf('messy.test')]);
    for (const name of ['Content-Security-Policy', 'Strict-Transport-Security']) {
      expect(bare[name], name).toMatchObject({ status: 'missing', value: null });
      const full = bare[name]?.deduction ?? 0;
      expect(['weak', 'warn', 'bad'], name).toContain(messy[name]?.status);
      expect(messy[name]?.deduction, name).toBeGreaterThan(0);
      expect(messy[name]?.deduction, name).toBeLessThanOrEqual(full);
    }
    expect(messy['Strict-Transport-Security']?.status).toBe('weak');
  });

  it('unknown is for checks only, never for headers', async () => {
    for (const host of ['bare.test', 'messy.test']) {
      for (const entry of Object.values(await headersOf(host))) {
        expect(entry.status).not.toBe('unknown');
      }
    }
  });
}
