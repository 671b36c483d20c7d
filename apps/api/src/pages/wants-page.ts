import type { FastifyRequest } from 'fastify';

/** Paths whose responses are for programs, whatever the Accept header says. */
const FOR_PROGRAMS = /^\/(?:api|ops(?!\/customers)|metrics|healthz|readyz|openapi\.json|\.well-known)(?:[/?.]|$)/;

/**
 * Whether the client is a browser, which gets errors as pages. A program that accepts HTML but prefers JSON gets JSON
 * (RFC 9110 §12.5.1). A wildcard alone, which most clients send, does not request a page.
 */
export function wantsPage(request: FastifyRequest): boolean {
  const accept = (request.headers.accept ?? '').slice(0, 2000);
  if (FOR_PROGRAMS.test(request.originalUrl)) return false;
  const page = weightOf(accept, 'text/html') ?? weightOf(accept, 'text/*') ?? 0;
  return page > 0 && page >= (weightOf(accept, 'application/json') ?? 0);
}

function weightOf(accept: string, range: string): number | null {
  for (const part of accept.toLowerCase().split(',')) {
    const [named = '', ...parameters] = part.split(';').map((text) => text.trim());
    if (named !== range) continue;
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.split('=')[1];
    return weight === undefined ? 1 : Number(weight) || 0;
  }
  return null;
}
