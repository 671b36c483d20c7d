import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';

/** Lets the routes of this scope take one file from a form (RFC 7578), and nothing that is larger. */
export function takeUploads(app: FastifyInstance, { field, limit }: { field: string; limit: number }): void {
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: limit },
    async (request: FastifyRequest, body: unknown) => {
      const { 'content-type': type = '' } = request.headers;
      const form = await new Response(body as Buffer<ArrayBuffer>, { headers: { 'content-type': type } })
        .formData()
        .catch(() => null);
      const file = form?.get(field);
      if (!(file instanceof Blob) || file.size === 0) throw new ApiError(400, 'choose a file first');
      return Buffer.from(await file.arrayBuffer());
    },
  );
}
