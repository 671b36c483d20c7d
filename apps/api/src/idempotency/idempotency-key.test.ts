import { randomUUID } from 'node:crypto';
import { billingLab } from '@palisade/billing/test/billing-lab';
import { purgeIdempotentRequests } from '@palisade/db/idempotent-requests';
import { NetworkFault } from '@palisade/scanner/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { paymentsApp } from '../../test/payments-app.ts';
import { REPORT, runningApi, type RunningApi } from '../../test/running-api.ts';

let api: RunningApi;
let key: string;
let scans: number;
beforeAll(async () => {
  api = await runningApi();
});
afterAll(() => api[Symbol.asyncDispose]());
beforeEach(async () => {
  ({ key } = await api.newKey());
  scans = 0;
  api.onScan(async () => {
    scans += 1;
    return REPORT;
  });
  api.onPdf(async () => Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 0xff, 0xfe, 10, 13]));
});

const target = { url: 'https://example.com' };
const ask = (path: string, body: unknown, idempotencyKey: string, headers: Record<string, string> = {}) =>
  api.post(path, body, { 'x-api-key': key, 'idempotency-key': idempotencyKey, ...headers });
const used = async () => ((await (await api.get(`/api/usage?key=${key}`)).json()) as { scans_used: number }).scans_used;
const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());
const held = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  api.onScan(async () => {
    scans += 1;
    begin();
    await promise;
    return REPORT;
  });
  return { begun, release: resolve };
};

describe.each(['/api/scan/pro', '/api/report/pdf'])('%s', (path) => {
  it('the same key and body get the first answer again, and cost one scan', async () => {
    const first = await ask(path, target, 'k-1');
    const again = await ask(path, { url: target.url }, 'k-1');
    expect([first.status, again.status]).toEqual([200, 200]);
    expect((await bytes(again)).equals(await bytes(first))).toBe(true);
    for (const name of [
      'content-type',
      'content-disposition',
      'x-scans-remaining',
      'x-report-url',
      'x-report-delete-token',
    ])
      expect(again.headers.get(name), name).toBe(first.headers.get(name));
    expect(again.headers.get('x-scans-remaining')).toBe('49');
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect([scans, await used()]).toEqual([1, 1]);
  });

  it('of twenty concurrent requests one runs; the others get 409 with Retry-After, or its response', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(path, target, 'k-2')));
    const statuses = answers.map(({ status }) => status);
    expect(new Set([...statuses, 200, 409])).toEqual(new Set([200, 409]));
    expect(statuses).toContain(200);
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Object.keys((await answer.json()) as object)).toEqual(['error']);
    }
    expect([scans, await used()]).toEqual([1, 1]);
  });
});

it('a different body gets 422, whether the first request is in progress or answered', async () => {
  const scan = held();
  const first = ask('/api/scan/pro', target, 'k');
  await scan.begun;
  const other = { url: 'https://example.org' };
  expect((await ask('/api/scan/pro', other, 'k')).status).toBe(422);
  expect((await ask('/api/scan/pro', target, 'k')).status).toBe(409);
  scan.release();
  expect((await first).status).toBe(200);
  expect((await ask('/api/scan/pro', other, 'k')).status).toBe(422);
  expect((await ask('/api/scan/pro', { ...target, extra: 1 }, 'k')).status).toBe(422);
  expect(await used()).toBe(1);
});

it('belongs to one caller and one route', async () => {
  const one = await ask('/api/scan/pro', target, 'shared');
  const mine = key;
  ({ key } = await api.newKey());
  const two = await ask('/api/scan/pro', target, 'shared');
  expect(await two.text()).not.toBe(await one.text());
  expect((await ask('/api/report/pdf', target, 'shared')).headers.get('content-type')).toBe('application/pdf');
  key = mine;
  expect(await used()).toBe(1);
});

it.each(['', 'a b', 'é', 'x'.repeat(256), 'tab\there'])('400 for the key %j', async (idempotencyKey) => {
  const response = await ask('/api/scan/pro', target, idempotencyKey);
  expect(response.status).toBe(400);
  expect(await used()).toBe(0);
});

it('takes 255 characters, quotes among them', async () => {
  const longest = `"${'~'.repeat(253)}"`;
  expect((await ask('/api/scan/pro', target, longest)).status).toBe(200);
  expect((await ask('/api/scan/pro', target, longest)).headers.get('idempotent-replayed')).toBe('true');
});

it('an error costs nothing and is not stored: the same key can be retried', async () => {
  api.onScan(() => Promise.reject(new NetworkFault('refused', 'nothing listens there')));
  expect((await ask('/api/scan/pro', target, 'k-err')).status).toBe(502);
  expect((await ask('/api/scan/pro', {}, 'k-bad')).status).toBe(400);
  api.onScan(async () => REPORT);
  expect((await ask('/api/scan/pro', target, 'k-err')).status).toBe(200);
  expect((await ask('/api/scan/pro', target, 'k-bad')).status).toBe(200);
  expect(await used()).toBe(2);
});

it('a caller who hangs up is not charged and can retry at once', async () => {
  const life = new AbortController();
  api.onScan(
    (_url, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        setTimeout(() => life.abort(), 20);
      }),
  );
  const request = fetch(`${api.baseUrl}/api/scan/pro`, {
    method: 'POST',
    signal: life.signal,
    headers: { 'content-type': 'application/json', 'x-api-key': key, 'idempotency-key': 'gone' },
    body: JSON.stringify(target),
  });
  await expect(request).rejects.toThrow();
  api.onScan(async () => REPORT);
  await expect.poll(async () => (await ask('/api/scan/pro', target, 'gone')).status).toBe(200);
  expect(await used()).toBe(1);
});

it('an attempt whose lease has expired is taken over, and is not charged when it resumes', async () => {
  const scan = held();
  const stalled = ask('/api/scan/pro', target, 'stalled');
  await scan.begun;
  expect((await ask('/api/scan/pro', target, 'stalled')).status).toBe(409);
  // The state that a killed process leaves behind: nothing renews the lease.
  await api.db.idempotentRequest.updateMany({ data: { leaseUntil: new Date(Date.now() - 1) } });
  api.onScan(async () => REPORT);
  // A different body does not take it over.
  expect((await ask('/api/scan/pro', { url: 'https://example.org' }, 'stalled')).status).toBe(422);
  const second = await ask('/api/scan/pro', target, 'stalled');
  expect(second.status).toBe(200);
  scan.release();
  expect((await stalled).status).toBe(503);
  expect(await (await ask('/api/scan/pro', target, 'stalled')).text()).toBe(await second.text());
  expect(await used()).toBe(1);
});

it('a response that was charged is sent again, even if the process died before it could send it', async () => {
  const first = await (await ask('/api/scan/pro', target, 'crash')).text();
  // The state between the charge and the response.
  await api.db.idempotentRequest.updateMany({ data: { leaseUntil: new Date(Date.now() - 1) } });
  expect(await (await ask('/api/scan/pro', target, 'crash')).text()).toBe(first);
  expect(await used()).toBe(1);
});

it('a response that was prepared but not charged is produced again', async () => {
  await ask('/api/scan/pro', target, 'half');
  await api.db.idempotentRequest.updateMany({ data: { state: 'prepared', leaseUntil: new Date(Date.now() - 1) } });
  expect((await ask('/api/scan/pro', target, 'half')).headers.get('idempotent-replayed')).toBe(null);
  expect(scans).toBe(2);
});

it('repeats its first response for 24 hours', async () => {
  const first = await (await ask('/api/scan/pro', target, 'old')).text();
  const hours = (n: number) =>
    api.db.$executeRaw`update idempotent_request set created_at = created_at - make_interval(hours => ${n}::int)`;
  await hours(23);
  await purgeIdempotentRequests(api.db);
  expect(await (await ask('/api/scan/pro', target, 'old')).text()).toBe(first);
  await hours(1);
  expect(await (await ask('/api/scan/pro', target, 'old')).text()).not.toBe(first);
  await hours(25);
  expect(await purgeIdempotentRequests(api.db)).toBeGreaterThan(0);
});

it('neither keys nor answers can be read from the database', async () => {
  await ask('/api/scan/pro', target, 'very-recognizable-key');
  const rows = await api.db.$queryRaw<{ row: string }[]>`select r::text as row from idempotent_request r`;
  const text = rows.map(({ row }) => row).join('\n');
  expect(text).not.toContain('very-recognizable-key');
  expect(text).not.toContain(Buffer.from('scanned_at').toString('hex'));
  expect(text).not.toContain(key);
});

describe('/api/compliance-report/generate', () => {
  it('one token, one report, the same answer', async () => {
    const { token } = await api.newToken('compliance');
    const body = { token, ...target, email: 'ann@example.com' };
    const path = '/api/compliance-report/generate';
    const first = await ask(path, body, 'g');
    expect(first.status).toBe(200);
    const again = await ask(path, body, 'g');
    expect([again.status, await again.text()]).toEqual([200, await first.text()]);
    expect((await ask(path, { ...body, email: 'bob@example.com' }, 'g')).status).toBe(422);
    // Without the Idempotency-Key, the token counts as used.
    expect((await api.post(path, body)).status).toBe(403);
    const [order, ...more] = await api.db.complianceReport.findMany({ where: { email: 'ann@example.com' } });
    expect(more).toEqual([]);
    // The report that was bought has its own address.
    expect((await api.get(`/api/reports/${order?.servedId}`)).status).toBe(200);
    expect(scans).toBe(1);
  });
});

describe.each([
  ['/api/checkout', { product: 'one_time_scan', provider: 'razorpay' }],
  ['/api/checkout', { product: 'pro', provider: 'stripe' }],
  ['/api/compliance-report/pay', { provider: 'razorpay', url: 'https://example.com' }],
])('%s %j', (path, order) => {
  it('opens one checkout', async () => {
    const lab = await billingLab();
    const payments = await paymentsApp(lab.deps);
    onTestFinished(async () => {
      await payments.app.close();
      await lab.close();
    });
    const headers = { 'idempotency-key': randomUUID() };
    const post = (payload: object) => payments.app.inject({ method: 'POST', url: path, payload, headers });
    const payload = { ...order, email: 'ann@example.com' };
    const first = await post(payload);
    const again = await post(payload);
    expect([first.statusCode, again.statusCode]).toEqual([200, 200]);
    expect(again.body).toBe(first.body);
    expect((await post({ ...payload, email: 'bob@example.com' })).statusCode).toBe(422);
    expect(await lab.deps.db.purchase.count()).toBe(1);
  });
});

describe('a checkout whose response was lost', () => {
  const opened = async () => {
    const lab = await billingLab();
    const payments = await paymentsApp(lab.deps);
    onTestFinished(async () => {
      await payments.app.close();
      await lab.close();
    });
    const headers = { 'idempotency-key': randomUUID() };
    const order = { product: 'one_time_scan', provider: 'razorpay', email: 'ann@example.com' };
    const post = (payload: object = order, url = '/api/checkout') =>
      payments.app.inject({ method: 'POST', url, payload, headers });
    return { lab, post, order };
  };

  it('is opened once for five concurrent requests; another product or provider gets 422', async () => {
    const { lab, post, order } = await opened();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => post()));
    expect(answers.filter(({ statusCode }) => statusCode !== 200 && statusCode !== 409)).toEqual([]);
    expect(new Set(answers.filter(({ statusCode }) => statusCode === 200).map(({ body }) => body)).size).toBe(1);
    expect((await post({ ...order, product: 'pro' })).statusCode).toBe(422);
    expect((await post({ ...order, provider: 'stripe' })).statusCode).toBe(422);
    expect(await lab.deps.db.purchase.count()).toBe(1);
  });

  it('is retried if its provider failed, and answered again while the provider is down', async () => {
    const { lab, post } = await opened();
    lab.razorpay.fake.faults.push({ path: /./, kind: 'status', times: 99 });
    expect((await post()).statusCode).toBe(503);
    lab.razorpay.fake.faults.length = 0;
    const first = await post();
    expect(first.statusCode).toBe(200);
    lab.razorpay.fake.faults.push({ path: /./, kind: 'drop_before' });
    expect((await post()).body).toBe(first.body);
  });

  it('gets the same response after it was paid', async () => {
    const { lab, post } = await opened();
    const first = await post();
    lab.razorpay.pay(first.json<{ order_id: string }>().order_id);
    for (const event of lab.razorpay.fake.events.splice(0)) await lab.webhook(lab.razorpay, event);
    expect((await post()).body).toBe(first.body);
    expect((await lab.mails('ann@example.com')).map(({ template }) => template)).toEqual(['one_time_token']);
  });
});
