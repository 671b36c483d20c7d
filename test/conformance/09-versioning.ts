import { expect, it } from 'vitest';
import { errorOf, json, type Service } from './service.ts';

const PATHS = [
  ['/api/scan', 'post'],
  ['/api/scan/pro', 'post'],
  ['/api/report/pdf', 'post'],
  ['/api/verify-key', 'get'],
  ['/api/usage', 'get'],
  ['/api/verify-one-time', 'post'],
  ['/api/compliance-report/pay', 'post'],
  ['/api/compliance-report/generate', 'post'],
] as const;

export function versioning(service: () => Service): void {
  it('no path has a version prefix', async () => {
    for (const prefix of ['/v1', '/api/v1']) {
      await errorOf(await service().post(`${prefix}/scan`, { url: 'bare.test' }), 404);
    }
  });

  it.each(PATHS)('%s is described in /openapi.json, with 200 for success', async (path, method) => {
    const { paths } = (await json(await service().get('/openapi.json'))) as unknown as {
      paths: Record<string, Record<string, { responses: object }>>;
    };
    expect(Object.keys(paths[path]?.[method]?.responses ?? {})).toContain('200');
  });
}
