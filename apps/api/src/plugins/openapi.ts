import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { completed } from '../openapi/complete.ts';
import { docsOutline } from '../openapi/docs-outline.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { nameSchemas } from '../openapi/named-schemas.ts';

const DESCRIPTION = `Scans a public website and returns a security report.

Every error is \`{"error": "…"}\`. Bodies are JSON, up to 64 KiB. Months and days are UTC. Breaking changes are announced in advance.`;

/** OpenAPI 3.1 from the routes' zod schemas, at /openapi.json, and a page to read it at /docs. */
export async function openapiPlugin(
  app: FastifyInstance,
  options: { serviceName: string; version: string; publicBaseUrl: () => string },
): Promise<void> {
  nameSchemas();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${options.serviceName} API`,
        version: options.version,
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      components: {
        securitySchemes: {
          apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'sent by email after subscribing' },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'palisade_session',
            description:
              'set by the link emailed after `POST /api/account/sign-in`; `__Host-palisade_session` on https',
          },
          deleteToken: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Report-Delete-Token',
            description: 'returned with the report',
          },
          apiKeyInQuery: { type: 'apiKey', in: 'query', name: 'key', description: 'the same API key' },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
    hideUntagged: true,
  });
  let document: OpenApiDocument | undefined;
  const whole = (): OpenApiDocument =>
    (document ??= completed(app.swagger() as unknown as OpenApiDocument, options.publicBaseUrl()));
  app.get('/openapi.json', async () => whole());
  let outline: ReturnType<typeof docsOutline> | undefined;
  app.get('/docs', async (_request, reply) => reply.page('docs', (outline ??= docsOutline(whole()))));
}
