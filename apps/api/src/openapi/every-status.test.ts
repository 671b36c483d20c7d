/** Every status in the OpenAPI document is produced here or in the named test, and no other status occurs. */
import { randomUUID } from 'node:crypto';
import { issueToken } from '@palisade/access/tokens';
import type { Tx } from '@palisade/db/client';
import { NetworkFault } from '@palisade/scanner/errors';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REPORT, runningApi, SECRET, type RunningApi } from '../../test/running-api.ts';
import { QueueUnavailable } from '../errors.ts';
import type { OpenApiDocument, Operation } from './document.ts';

/** Statuses that other tests produce, most of them because they need a payment provider or their own setup. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'beginCheckout 200 409 422 429': 'routes/payments.test.ts, idempotency/idempotency-key.test.ts',
  'payForComplianceReport 200 409 422 429': 'routes/payments.test.ts, idempotency/idempotency-key.test.ts',
  'verifyOneTimePayment 200 402 403 404 429': 'routes/payments.test.ts',
  'generateComplianceReport 200 409': 'routes/compliance.test.ts, idempotency/idempotency-key.test.ts',
  'mergeSubscriptions 200': 'routes/account-subscription.test.ts',
  'openPortal 200': 'routes/account-subscription.test.ts',
  'cancelSubscription 200': 'routes/account-subscription.test.ts',
  'getCompliancePdf 200': 'routes/report-files.test.ts',
  'getReportEvidence 200': 'routes/reports.test.ts',
  'getSiteHistory 200': 'routes/site-history.test.ts',
  'getSiteChanges 200': 'routes/site-history.test.ts',
  'sendAgain 200': 'routes/account.test.ts',
  'setListing 200': 'routes/leaderboard.test.ts',
  'sendClientLogo 200': 'routes/compliance-form.test.ts',
  'getReadiness 200': 'app.test.ts',
  'openSavedFile 200 503': 'routes/open.test.ts',
};
/** Operations that answer before they query the database, or from the queue; `/readyz` queries it in another way. */
const UNAFFECTED = ['verifyOneTimePayment', 'getHealth', 'getReadiness', 'signIn'];

let api: RunningApi;
let operations: { id: string; method: string; path: string; operation: Operation }[];
const seen = new Map<string, Set<number>>();
const EMAIL = 'every@example.com';
let key: string;
let cookie: string;

beforeAll(async () => {
  api = await runningApi({}, { relayed: true });
  const document = (await (await api.get('/openapi.json')).json()) as OpenApiDocument;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId ?? '',
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
  ({ key } = await api.newKey({ email: EMAIL }));
  api.onPdf(async () => Buffer.from('%PDF-1.7'));
  cookie = await api.signedIn(EMAIL);
});
afterAll(() => api[Symbol.asyncDispose]());

interface Asked {
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Calls an operation with its example values, except for the given changes, and records the status. */
async function ask(id: string, { params = {}, query, body, headers = {} }: Asked = {}): Promise<Response> {
  const found = operations.find((one) => one.id === id);
  if (!found) throw new Error(`there is no ${id}`);
  const { method, operation } = found;
  const path = found.path.replaceAll(/\{(\w+)\}/gu, (_all, name: string) => params[name] ?? exampleOf(operation, name));
  const [type = 'application/json', media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const sent = body ?? media?.example;
  const text = sent === undefined ? null : typeof sent === 'string' ? sent : JSON.stringify(sent);
  const answer = await fetch(`${api.baseUrl}${path}${query ?? queryOf(operation)}`, {
    method,
    headers: { 'x-api-key': key, cookie, ...(text !== null && { 'content-type': type }), ...headers },
    body: text,
  });
  seen.set(id, (seen.get(id) ?? new Set()).add(answer.status));
  if (answer.status >= 400) {
    expect(await answer.clone().json(), `${id} ${answer.status}`).toEqual({ error: expect.any(String) as string });
    if ([409, 429, 503].includes(answer.status))
      expect(Number(answer.headers.get('retry-after')), id).toBeGreaterThan(0);
  }
  return answer;
}
const exampleOf = (operation: Operation, name: string) => encodeURIComponent(String((operation.parameters ?? []).find((one) => one.name === name)?.example ?? 'x')); // prettier-ignore
const queryOf = ({ parameters = [], operationId }: Operation): string => {
  const own = parameters.filter((one) => one.in === 'query' && one.required).map(({ name, example }) => [name, String(example)]); // prettier-ignore
  return `?${new URLSearchParams([...own, ...(operationId === 'getUsage' ? [['key', key]] : [])] as [string, string][]).toString()}`;
};

it('bodies that are too large, of the wrong type, or malformed', async () => {
  for (const { id, operation } of operations.filter((one) => one.method !== 'GET')) {
    const large = id === 'verifyReport' || id === 'openSavedFile' ? 30 * 1024 * 1024 : 300 * 1024;
    expect((await ask(id, { body: `"${'x'.repeat(large)}"` })).status, id).toBe(413);
    expect((await ask(id, { body: 'x', headers: { 'content-type': 'text/plain' } })).status, id).toBe(415);
    if (operation.responses?.['400']) expect((await ask(id, { body: '[7' })).status, id).toBe(400);
  }
});

it('no credential, a wrong one, and a request from another site', async () => {
  for (const { id, method, operation } of operations) {
    const [by] = (operation.security ?? []).map((one) => Object.keys(one)[0]);
    if (by === 'apiKey') {
      const wrong = { 'x-api-key': 'pal_live_nothing', cookie: '' };
      expect((await ask(id, { headers: wrong })).status, id).toBe(403);
      if (operation.responses?.['401']) expect((await ask(id, { headers: { 'x-api-key': '', cookie: '' } })).status, id).toBe(401); // prettier-ignore
    }
    if (by === 'session') {
      expect((await ask(id, { headers: { cookie: '' } })).status, id).toBe(401);
      if (method !== 'GET') expect((await ask(id, { headers: { origin: 'https://other.test' } })).status, id).toBe(403);
    }
  }
});

it('reports that exist, that never existed, and that were deleted', async () => {
  const stored = async (paid: boolean) => {
    const answer = await ask(
      paid ? 'scanPro' : 'scan',
      paid ? {} : { headers: { 'x-api-key': '', 'x-forwarded-for': '' } },
    );
    return { id: ((await answer.json()) as { report_id: string }).report_id, token: answer.headers.get('x-report-delete-token') ?? '' }; // prettier-ignore
  };
  const [free, paid, earlier] = [await stored(false), await stored(true), await stored(true)];
  const reading = operations.filter(
    ({ method, path }) => method === 'GET' && path.startsWith('/api/reports/{report_id}'),
  );
  const params = (report_id: string) => ({ params: { report_id }, query: `?since=${earlier.id}` });
  for (const { id } of reading) {
    await ask(id, params(paid.id));
    await ask(id, params(free.id));
    expect(await ask(id, params('never')).then(({ status }) => status), id).toBe(404);
  }
  await ask('getReportChanges', { params: { report_id: paid.id }, query: '' });
  api.onPdf(() => Promise.reject(new QueueUnavailable('away')));
  await api.db.servedReport.updateMany({ data: { pdf: null } });
  await ask('getReportPdf', params(paid.id));
  api.onPdf(() => Promise.reject(new Error('PDF generation failed')));
  await ask('getReportPdf', params(paid.id));
  await ask('deleteReport', { params: { report_id: 'never' } });
  await ask('deleteReport', { params: { report_id: free.id } });
  await ask('deleteReport', { params: { report_id: free.id }, headers: { 'x-api-key': '', cookie: '' } });
  expect((await ask('deleteReport', { params: { report_id: paid.id } })).status).toBe(200);
  for (const { id } of [...reading, { id: 'deleteReport' }])
    expect((await ask(id, params(paid.id))).status, id).toBe(410);
});

const idempotent = (id: string) => ({ headers: { 'idempotency-key': `every-${id}` } });

it('an Idempotency-Key with a different body, and for a request in progress', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  api.onPdf(async () => Buffer.from('%PDF-1.7'));
  for (const id of ['scanPro', 'createReportPdf']) {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    api.onScan(async () => {
      begin();
      await promise;
      return REPORT;
    });
    void ask(id, idempotent(id));
    await begun;
    expect((await ask(id, idempotent(id))).status, id).toBe(409);
    expect((await ask(id, { ...idempotent(id), body: { url: 'other.test' } })).status, id).toBe(422);
  }
  resolve();
  api.onScan(async () => REPORT);
  const before = await api.db.idempotentRequest.count();
  const waiting = async (tx: Tx) => {
    await tx.$executeRaw`lock table scan_batch in access exclusive mode`;
    const first = ask('createBatch', idempotent('batch'));
    await expect.poll(() => api.db.idempotentRequest.count()).toBe(before + 1);
    expect((await ask('createBatch', idempotent('batch'))).status).toBe(409);
    return { first };
  };
  const batch = await api.db.$transaction(waiting, { timeout: 30_000 });
  expect((await batch.first).status).toBe(200);
  expect((await ask('createBatch', { ...idempotent('batch'), body: { urls: ['other.test'] } })).status).toBe(422);
  const { token } = await api.newToken('compliance');
  await ask('generateComplianceReport', { ...idempotent('generate'), body: { token, url: 'a.test', email: EMAIL } });
  await ask('generateComplianceReport', { ...idempotent('generate'), body: { token, url: 'b.test', email: EMAIL } });
});

it('targets that do not answer, services that are busy, and quotas that are used up', async () => {
  const scanning = ['scan', 'scanPro', 'createReportPdf', 'generateComplianceReport'];
  const { token } = await api.newToken('compliance');
  const generate = { body: { token, url: 'example.com', email: EMAIL } };
  const request = (id: string): Asked => (id === 'scan' ? { headers: { 'x-api-key': '' } } : id === 'generateComplianceReport' ? generate : {}); // prettier-ignore
  for (const [fault, status] of [
    [new NetworkFault('refused', 'refused'), 502],
    [new QueueUnavailable('busy'), 503],
    [new Error('?'), 500],
  ] as const) {
    // prettier-ignore
    api.onScan(() => Promise.reject(fault));
    for (const id of scanning) expect((await ask(id, request(id))).status, id).toBe(status);
  }
  api.onScan(async () => REPORT);
  for (const kind of ['one_time', 'compliance'] as const) {
    const unpaid = await api.db.$transaction((tx) => issueToken(tx, { kind, email: EMAIL, source: `test:${kind}`, active: false }, SECRET)); // prettier-ignore
    const body = kind === 'one_time' ? { url: 'example.com', one_time_token: unpaid.token } : { ...generate.body, token: unpaid.token }; // prettier-ignore
    expect((await ask(kind === 'one_time' ? 'scan' : 'generateComplianceReport', { body })).status).toBe(402);
  }
  await ask('generateComplianceReport', { body: { ...generate.body, token: 'pal_comp_none' } });
  await ask('scan', { body: { url: 'example.com', one_time_token: 'pal_scan_none' } });
  await ask('scan', { query: '?full=1', headers: { 'x-api-key': 'wrong' } });
  const { key: small } = await api.newKey({ monthlyScans: 0 });
  for (const id of ['scanPro', 'createReportPdf', 'createBatch'])
    expect((await ask(id, { headers: { 'x-api-key': small } })).status).toBe(429);
  for (let count = 0; count < 5; count += 1) await ask('scan', { headers: { 'x-api-key': '' } });
  const mine = (await (await ask('claimSite', { body: { host: 'own.test' } })).json()) as { id: string };
  await ask('unclaimSite', { params: { id: mine.id } });
  expect((await ask('sendAgain', { body: { what: 'key', id: randomUUID() } })).status).toBe(400);
  for (const [id, most, body] of [
    ['sendClientLogo', 31, 'x'],
    ['claimSite', 61, { host: 'mine.test' }],
    ['askForListing', 61, undefined],
    ['sendAgain', 30, undefined],
  ] as const) {
    // The hour may end in between, which resets the count.
    for (let count = 0; count < 2 * most; count += 1) if ((await ask(id, { body })).status === 429) break;
  }
});

it('resources that the caller can access, and others', async () => {
  const batch = (await (await ask('createBatch')).json()) as { batch_id: string };
  for (const id of ['getBatch', 'getBatchDeliveries']) {
    await ask(id, { params: { batch_id: batch.batch_id } });
    await ask(id, { params: { batch_id: randomUUID() } });
  }
  for (const { id } of operations.filter(({ operation }) => operation.responses?.['404'])) await ask(id);
  for (const { id, method, operation } of operations) {
    if (operation.requestBody) await ask(id, { query: '', body: { purchase_id: 7 } });
    else if (method === 'GET' && operation.responses?.['400']) await ask(id, { query: '' });
  }
  await ask('unclaimSite', { params: { id: 'no-uuid' } });
  await ask('getLeaderboard', { query: '?limit=x' });
  await ask('getUsage', { query: '?key=' });
  await ask('getUsage', { query: '?key=wrong' });
  await ask('getUsage', { query: `?key=${key}` });
  await ask('getUsage', { query: '?key=a&key=b' });
  await ask('getSiteHistory', { headers: { 'x-api-key': 'wrong' } });
  await ask('getSiteHistory', { headers: { 'x-api-key': '' } });
  await ask('signIn', { headers: { origin: 'https://other.test' } });
  for (const one of ['getAccount', 'exportAccount', 'listSites', 'verifyKey', 'getReportKeys', 'getHealth', 'getReadiness', 'signIn', 'rotateKey', 'askForListing', 'getLeaderboard', 'verifyReport', 'signOut']) await ask(one); // prettier-ignore
  cookie = await api.signedIn(EMAIL);
  await ask('endAllSessions');
  cookie = await api.signedIn(EMAIL);
  await ask('deleteAccount');
});

it('an internal error, and a database that is down', async () => {
  const answered: Record<string, number[]> = {};
  ({ key } = await api.newKey({ email: 'another@example.com' }));
  cookie = await api.signedIn('another@example.com');
  const params = { report_id: ((await (await ask('scanPro')).json()) as { report_id: string }).report_id };
  // A cached response needs no database, and neither does an ID that is none.
  const databaseNeeded = (id: string, asked: number): Asked => {
    if (id === 'getLeaderboard') return { query: `?offset=${asked + 1}` };
    return id === 'getReportChanges' ? { query: `?since=${params.report_id}` } : {};
  };
  const askAll = async () => {
    for (const { id } of operations) {
      const statuses = (answered[id] ??= []);
      statuses.push((await ask(id, { params, ...databaseNeeded(id, statuses.length) })).status);
    }
  };
  await api.db.$executeRaw`alter schema public rename to elsewhere`;
  await askAll();
  await api.db.$executeRaw`alter schema elsewhere rename to public`;
  api.loseDatabase();
  await askAll();
  // Not the form to sign in.
  expect((await api.get('/account', { cookie, accept: 'text/html' })).status).toBe(503);
  const without = Object.entries(answered)
    .filter(([, statuses]) => statuses.join() !== '500,503')
    .map(([id]) => id);
  expect(without).toEqual(UNAFFECTED);
});

it('the document lists exactly the statuses that occur', () => {
  const elsewhere = new Set(Object.keys(ELSEWHERE).flatMap((line) => { const [id, ...statuses] = line.split(' '); return statuses.map((status) => `${id} ${status}`); })); // prettier-ignore
  const documented = operations.flatMap(({ id, operation }) => Object.keys(operation.responses ?? {}).map((status) => `${id} ${status}`)); // prettier-ignore
  const produced = new Set([...seen].flatMap(([id, statuses]) => [...statuses].map((status) => `${id} ${status}`)));
  expect(
    [...produced].filter((one) => !documented.includes(one)),
    'answered and not documented',
  ).toEqual([]);
  const excused = (one: string) =>
    elsewhere.has(one) || UNAFFECTED.some((id) => one === `${id} 500` || one === `${id} 503`);
  expect(
    documented.filter((one) => !produced.has(one) && !excused(one)),
    'documented and not answered',
  ).toEqual([]);
});
