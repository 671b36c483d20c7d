import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '@palisade/db/client';
import { requireKey } from '../caller.ts';
import { ErrorBody } from './error-body.ts';

/** Specification §2.4. */
const KeyVerification = z.object({
  valid: z.boolean().describe('true: the key exists and is active'),
  plan: z.string().describe('subscription plan, for example pro'),
});

/** Specification §4.4: consumes no quota. */
export async function verifyKeyRoutes(app: FastifyInstance, deps: { quickDb: Db; appSecret: string }): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/verify-key',
    {
      schema: {
        tags: ['Keys'],
        summary: 'Check whether an API key is valid',
        security: [{ apiKey: [] }],
        response: { 200: KeyVerification, 401: ErrorBody, 403: ErrorBody, 503: ErrorBody },
      },
      onRequest: requireKey(app, deps),
    },
    async ({ apiKey }) => ({ valid: true, plan: apiKey?.plan ?? '' }),
  );
}
