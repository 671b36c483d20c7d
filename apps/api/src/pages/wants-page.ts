import type { FastifyRequest } from 'fastify';

/** Paths whose answers are for programs, whatever their Accept field says. */
const FOR_PROGRAMS = /^\/(?:api|ops|metrics|healthz|readyz|openapi\.json|\.well-known)(?:[/?.]|$)/;

/**
 * A person's browser asks: errors are pages then. A program that takes HTML too gets JSON where it prefers that
 * (RFC 9110 §12.5.1). `*` alone, which most clients send, is no wish for a page.
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
