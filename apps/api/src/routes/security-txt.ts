import type { FastifyInstance } from 'fastify';

const DAY_MS = 86_400_000;

/** Our own security.txt (RFC 9116). */
export async function securityTxtRoutes(
  app: FastifyInstance,
  deps: { publicBaseUrl: () => string; contact: string },
): Promise<void> {
  app.get('/.well-known/security.txt', async (_request, reply) => {
    reply.type('text/plain; charset=utf-8');
    // Half a year ahead, as RFC 9116 recommends less than a year. Rounded to the day, so it rarely changes.
    const expires = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + 182 * DAY_MS).toISOString();
    return [
      `Contact: ${deps.contact}`,
      `Expires: ${expires.replace('.000Z', 'Z')}`,
      'Preferred-Languages: en',
      `Canonical: ${deps.publicBaseUrl()}/.well-known/security.txt`,
      '',
    ].join('\n');
  });
}
