import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { wantsPage } from '../pages/wants-page.ts';

interface KnownPath {
  pattern: RegExp;
  methods: Set<string>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every path with a route, except catch-all paths. */
    knownPaths: Map<string, KnownPath>;
  }
}

/**
 * Answers requests without a route before their body is read: 404, 405 with `Allow` if the path has other methods
 * (RFC 9110 §15.5.6), and `OPTIONS` (§9.3.7). Add it after the hooks that set headers of every response, and before routes.
 */
export function unrouted(app: FastifyInstance): void {
  const known = new Map<string, KnownPath>();
  app.decorate('knownPaths', known);
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const path = known.get(url) ?? { pattern: patternOf(url), methods: new Set(['OPTIONS']) };
    for (const one of [method].flat()) path.methods.add(one);
    known.set(url, path);
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const allowed = allowedMethods(request);
    if (request.method !== 'OPTIONS' || allowed === '') throw refusal(request);
    await reply.code(204).header('allow', allowed).send();
  });
}

/** What a request without a route gets. */
export function refusal(request: FastifyRequest): ApiError {
  const path = request.url.split('?', 1)[0];
  const allowed = allowedMethods(request);
  if (allowed !== '') {
    const methods = allowed.replace(', OPTIONS', '').replaceAll(', ', ' or ');
    return new ApiError(405, `there is no ${request.method} ${path}: use ${methods}`, { allow: allowed });
  }
  const what = request.method === 'GET' && wantsPage(request) ? 'page at' : request.method;
  return new ApiError(404, `there is no ${what} ${path}`);
}

const ORDER = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** As the value of `Allow`; empty for a path without any route. `*` is the server as a whole. */
function allowedMethods({ server, url }: FastifyRequest): string {
  const path = decodeURI(url.split('?', 1)[0] ?? '').replace(/(?<=.)\/$/, '');
  const methods = new Set<string>();
  for (const one of server.knownPaths.values())
    if (url === '*' || one.pattern.test(path)) for (const method of one.methods) methods.add(method);
  return ORDER.filter((method) => methods.has(method)).join(', ');
}

/** `/badge/:host.svg` as an expression; a parameter has no slash. */
function patternOf(url: string): RegExp {
  const parts = url.replace(/(?<=.)\/$/, '').split(/:\w+(?:\([^)]*\))?/);
  return new RegExp(`^${parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('[^/]+')}$`);
}
