import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runningApi, type RunningApi } from '../../test/running-api.ts';
import type { OpenApiDocument, Operation, Schema } from './document.ts';

let api: RunningApi;
let document: OpenApiDocument;
let operations: { name: string; method: string; path: string; operation: Operation }[];
beforeAll(async () => {
  api = await runningApi();
  document = (await (await api.get('/openapi.json')).json()) as OpenApiDocument;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, method, path, operation })),
  );
});
afterAll(() => api[Symbol.asyncDispose]());

function validates(schema: Schema, value: unknown): unknown[] {
  const text = JSON.stringify({ ...schema, $defs: document.components.schemas });
  const whole = JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')) as Parameters<
    typeof z.fromJSONSchema
  >[0];
  return z.fromJSONSchema(whole).safeParse(value).error?.issues ?? [];
}

it('every operation has a unique name, its credentials, and described responses', () => {
  const names = operations.map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
  expect(names.every((name) => /^[a-z][A-Za-z]+$/u.test(name ?? ''))).toBe(true);
  expect(JSON.stringify(document)).not.toContain('Default Response');
  for (const { operation, name, method } of operations) {
    expect(operation.security, name).toBeDefined();
    if (method !== 'get') expect(Object.keys(operation.responses ?? {}), name).toEqual(expect.arrayContaining(['400', '413', '415'])); // prettier-ignore
  }
});

it('every JSON response names its members; evidence has those of its version', () => {
  const open = operations.filter(({ operation }) => {
    const answered = Object.values(operation.responses ?? {}).flatMap(({ content = {} }) => Object.values(content));
    return answered.some(({ schema }) => JSON.stringify(schema).includes('"additionalProperties":{}'));
  });
  expect(open.map(({ operation }) => operation.operationId)).toEqual(['getReportEvidence']);
});

it('every example in bodies and responses conforms to its schema', () => {
  for (const { name, operation } of operations) {
    const media = [
      ...Object.values(operation.requestBody?.content ?? {}),
      ...Object.values(operation.responses ?? {}).flatMap(({ content = {} }) => Object.values(content)),
    ];
    for (const { schema, example } of media) {
      if (!schema || example === undefined) continue;
      expect(validates(schema, example), name).toEqual([]);
    }
    const json = operation.requestBody?.content['application/json'];
    if (json) expect(json.example, name).toBeDefined();
  }
});

it('the API accepts every example body as it is', async () => {
  const { key } = await api.newKey();
  const { token } = await api.newToken('one_time');
  for (const { name, operation, path } of operations) {
    const example = operation.requestBody?.content['application/json']?.example as Record<string, unknown> | undefined;
    if (!example || path.includes('webhooks')) continue;
    const body = { ...example, ...('one_time_token' in example && { one_time_token: token }) };
    const answer = await api.post(path, body, { 'x-api-key': key });
    // A disabled provider or an invented token is beyond the schema. 400 means that the body was not understood.
    expect([answer.status, answer.status === 400 ? await answer.text() : ''], name).not.toContain(400);
    expect(Object.keys(operation.responses ?? {}), `${name}: ${answer.status}`).toContain(String(answer.status));
  }
});

it('/docs is a page of the service, with every operation and a link to the home page', async () => {
  const answer = await api.get('/docs');
  const html = await answer.text();
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(html).not.toContain('<script>');
  for (const { operation, path: one } of operations) {
    expect(html).toContain(one);
    expect(html).toContain(`id="${operation.operationId}"`);
  }
  for (const part of ['href="/"', 'rel="icon"', 'og:title', '<title>Palisade API · Palisade</title>'])
    expect(html).toContain(part);
});

describe('validation errors are in plain words', () => {
  it.each([
    [{}, 'url is missing'],
    [{ url: 7 }, 'url must be text'],
    [null, 'the request body is missing: send a JSON object'],
    [['x'], 'the request body must be a JSON object'],
    [{ url: 'x'.repeat(10), one_time_token: {} }, 'one_time_token must be text'],
  ])('%j: %s', async (body, message) => {
    const answer = await api.post('/api/scan', body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ error: message });
  });
});

describe('API_CORS_ORIGINS', () => {
  const ask = async (origins: string | undefined, origin: string, method = 'GET') => {
    await using other = await runningApi(origins === undefined ? {} : { API_CORS_ORIGINS: origins });
    const answer = await fetch(`${other.baseUrl}/api/verify-key`, {
      method,
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key' },
    });
    return [answer.status, answer.headers.get('access-control-allow-origin'), answer.headers.get('vary')];
  };
  it('allows pages of the configured origins to use the API, and no others', async () => {
    const named = 'https://app.example.com, http://localhost:5173';
    expect(await ask(named, 'https://app.example.com')).toEqual([401, 'https://app.example.com', expect.stringMatching(/origin/i)]); // prettier-ignore
    expect(await ask(named, 'https://app.example.com', 'OPTIONS')).toEqual([204, 'https://app.example.com', expect.stringMatching(/origin/i)]); // prettier-ignore
    expect((await ask(named, 'https://evil.example'))[1]).toBe(null);
    expect((await ask(undefined, 'https://app.example.com'))[1]).toBe(null);
  });

  it('lets these pages send and read every documented header', async () => {
    const origin = 'https://app.example.com';
    await using other = await runningApi({ API_CORS_ORIGINS: origin });
    const preflight = { origin, 'access-control-request-method': 'DELETE' };
    const { headers } = await fetch(`${other.baseUrl}/api/reports/x`, { method: 'OPTIONS', headers: preflight });
    const listed = (name: string) => (headers.get(name) ?? '').toLowerCase().split(', ').toSorted();
    const { headers: answered = {}, securitySchemes = {} } = document.components;
    expect(listed('access-control-expose-headers')).toEqual(Object.keys(answered).map((one) => one.toLowerCase()).toSorted()); // prettier-ignore
    const credentials = Object.values(securitySchemes) as { in?: string; name?: string }[];
    const parameters = operations.flatMap(({ operation }) => operation.parameters ?? []);
    const sent = [...credentials, ...parameters].filter((one) => one.in === 'header').map(({ name = '' }) => name.toLowerCase()); // prettier-ignore
    expect(listed('access-control-allow-headers')).toEqual([...new Set(['content-type', ...sent])].toSorted());
  });
});
