import type { FastifyInstance } from 'fastify';

/** Lets the routes of this scope accept form bodies; all others still answer 415. */
export function takeForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
}
