import { suspendKey } from '@palisade/access/keys';
import { restoreToken, revokeToken } from '@palisade/access/tokens';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPORT, runningApi, type RunningApi } from '../../test/running-api.ts';

/** A PNG. */
const ONE_PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

let api: RunningApi;
beforeAll(async () => {
  api = await runningApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const order = { url: 'https://shop.test', email: 'buyer@example.com' };
const generate = (token: string, more: object) =>
  api.post('/api/compliance-report/generate', { ...order, token: `${token}\r\n`, ...more });

describe('the details of a compliance report', () => {
  it.each([
    ['a scope and a client', { scope: { card_data: 'iframe', personal_data: true }, prepared_for: 'Ann & Co' }],
    ['half a scope', { scope: { personal_data: false } }],
    ['nothing', {}],
  ])('%s: stored for the document', async (_case, more: { scope?: object; prepared_for?: string }) => {
    const { token } = await api.newToken('compliance');
    expect((await generate(token, more)).status).toBe(200);
    const row = await api.db.complianceReport.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
    expect({ scope: row.scope, preparedFor: row.preparedFor }).toEqual({
      scope: more.scope ?? null,
      preparedFor: more.prepared_for ?? null,
    });
  });

  it.each([
    ['an unknown member', { scope: { card_data: 'none', minors: true } }],
    ['an unknown value', { scope: { card_data: 'maybe' } }],
    ['a string for a boolean', { scope: { personal_data: 'yes' } }],
    ['not an object', { scope: 'all' }],
    ['a client of 81 characters', { prepared_for: 'x'.repeat(81) }],
    ['six further pages', { pages: Array.from({ length: 6 }, (_, n) => `/${n}`) }],
    ['an unknown framework', { frameworks: ['nis3'] }],
  ])('%s: both pay and generate answer 400, and the token survives', async (_case, more) => {
    const { token } = await api.newToken('compliance');
    expect((await generate(token, more)).status).toBe(400);
    const pay = { ...order, provider: 'stripe', ...more };
    expect((await api.post('/api/compliance-report/pay', pay)).status).toBe(400);
    expect((await generate(token, {})).status).toBe(200);
  });

  it('the frameworks to assess against are stored; an unknown one gets 400', async () => {
    const { token } = await api.newToken('compliance');
    expect((await generate(token, { frameworks: ['nis3'] })).status).toBe(400);
    expect((await generate(token, { frameworks: [] })).status).toBe(400);
    expect((await generate(token, { frameworks: ['nis2-art21', 'soc2-tsc-2017'] })).status).toBe(200);
    const row = await api.db.complianceReport.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
    expect(row.frameworks).toEqual(['nis2-art21', 'soc2-tsc-2017']);
  });

  it('details from the payment apply unless others are given later', async () => {
    const id = '00000000-0000-4000-8000-00000000000a';
    const scope = { card_data: 'none' };
    await api.db.purchase.create({
      data: {
        id,
        provider: 'razorpay',
        product: 'compliance_report',
        email: order.email,
        amount: 24_900,
        currency: 'INR',
        origin: 'test',
        scope,
        preparedFor: 'Ann & Co',
        frameworks: ['nis2-art21'],
        pages: ['https://shop.test/pay'],
      },
    });
    const paid = { source: `purchase:${id}` };
    const visited = async (more: object) => {
      let pages: unknown;
      api.onScan(async (_url, { pages: asked }) => {
        pages = asked;
        return REPORT;
      });
      const { token, source } = await api.newToken('compliance');
      await api.db.accessToken.updateMany({ where: paid, data: { source: `spent for ${source}` } });
      await api.db.accessToken.update({ where: { source }, data: paid });
      expect((await generate(token, { prepared_for: 'Ben', ...more })).status).toBe(200);
      api.onScan(async () => REPORT);
      return pages;
    };
    expect(await visited({})).toEqual(['https://shop.test/pay']);
    const row = await api.db.complianceReport.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
    expect(row).toMatchObject({ scope, preparedFor: 'Ben', frameworks: ['nis2-art21'] });
    expect(await visited({ pages: 2 })).toBe(2);
    expect(await visited({ url: 'https://other.test' }), 'pages of the site that it was bought for').toBeUndefined();
  });
});

describe('a refund while the site is scanned', () => {
  const gone = (token: string, kind: 'compliance' | 'one_time', idempotencyKey: string) =>
    kind === 'compliance'
      ? api.post('/api/compliance-report/generate', { ...order, token }, { 'idempotency-key': idempotencyKey })
      : api.post('/api/scan', { url: order.url, one_time_token: token });

  it.each(['compliance', 'one_time'] as const)('revokes a %s token: 403, and nothing is delivered', async (kind) => {
    const { token, source } = await api.newToken(kind);
    const before = await api.db.complianceReport.count();
    api.onScan(async () => {
      await api.db.$transaction((tx) => revokeToken(tx, source));
      return REPORT;
    });
    const refused = await gone(token, kind, `back-${kind}`);
    expect([refused.status, Object.keys((await refused.json()) as object)]).toEqual([403, ['error']]);
    api.onScan(async () => REPORT);
    expect((await gone(token, kind, `back-${kind}`)).status).toBe(403);
    expect(await api.db.complianceReport.count()).toBe(before);
    await api.db.$transaction((tx) => restoreToken(tx, source));
    expect((await gone(token, kind, `back-${kind}`)).status, 'the refund failed after all').toBe(200);
  });

  it.each(['/api/scan/pro', '/api/report/pdf'])('%s with a key is answered or refused, never a 5xx', async (path) => {
    const { key, source } = await api.newKey();
    api.onPdf(async () => Buffer.from('%PDF-1.7'));
    api.onScan(async () => {
      await api.db.$transaction((tx) => suspendKey(tx, source));
      return REPORT;
    });
    const headers = { 'x-api-key': key };
    expect([200, 403]).toContain((await api.post(path, { url: order.url }, headers)).status);
    expect((await api.post(path, { url: order.url }, headers)).status).toBe(403);
    api.onScan(async () => REPORT);
  });
});

describe('a logo for the cover', () => {
  const send = (type: string, body: Uint8Array<ArrayBuffer>) =>
    fetch(`${api.baseUrl}/api/compliance-report/logo`, { method: 'POST', headers: { 'content-type': type }, body });
  const picture = new Uint8Array(Buffer.from(ONE_PIXEL, 'base64'));

  it('is stored for the report', async () => {
    const { logo } = (await (await send('image/png', picture)).json()) as { logo: string };
    const { token } = await api.newToken('compliance');
    expect((await generate(token, { logo })).status).toBe(200);
    const row = await api.db.complianceReport.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });
    expect(row.logoId).toBe(logo);
  });

  it('an unknown one gets 400, and the token survives', async () => {
    const { token } = await api.newToken('compliance');
    const logo = '00000000-0000-4000-8000-00000000000b';
    expect((await generate(token, { logo })).status).toBe(400);
    expect((await generate(token, { logo: '../x' })).status).toBe(400);
    const pay = { ...order, provider: 'stripe', logo };
    expect((await api.post('/api/compliance-report/pay', pay)).status).toBe(400);
    expect((await generate(token, {})).status).toBe(200);
  });

  it.each<[string, string, Uint8Array<ArrayBuffer>, number]>([
    ['not an image', 'image/png', new Uint8Array(9), 400],
    ['a truncated image', 'image/png', picture.subarray(0, -5), 400],
    ['an SVG', 'image/svg+xml', picture, 415],
    ['too large', 'image/jpeg', new Uint8Array(256 * 1024 + 1), 413],
  ])('%s is refused', async (_what, type, body, status) => {
    const answer = await send(type, body);
    expect(answer.status).toBe(status);
    expect(Object.keys((await answer.json()) as object)).toEqual(['error']);
  });
});

describe('a grade that is only provisional', () => {
  it.each([
    [
      'not the site',
      { page: 'challenge', reason: 'The URL returned a visitor check from Cloudflare, not the site.' } as const,
    ],
    ['a failure on our side', { page: 'site', reason: null } as const],
  ])('%s: 502 with the reason, no report, and the token survives', async (_what, seen) => {
    const { token } = await api.newToken('compliance');
    const before = await api.db.complianceReport.count();
    api.onScan(async () => ({ ...REPORT, seen, provisional: true }));
    const refused = await generate(token, {});
    expect(refused.status).toBe(502);
    expect(((await refused.json()) as { error: string }).error).toContain(
      seen.reason ?? 'because of an error in the scanner',
    );
    expect(await api.db.complianceReport.count()).toBe(before);
    api.onScan(async () => REPORT);
    expect((await generate(token, {})).status).toBe(200);
  });
});
