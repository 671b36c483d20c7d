import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Db } from '@palisade/db/client';
import { createPublishedKey, publicSigningKeys } from '@palisade/db/signing-keys';
import type { CurrentKey } from '@palisade/signing/key-file';
import type { PublicJwk } from '@palisade/signing/signing-key';
import { NotVerifiable, verifyFile } from '@palisade/signing/verify-file';
import { ApiError } from '../errors.ts';
import { refuseOtherSites } from '../pages/same-site.ts';
import { takeUploads } from '../pages/uploaded-file.ts';
import { ErrorBody } from './error-body.ts';

export interface VerifyDeps {
  db: Db;
  signingKey: CurrentKey;
}

/** In bytes: the largest PDF with its evidence attached, with room to spare. */
const FILE_LIMIT = 16 * 1024 * 1024;

const Jwk = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  kid: z.string().describe('RFC 7638 thumbprint'),
  alg: z.literal('EdDSA'),
  use: z.literal('sig'),
});

const what = { kind: z.enum(['report', 'pdf']), kid: z.string() };
const Answer = z.discriminatedUnion('result', [
  z.object({
    result: z.literal('genuine'),
    ...what,
    report_id: z.string().nullable(),
    url: z.string(),
    grade: z.string(),
    score: z.int(),
    scanned_at: z.string(),
  }),
  z.object({ result: z.literal('altered'), ...what, reason: z.string() }),
  z.object({ result: z.literal('unknown'), ...what, kid: z.string().nullable(), reason: z.string() }),
]);

/** Lets anyone check whether a report or PDF was created here and is unchanged. Nothing is stored. */
export async function verifyRoutes(app: FastifyInstance, { db, signingKey }: VerifyDeps): Promise<void> {
  const publishedKey = createPublishedKey(db, signingKey);
  const publicKeys = async (): Promise<PublicJwk[]> => {
    await publishedKey();
    return publicSigningKeys<PublicJwk>(db);
  };

  // The raw bytes: the signature covers details that a parser would normalize.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json', 'application/pdf', 'application/octet-stream'],
    { parseAs: 'buffer', bodyLimit: FILE_LIMIT },
    async (_request: unknown, body: unknown) => body,
  );
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/.well-known/palisade-keys.json',
    {
      schema: {
        tags: ['Reports'],
        summary: 'The public keys for report signatures as a JWK set, including old ones',
        response: { 200: z.object({ keys: z.array(Jwk) }) },
      },
    },
    async (_request, reply) => {
      // Signatures may be checked from any origin.
      reply.headers({
        'cache-control': 'public, max-age=300',
        'access-control-allow-origin': '*',
      });
      return { keys: await publicKeys() };
    },
  );

  routes.post(
    '/api/verify',
    {
      bodyLimit: FILE_LIMIT,
      schema: {
        tags: ['Reports'],
        summary: 'Check whether a report (JSON) or PDF was created by this service and is unchanged',
        description:
          '`genuine`: signed by this service and unchanged, with its date and grade. `altered`: signed ' +
          'here but changed since. `unknown`: not signed by this service. The file is not stored.',
        consumes: ['application/json', 'application/pdf'],
        response: { 200: Answer, 400: ErrorBody, 413: ErrorBody, 415: ErrorBody },
      },
    },
    // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Fastify, not Express
    async (request) => {
      if (!Buffer.isBuffer(request.body)) throw new ApiError(400, 'send a report as JSON, or its PDF, as the body');
      return verdictOn(request.body);
    },
  );

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    takeUploads(scope, { field: 'file', limit: FILE_LIMIT });
    scope.post(
      '/verify',
      { bodyLimit: FILE_LIMIT, onRequest: async (request) => refuseOtherSites(request) },
      async (request, reply) => {
        if (!Buffer.isBuffer(request.body)) throw new ApiError(400, 'choose a file first');
        const verdict = await verdictOn(request.body);
        reply.headers({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' });
        return reply.page('verify', verdict);
      },
    );
  });

  async function verdictOn(file: Buffer): Promise<z.infer<typeof Answer>> {
    try {
      const verdict = verifyFile(file, { keys: await publicKeys() });
      if (verdict.result !== 'genuine') return verdict;
      const { claims, ...rest } = verdict;
      return { ...rest, ...claims };
    } catch (error) {
      if (error instanceof NotVerifiable) throw new ApiError(400, `${error.message}: send a report as JSON or PDF`);
      throw error;
    }
  }
}
