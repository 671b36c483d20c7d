import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';

/** A form on another site must not spend the visitor's scans. Browsers send the origin with every POST. */
export function refuseOtherSites(request: FastifyRequest): void {
  const { origin, host, 'sec-fetch-site': site } = request.headers;
  const foreign = site === undefined ? origin !== undefined && !sameHost(origin, host) : site !== 'same-origin';
  if (foreign) throw new ApiError(403, 'this form can only be submitted from its own page');
}

function sameHost(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}
