import { keepLogo } from '@palisade/db/client-logos';
import type { Tx } from '@palisade/db/client';
import { LOGO_LIMITS } from '@palisade/pdf/logo-limits';
import { LogoRefused, prepareLogo } from '@palisade/pdf/prepare-logo';
import { takeFrom } from '@palisade/access/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ApiError } from '../errors.ts';
import { ErrorBody } from './error-body.ts';

export interface LogoDeps {
  db: Tx;
  appSecret: string;
}

const LIMIT = { what: 'logo', named: 'logos', perAddress: 30, perService: 600 };

/**
 * Decodes a client's logo and stores it, for a day unless an order refers to it.
 * @returns its id
 * @throws ApiError for a file that is not a valid logo; QuotaExhausted
 */
export async function takeLogo({ db, appSecret }: LogoDeps, file: Uint8Array, address: string): Promise<string> {
  await takeFrom(db, LIMIT, { address, appSecret });
  try {
    return await keepLogo(db, await prepareLogo(file));
  } catch (error) {
    if (error instanceof LogoRefused) throw new ApiError(400, error.message);
    throw error;
  }
}

/** Uploads a logo before the order that refers to it, so that other bodies stay small. */
export async function complianceLogoRoutes(app: FastifyInstance, deps: LogoDeps): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['image/png', 'image/jpeg'],
    { parseAs: 'buffer', bodyLimit: LOGO_LIMITS.bytes },
    async (_request: unknown, body: unknown) => body,
  );
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/compliance-report/logo',
    {
      bodyLimit: LOGO_LIMITS.bytes,
      schema: {
        tags: ['Payments'],
        summary: 'Upload a logo for the cover of a compliance report',
        description:
          'The body is a PNG or JPEG file of at most 256 KiB, 4,000 pixels per side and 4 million pixels in total. It is decoded and ' +
          're-encoded; only its pixels are stored, for a day. Use the returned ID as `logo` of ' +
          '`/api/compliance-report/pay` or `/api/compliance-report/generate`.',
        consumes: ['image/png', 'image/jpeg'],
        response: {
          200: z.object({ logo: z.uuid() }),
          400: ErrorBody,
          413: ErrorBody,
          415: ErrorBody,
          429: ErrorBody,
        },
      },
    },
    // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Fastify, not Express
    async (request) => {
      if (!Buffer.isBuffer(request.body)) throw new ApiError(400, 'send a PNG or JPEG file as the body');
      return { logo: await takeLogo(deps, request.body, request.ip) };
    },
  );
}
