import type { FastifyRequest } from 'fastify';

/** Paths whose answers are for programs, whatever their Accept field says. */
const FOR_PROGRAMS = /^\/(?:api|ops|metrics|healthz|readyz|openapi\.json|\.well-known)(?:[/?.]|$)/;

/** A person's browser asks: errors are pages then. `*` alone, which most clients send, is no wish for a page. */
export function wantsPage(request: FastifyRequest): boolean {
  const { accept = '' } = request.headers;
  return !FOR_PROGRAMS.test(request.originalUrl) && /\btext\/html\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accept);
}
