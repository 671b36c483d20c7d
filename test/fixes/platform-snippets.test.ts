import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fixSnippets } from '@palisade/report/snippets';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseDocument } from 'yaml';

/** Values with what YAML, JSON and JavaScript give a meaning of their own. */
const VALUES = [
  "default-src 'self'; script-src 'self' https://a.example:*; report-uri /csp?a=1&b=%20",
  'camera=(), fullscreen=(self "https://player.example")',
  'max-age=31536000; includeSubDomains',
  '{"group":"csp","max_age":10886400}',
];

it.each(VALUES)('%s: the annotation is YAML and holds one directive', (value) => {
  const { kubernetes } = fixSnippets('X-Example', value);
  const document = parseDocument(kubernetes ?? '', { strict: true });
  expect([...document.errors, ...document.warnings]).toEqual([]);
  const { metadata } = document.toJS() as { metadata: { annotations: Record<string, string> } };
  const [snippet = ''] = Object.values(metadata.annotations);
  expect(snippet.trim().split('\n')).toHaveLength(1);
  expect(snippet).toContain(`X-Example: ${value.replaceAll('"', '\\"')}`);
});

/** How a route of an application behind the middleware may send a field of its own, on Node's real answer object. */
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
  it.each(Object.entries(ROUTES))('the field holds where a route sends it %s', async (how, route) => {
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

/** The pasted text before one route, as `app.use` chains them. */
function expressOf(pasted: string, route: (res: ServerResponse) => unknown): RequestListener {
  const before: Middleware[] = [];
  // eslint-disable-next-line no-new-func, typescript/no-implied-eval
  new Function('app', pasted)({ use: (middleware: Middleware) => before.push(middleware) });
  return (req, res) => {
    const last = (): void => void route(res);
    before.reduceRight<() => void>((next, one) => () => one(req, res, next), last)();
  };
}
