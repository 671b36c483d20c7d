import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';

/** Lets the routes of this scope accept one file from a form (RFC 7578), of at most `limit` bytes. */
export function takeUploads(app: FastifyInstance, { field, limit }: { field: string; limit: number }): void {
  takeMultipart(app, limit, async (form) => {
    const file = form?.get(field);
    if (!(file instanceof Blob) || file.size === 0) throw new ApiError(400, 'choose a file first');
    return Buffer.from(await file.arrayBuffer());
  });
}

/** Lets the routes of this scope accept a form with text fields and an optional file in `field`. */
export function takeFormWithFile(app: FastifyInstance, { field, limit }: { field: string; limit: number }): void {
  takeMultipart(app, limit, async (form) => {
    if (form === null) throw new ApiError(400, 'the form cannot be read');
    const fields: Record<string, unknown> = {};
    for (const [name, value] of form) if (typeof value === 'string') fields[name] = value;
    const file = form.get(field);
    if (file instanceof Blob && file.size > 0) fields[field] = Buffer.from(await file.arrayBuffer());
    return fields;
  });
}

function takeMultipart(app: FastifyInstance, limit: number, read: (form: FormData | null) => Promise<unknown>): void {
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: limit },
    async (request: FastifyRequest, body: unknown) => {
      const { 'content-type': type = '' } = request.headers;
      const form = await new Response(body as Buffer<ArrayBuffer>, { headers: { 'content-type': type } })
        .formData()
        .catch(() => null);
      return await read(form);
    },
  );
}
