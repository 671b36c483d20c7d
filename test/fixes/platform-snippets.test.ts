import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fixSnippets } from '@palisade/report/snippets';
import type { SnippetName } from '@palisade/report/snippet-order';
import { combinedSnippet } from '@palisade/report/snippets/combined';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseDocument } from 'yaml';
import { z } from 'zod';

/** Values with characters that are special in YAML, JSON and JavaScript. */
const VALUES = [
  "default-src 'self'; script-src 'self' https://a.example:*; report-uri /csp?a=1&b=%20",
  'camera=(), fullscreen=(self "https://player.example")',
  'max-age=31536000; includeSubDomains',
  '{"group":"csp","max_age":10886400}',
];

it.each(VALUES)('%s: the annotation is YAML with one directive', (value) => {
  const { kubernetes } = fixSnippets('X-Example', value);
  const document = parseDocument(kubernetes ?? '', { strict: true });
  expect([...document.errors, ...document.warnings]).toEqual([]);
  const { metadata } = document.toJS() as { metadata: { annotations: Record<string, string> } };
  const [snippet = ''] = Object.values(metadata.annotations);
  expect(snippet.trim().split('\n')).toHaveLength(1);
  expect(snippet).toContain(`X-Example: ${value.replaceAll('"', '\\"')}`);
});

/** Ways in which a route behind the middleware may send its own field, on Node's real response object. */
const ROUTES: Readonly<Record<string, (res: ServerResponse) => unknown>> = {
  'by setHeader': (res) => res.setHeader('Referrer-Policy', 'unsafe-url').end('ok'),
  'by writeHead': (res) => res.writeHead(200, { 'referrer-policy': 'unsafe-url', 'X-Own': '1' }).end('ok'),
  'by writeHead with a reason': (res) => res.writeHead(200, 'Fine', { 'Referrer-Policy': 'unsafe-url' }).end('ok'),
  'by writeHead with a list': (res) => res.writeHead(200, ['Referrer-Policy', 'unsafe-url', 'X-Own', '1']).end('ok'),
  'by both': (res) => res.setHeader('Referrer-Policy', 'a').writeHead(404, { 'REFERRER-POLICY': 'b' }).end('ok'),
  'in a stream': (res) => (res.setHeader('Referrer-Policy', 'unsafe-url').write('o'), res.end('k')),
  'not at all': (res) => res.end('ok'),
};

describe('Express', () => {
  it.each(Object.entries(ROUTES))('the field is in force when a route sends it %s', async (how, route) => {
    const listener = expressOf(fixSnippets('Referrer-Policy', 'no-referrer').express ?? '', route);
    const server = createServer(listener).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await answer.text()).toBe('ok');
    if (/list|writeHead$/.test(how)) expect(answer.headers.get('x-own')).toBe('1');
  });
});

type Middleware = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

/** The pasted text in front of one route, as `app.use` chains them. */
function expressOf(pasted: string, route: (res: ServerResponse) => unknown): RequestListener {
  const before: Middleware[] = [];
  // eslint-disable-next-line no-new-func, typescript/no-implied-eval
  new Function('app', pasted)({ use: (middleware: Middleware) => before.push(middleware) });
  return (req, res) => {
    const last = (): void => void route(res);
    before.reduceRight<() => void>((next, one) => () => one(req, res, next), last)();
  };
}

/** Exactly what each service's own schema or parser accepts: it rejects an unknown key, or ignores it. */
const KEY_AND_VALUE = z.strictObject({ key: z.string().regex(/^[\w-]+$/), value: z.string().min(1) });
const RULE = z.strictObject({ source: z.string().regex(/^\/[\w(.*):/]*$/), headers: z.array(KEY_AND_VALUE).min(1) });
const SHAPES = {
  /** vercel.json, https://openapi.vercel.sh/vercel.json: `headers`; an entry also accepts `has` and `missing`. */
  vercel: (text: string) => fieldsOf(z.strictObject({ headers: z.array(RULE) }).parse(JSON.parse(text)).headers),
  /** next.config.js: `headers()` resolves to a list; Next.js aborts the build on an unknown key or an empty value. */
  nextjs: async (text: string) => {
    const module = { exports: {} };
    // eslint-disable-next-line no-new-func, typescript/no-implied-eval
    new Function('module', text)(module);
    const { headers } = z.strictObject({ headers: z.function() }).parse(module.exports);
    return fieldsOf(z.array(RULE).parse(await headers()));
  },
  /** netlify.toml: `[[headers]]` with `for` and `values`. */
  netlify: (text: string) => {
    const rule = z.strictObject({ for: z.string().startsWith('/'), values: z.record(z.string(), z.string()) });
    const { headers } = z.strictObject({ headers: z.array(rule).length(1) }).parse(parseToml(text));
    return Object.entries(headers[0]?.values ?? {});
  },
  /** Rulesets API of Cloudflare, phase http_response_headers_transform. */
  cloudflare: (text: string) => {
    const set = z.strictObject({ operation: z.literal('set'), value: z.string().min(1) });
    const rule = z.strictObject({
      description: z.string().max(500),
      expression: z.string().min(1),
      action: z.literal('rewrite'),
      action_parameters: z.strictObject({ headers: z.record(z.string(), set) }),
    });
    const { headers } = rule.parse(JSON.parse(text)).action_parameters;
    return Object.entries(headers).map(([name, { value }]) => [name, value] as const);
  },
  /** Event of a CloudFront function (runtime 1.0: ES5.1, 10 kB): names in small letters, `value` in an object. */
  cloudfront: (text: string) => {
    expect(text).not.toMatch(/\b(?:let|const|class|async)\b|=>|`/);
    expect(Buffer.byteLength(text)).toBeLessThan(10_240);
    const event = { response: { statusCode: 200, statusDescription: 'OK', headers: {} } };
    // eslint-disable-next-line no-new-func, typescript/no-implied-eval
    const answer: unknown = new Function('event', `${text}; return handler(event);`)(event);
    const lower = z.string().regex(/^[a-z-]+$/);
    const headers = z.record(lower, z.strictObject({ value: z.string() }));
    const response = z.strictObject({ statusCode: z.literal(200), statusDescription: z.string(), headers });
    return Object.entries(response.parse(answer).headers).map(([name, { value }]) => [name, value] as const);
  },
} satisfies Partial<Record<SnippetName, (text: string) => unknown>>;

const fieldsOf = (rules: z.infer<typeof RULE>[]) =>
  rules.flatMap(({ headers }) => headers.map(({ key, value }) => [key, value] as const));

const FIELDS: readonly (readonly [string, string])[] = [
  ['Content-Security-Policy', "default-src 'self'; script-src 'self' https://a.example:*; report-uri /csp?a=1&b=%20"],
  ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
  ['Permissions-Policy', 'camera=(), fullscreen=(self "https://player.example")'],
  ['Reporting-Endpoints', 'default="https://r.example/c"'],
];

describe.each(Object.entries(SHAPES))('%s', (server, read) => {
  const small = (fields: readonly (readonly [string, string])[]) => fields.map(([name, value]) => [name.toLowerCase(), value]); // prettier-ignore
  const snippets = FIELDS.map(([name, value]) => fixSnippets(name, value));

  it.each(FIELDS)('%s has the shape it accepts', async (name, value) => {
    const text = fixSnippets(name, value)[server as keyof typeof SHAPES] ?? '';
    expect(small(await read(text))).toEqual(small([[name, value]]));
  });
  it('so have all of them in one snippet', async () => {
    const text = combinedSnippet(server as keyof typeof SHAPES, snippets) ?? '';
    expect(small(await read(text)).toSorted()).toEqual(small(FIELDS).toSorted());
  });
});
