import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { authenticateKey } from '@palisade/access/authenticate-key';
import { pasted } from '@palisade/access/credential-format';
import { KeyMissing } from '@palisade/access/errors';
import { monthlyUsage } from '@palisade/access/monthly-quota';
import type { Db } from '@palisade/db/client';
import { ErrorBody } from './error-body.ts';

/** Specification §2.5. */
const Usage = z.object({
  valid: z.boolean().describe('whether the key is active'),
  email: z.string(),
  plan: z.string(),
  scans_used: z.int().min(0).describe('scans consumed this calendar month, UTC'),
  scans_limit: z.int().min(0).describe('monthly limit of the plan'),
});

/** Specification §4.5: consumes no quota. The key is in the query string, which is never logged. */
export async function usageRoutes(app: FastifyInstance, deps: { db: Db; appSecret: string }): Promise<void> {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/usage',
    {
      schema: {
        tags: ['Keys'],
        summary: 'Usage of an API key this month',
        querystring: z.object({ key: z.string().overwrite(pasted).optional().describe('the API key; required') }),
        response: { 200: Usage, 400: ErrorBody, 401: ErrorBody, 403: ErrorBody, 503: ErrorBody },
      },
    },
    async ({ query }) => {
      if (!query.key) throw new KeyMissing('this endpoint needs your API key in the query parameter "key"');
      const key = await authenticateKey(deps.db, query.key, deps.appSecret);
      const { used, limit } = await monthlyUsage(deps.db, key);
      return { valid: true, email: key.email, plan: key.plan, scans_used: used, scans_limit: limit };
    },
  );
}
