import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** OpenAPI 3.1 from the routes' zod schemas, at /openapi.json, and a page to read it at /docs. */
export async function openapiPlugin(
  app: FastifyInstance,
  options: { serviceName: string; version: string },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${options.serviceName} API`,
        version: options.version,
        description:
          'Scans a public website and returns a security report. Every error is `{"error": "…"}`. Breaking changes are announced in advance.',
      },
      components: {
        securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
      },
    },
    transform: jsonSchemaTransform,
    hideUntagged: true,
  });
  await app.register(swaggerUi, { routePrefix: '/docs', uiConfig: { docExpansion: 'list' } });
  app.get('/openapi.json', async () => app.swagger());
}
