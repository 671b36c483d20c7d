import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { callerOf } from '@palisade/access/client-address';
import type { Db } from '@palisade/db/client';
import { createPublishedKey, publicSigningKeys } from '@palisade/db/signing-keys';
import { FreeReport, OneTimeReport, ProReport } from '@palisade/report/columns';
import type { CurrentKey } from '@palisade/signing/key-file';
import type { PublicJwk } from '@palisade/signing/signing-key';
import { ApiError } from '../errors.ts';
import { createOpenFile } from '../opened/open-file.ts';
import { refuseOtherSites } from '../pages/same-site.ts';
import { takeUploads } from '../pages/uploaded-file.ts';
import { ErrorBody } from './error-body.ts';

/** In bytes: the largest evidence that is stored, with room to spare. */
const FILE_LIMIT = 8 * 1024 * 1024;

const Opened = z.object({
  kind: z.enum(['report', 'evidence']),
  signature: z.object({
    result: z
      .enum(['genuine', 'altered', 'unknown', 'none'])
      .describe('`unknown`: by a key of another service; `none`: no signature, as for all evidence'),
    reason: z.string().nullable(),
  }),
  report: z.union([OneTimeReport, ProReport, FreeReport]),
});

/** Shows a saved report, or judges the saved evidence of a scan, without a new scan. Nothing is stored. */
export async function openRoutes(app: FastifyInstance, deps: { db: Db; signingKey: CurrentKey }): Promise<void> {
  const publishedKey = createPublishedKey(deps.db, deps.signingKey);
  const openFile = createOpenFile({
    keys: async () => {
      await publishedKey();
      return { keys: await publicSigningKeys<PublicJwk>(deps.db) };
    },
  });

  app.removeAllContentTypeParsers();
  // The raw bytes: the signature covers details that a parser would normalize.
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: FILE_LIMIT },
    async (_request: unknown, body: unknown) => body,
  );
  takeUploads(app, { field: 'file', limit: FILE_LIMIT });

  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/open',
    {
      bodyLimit: FILE_LIMIT,
      schema: {
        tags: ['Reports'],
        summary: 'Show a saved report, or evaluate the saved evidence of a scan, without a new scan',
        description:
          'The body is a report, whose signature is verified, or the evidence of a scan (from ' +
          '`GET /api/reports/{report_id}/evidence` or `palisade scan --save`), which this engine evaluates. ' +
          'Up to 8 MiB. Nothing is stored.',
        consumes: ['application/json'],
        response: { 200: Opened, 400: ErrorBody, 413: ErrorBody, 415: ErrorBody, 503: ErrorBody },
      },
    },
    // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Fastify, not Express
    async (request) => {
      if (!Buffer.isBuffer(request.body)) throw new ApiError(400, 'send a report or saved evidence as the body');
      return openFile(request.body, callerOf(request.ip));
    },
  );

  app.get('/open', async (_request, reply) => reply.page('open', null));

  app.post(
    '/open',
    { bodyLimit: FILE_LIMIT, onRequest: async (request) => refuseOtherSites(request) },
    async (request, reply) => {
      if (!Buffer.isBuffer(request.body)) throw new ApiError(400, 'choose a file first');
      const { kind, signature, report } = await openFile(request.body, callerOf(request.ip));
      reply.headers({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' });
      const ageMs = Date.now() - Date.parse(report.scanned_at);
      return reply.page('report', {
        report,
        ageMs,
        kept: null,
        standing: null,
        opened: { kind, signature: signature.result },
      });
    },
  );
}
