import { NetworkFault } from '@palisade/scanner/errors';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runningApi, type RunningApi } from '../../test/running-api.ts';
import type { OpenApiDocument, Operation, Schema } from './document.ts';

let api: RunningApi;
let operations: { name: string; path: string; operation: Operation }[];
let headers: Record<string, string>;
let schemas: Record<string, Schema>;
const EMAIL = 'ann@example.com';
beforeAll(async () => {
  api = await runningApi();
  // Valid requests end here: this test is about invalid ones.
  api.onScan(() => Promise.reject(new NetworkFault('refused', 'not reached')));
  const { key } = await api.newKey({ email: EMAIL });
  headers = { 'x-api-key': key, cookie: await api.signedIn(EMAIL) };
  const document = (await (await api.get('/openapi.json')).json()) as OpenApiDocument;
  schemas = document.components.schemas ?? {};
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, path, operation })),
  );
});
afterAll(() => api[Symbol.asyncDispose]());

const exampleOf = ({ requestBody }: Operation) =>
  requestBody?.content['application/json']?.example as Record<string, unknown> | undefined;
/** All members that the schema of the body has. */
const membersOf = ({ requestBody }: Operation): string[] => {
  const given = requestBody?.content['application/json']?.schema;
  const schema = given?.$ref === undefined ? given : schemas[given.$ref.split('/').at(-1) ?? ''];
  const all = [schema, ...(schema?.anyOf ?? []), ...(schema?.allOf ?? [])];
  return [...new Set(all.flatMap((one) => Object.keys(one?.properties ?? {})))];
};
/** Words of the validator, the JavaScript engine and the framework, which no error message should contain. */
const MACHINE =
  /\binvalid\b|\buuid\b|expected|received|undefined|NaN|too (?:big|small)|regex|zod|unrecognized|\bstring\b|\bboolean\b|body\/|querystring|\[object/iu;
const WRONG: readonly unknown[] = [null, 7, -0.5, true, '', ' ', 'x'.repeat(5000), '\u0000', '\ud800', [], [7], [[]], {}, { a: { b: 1 } }]; // prettier-ignore
/** Wrong values for members that the example omits. */
const FEW = [null, 7, true, '', 'x', []];

it('an error about a member of the body names it in plain words', async () => {
  const odd: string[] = [];
  let refused = 0;
  for (const { name, operation, path } of operations) {
    const example = exampleOf(operation);
    if (!example || path.includes('webhooks')) continue;
    for (const member of new Set([...Object.keys(example), ...membersOf(operation)])) {
      const { [member]: _left, ...without } = example;
      // A report has about thirty members and is read in a separate thread: leaving out each one is enough.
      const wrong = path === '/api/open' ? [] : member in example ? WRONG : FEW;
      const bodies: Record<string, unknown>[] = [without, ...wrong.map((value) => ({ ...example, [member]: value }))];
      const answers = await Promise.all(bodies.map(async (body) => ({ body, answer: await api.post(path.replace('{host}', 'mine.test'), body, headers) }))); // prettier-ignore
      for (const { body, answer } of answers) {
        const text = await answer.text();
        if (answer.status === 500) odd.push(`${name} ${member}: ${answer.status} ${text}`); // prettier-ignore
        if (answer.status !== 400) continue;
        refused += 1;
        const { error } = JSON.parse(text) as { error: string };
        const given = JSON.stringify(body[member])?.slice(0, 30) ?? 'nothing';
        if (MACHINE.test(error) || error.length > 300 || !/^[\w.]+ |URL|address|request|host/u.test(error)) odd.push(`${name} ${member}=${given}: ${error.slice(0, 200)}`); // prettier-ignore
      }
    }
  }
  expect(odd).toEqual([]);
  expect(refused).toBeGreaterThan(100);
});

it.each([
  ['/api/site/mine.test/changes?from=x&to=y', /^from must be an ID such as .*; to must be an ID such as /u],
  ['/api/site/mine.test/changes', /^from is missing; to is missing$/u],
  ['/api/reports/one/changes', /^since is missing$/u],
  ['/api/leaderboard?limit=x', /^limit must be /u],
  ['/api/leaderboard?limit=0', /^limit must be 1 or more$/u],
  ['/api/leaderboard?sort=size', /^sort must be one of /u],
  ['/api/leaderboard?grade=E', /^grade must be one of /u],
  ['/api/usage?key=a&key=b', /^key must be text$/u],
])('errors in a query, too: %s', async (path, words) => {
  const answer = await api.get(path);
  const { error } = (await answer.json()) as { error: string };
  expect([answer.status, error]).toEqual([400, expect.stringMatching(words)]);
  expect(error).not.toMatch(MACHINE);
});

it('every error response has an example of the one shape, with a message', () => {
  for (const { name, operation } of operations) {
    for (const [status, { content }] of Object.entries(operation.responses ?? {})) {
      const json = content?.['application/json'];
      if (Number(status) < 400 || !json) continue;
      expect(json.example, `${name} ${status}`).toEqual({ error: expect.stringMatching(/\S \S/u) as string });
    }
  }
});
