import { NetworkFault } from '@palisade/scanner/errors';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runningApi, type RunningApi } from '../../test/running-api.ts';
import type { OpenApiDocument, Operation } from './document.ts';

let api: RunningApi;
let operations: { name: string; path: string; operation: Operation }[];
let headers: Record<string, string>;
beforeAll(async () => {
  api = await runningApi();
  // What is understood ends here: this is about what is not.
  api.onScan(() => Promise.reject(new NetworkFault('refused', 'not reached')));
  headers = { 'x-api-key': (await api.newKey()).key };
  const document = (await (await api.get('/openapi.json')).json()) as OpenApiDocument;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, path, operation })),
  );
});
afterAll(() => api[Symbol.asyncDispose]());

const exampleOf = ({ requestBody }: Operation) =>
  requestBody?.content['application/json']?.example as Record<string, unknown> | undefined;
/** Words of the validator, of the JavaScript engine and of the framework: no caller of an API should need them. */
const MACHINE =
  /invalid (?:input|string|option|key|type)|expected|received|undefined|NaN|too (?:big|small)|regex|zod|unrecognized|\bstring\b|\bboolean\b|body\/|querystring|\[object/iu;
const WRONG: readonly unknown[] = [null, 7, -0.5, true, '', ' ', 'x'.repeat(5000), '\u0000', '\ud800', [], [7], [[]], {}, { a: { b: 1 } }]; // prettier-ignore

it('whatever is wrong with a member of a body is said in words that name it', async () => {
  const odd: string[] = [];
  let refused = 0;
  for (const { name, operation, path } of operations) {
    const example = exampleOf(operation);
    if (!example || path.includes('webhooks') || path.includes('{')) continue;
    for (const member of Object.keys(example)) {
      const { [member]: _left, ...without } = example;
      // A report has some thirty members and is read in a thread of its own: that each can be missing is enough.
      const wrong = path === '/api/open' ? [] : WRONG;
      const bodies: Record<string, unknown>[] = [without, ...wrong.map((value) => ({ ...example, [member]: value }))];
      const answers = await Promise.all(bodies.map(async (body) => ({ body, answer: await api.post(path, body, headers) }))); // prettier-ignore
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
}, 60_000);

it('every error has an example of the one shape, with words of its own', () => {
  for (const { name, operation } of operations) {
    for (const [status, { content }] of Object.entries(operation.responses ?? {})) {
      const json = content?.['application/json'];
      if (Number(status) < 400 || !json) continue;
      expect(json.example, `${name} ${status}`).toEqual({ error: expect.stringMatching(/\S \S/u) as string });
    }
  }
});
