/**
 * Calls every endpoint of our OpenAPI document with input that its schema allows and with input
 * it does not: no 500, no hang, no stack trace, no undocumented status or field.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SCAN_TIMEOUT_MS, newAddress, type Service } from '../conformance/service.ts';
import { anyBody, fromSchema, type Schema } from './from-schema.ts';

interface Operation {
  parameters?: { in: string; name: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema } | undefined> };
  responses: Record<
    string,
    { content?: Record<string, { schema?: Parameters<typeof z.fromJSONSchema>[0] } | undefined> } | undefined
  >;
}

/** Responses that the framework may send before an endpoint is reached. */
const ALWAYS = new Set([400, 413, 415]);
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 40);
/** Endpoints that neither scan nor sell. */
const OTHER_RUNS = 8;
/** What must never be disclosed: code locations, internal names, secrets. */
const INSIDE =
  /\bat .+:\d+:\d+|node_modules|\/packages\/|\/apps\/|prisma|postgresql:|ECONNREFUSED 127\.0\.0\.1:\d+|\[object /i;

const EXPECTED = [
  'POST /api/scan',
  'POST /api/scan/pro',
  'POST /api/report/pdf',
  'GET /api/verify-key',
  'GET /api/usage',
  'POST /api/verify-one-time',
  'POST /api/compliance-report/pay',
  'POST /api/compliance-report/generate',
  'POST /api/checkout',
  'GET /healthz',
  'GET /readyz',
] as const;

let service: Service;
let key: string;
let operations: Map<string, Operation>;
let components: { schemas: Record<string, object>; responses: Record<string, object> };

export function fuzzing(running: () => Service): void {
  let outputBefore = 0;
  beforeAll(async () => {
    service = running();
    outputBefore = service.stack.output().length;
    key = await service.key();
    const document = (await (await service.get('/openapi.json')).json()) as {
      paths: Record<string, Record<string, Operation>>;
      components: { schemas: Record<string, object>; responses: Record<string, object> };
    };
    components = document.components;
    operations = new Map(
      Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
      ),
    );
  });

  it('the document describes every fuzzed endpoint', () => {
    expect([...operations.keys()]).toEqual(expect.arrayContaining([...EXPECTED]));
  });

  it('every other described endpoint responds as documented', async () => {
    const others = [...operations].filter(
      ([name]) => !name.includes('webhooks') && !EXPECTED.some((one) => one === name),
    );
    for (const [name, operation] of others) await holds(name, operation, OTHER_RUNS);
  }, 240_000);

  describe.each(EXPECTED)('%s', (name) => {
    it('responds as documented to any input', async () => {
      const operation = operations.get(name);
      if (!operation) throw new Error(`${name} is not in /openapi.json`);
      await holds(name, operation, RUNS);
    }, 240_000);
  });

  it('is still running, and has logged neither an internal error nor the key', async () => {
    expect((await service.get('/readyz')).status).toBe(200);
    const output = service.stack.output();
    expect(output.slice(outputBefore)).not.toContain('request failed');
    expect(output).not.toContain(key.slice(9, 30));
  });
}

async function holds(name: string, operation: Operation, runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(requestFor(operation), async ({ query, body, headers }) => {
      const [method = '', template = ''] = name.split(' ');
      const path = template.replaceAll(/\{\w+\}/gu, 'example');
      const started = Date.now();
      const answer = await fetch(`${service.baseUrl}${path}${query}`, {
        method,
        headers: { 'x-forwarded-for': newAddress(), ...headers },
        ...(body !== undefined && { body }),
        signal: AbortSignal.timeout(SCAN_TIMEOUT_MS + 5_000),
      });
      await asDocumented(operation, answer);
      expect(Date.now() - started).toBeLessThan(SCAN_TIMEOUT_MS + 5_000);
    }),
    { numRuns: runs, endOnFailure: true },
  );
}

/** With the components it refers to, at the place where zod expects them. */
function whole(schema: Parameters<typeof z.fromJSONSchema>[0]): Parameters<typeof z.fromJSONSchema>[0] {
  const text = JSON.stringify({ ...(schema as object), $defs: components.schemas });
  return JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')) as Parameters<typeof z.fromJSONSchema>[0];
}

async function asDocumented(operation: Operation, answer: Response): Promise<void> {
  const { status } = answer;
  const documented = operation.responses[String(status)];
  expect(status, 'an internal error').not.toBe(500);
  if (!documented) expect(ALWAYS, `${status} is not documented`).toContain(status);
  if (status < 400) {
    const schema = documented?.content?.['application/json']?.schema;
    if (schema) expect(z.fromJSONSchema(whole(schema)).safeParse(await answer.json()).error?.issues ?? []).toEqual([]);
    else await answer.arrayBuffer();
    return;
  }
  const text = await answer.text();
  expect(JSON.parse(text)).toEqual({ error: expect.any(String) as string });
  expect(text).not.toMatch(INSIDE);
  expect(answer.headers.get('x-powered-by')).toBeNull();
  if (status === 429 || status === 503) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

interface FuzzedRequest {
  query: string;
  body: string | undefined;
  headers: Record<string, string>;
}

function requestFor(operation: Operation): fc.Arbitrary<FuzzedRequest> {
  const schema = operation.requestBody?.content['application/json']?.schema;
  const json =
    schema && fc.oneof({ weight: 3, arbitrary: fromSchema(schema) }, { weight: 2, arbitrary: anyBody(schema) });
  const body: fc.Arbitrary<string | undefined> = json
    ? fc.oneof(
        { weight: 8, arbitrary: json.map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
        { weight: 1, arbitrary: fc.constantFrom('', '{', '[[[[[[', 'null', '"', '{"url":"bare.test"', '\ufeff{}') },
      )
    : fc.constant(undefined);
  const names = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => parameter.name);
  const parameter = fc.tuple(
    names.length > 0 ? fc.oneof(fc.constantFrom(...names), fc.string()) : fc.string(),
    fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('1', '', '\0', 'x'.repeat(4000)), fc.constant('THE KEY')),
  );
  const query = fc
    .array(parameter, { maxLength: 3 })
    .map((pairs) =>
      pairs.map(([name, value]) => `${encode(name)}=${encode(value === 'THE KEY' ? key : value)}`).join('&'),
    )
    .map((text) => (text ? `?${text}` : ''));
  const apiKey = fc.oneof(
    { weight: 3, arbitrary: fc.constant('THE KEY') },
    { weight: 1, arbitrary: fc.constantFrom('', 'nonsense', 'pal_live_', 'x'.repeat(5000)) },
    { weight: 1, arbitrary: fc.stringMatching(/^[\x21-\x7e]{1,60}$/) },
  );
  const headers = fc.record(
    {
      'x-api-key': apiKey.map((text) => (text === 'THE KEY' ? key : text)),
      'content-type': fc.oneof(
        { weight: 9, arbitrary: fc.constant('application/json') },
        {
          weight: 1,
          arbitrary: fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'multipart/form-data', 'x'),
        },
      ),
      accept: fc.constantFrom('*/*', 'text/html', 'application/xml', 'nonsense'),
      'accept-encoding': fc.constantFrom('gzip', 'identity;q=0', 'nonsense'),
    },
    { requiredKeys: schema ? ['content-type'] : [] },
  ) as fc.Arbitrary<Record<string, string>>;
  return fc.record({ query, body, headers }).map(({ headers: { 'content-type': type, ...rest }, ...request }) => ({
    ...request,
    headers: request.body !== undefined && type !== undefined ? { 'content-type': type, ...rest } : rest,
  }));
}

function encode(text: string): string {
  // A lone surrogate cannot be percent-encoded.
  return encodeURIComponent(text.toWellFormed());
}
