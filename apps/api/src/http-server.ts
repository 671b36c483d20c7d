import { randomUUID } from 'node:crypto';
import { fastify, LogController, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Config } from '@palisade/config/config';
import type { Logger } from '@palisade/telemetry/logger';
import type { BuiltPages } from './pages/load-pages.ts';
import { compression } from './plugins/compression.ts';
import { cors } from './plugins/cors.ts';
import { errorPlugin } from './plugins/errors.ts';
import { expectations } from './plugins/expectation.ts';
import {
  HTTP_LIMITS,
  LONGEST_SEGMENT,
  readableUrl,
  SILENCE_SLACK_MS,
  wellFormedRequests,
} from './plugins/well-formed-requests.ts';
import { utf8Json } from './plugins/json-body.ts';
import { pagesPlugin } from './plugins/pages.ts';
import { clientErrorHandler } from './plugins/raw-answer.ts';
import { requestLog } from './plugins/request-log.ts';
import { requestTrace } from './plugins/request-trace.ts';
import { securityHeaders } from './plugins/security-headers.ts';
import { trustProxy } from './plugins/trust-proxy.ts';
import { unrouted } from './plugins/unrouted.ts';

const BODY_LIMIT = 64 * 1024;

interface HttpDeps {
  config: Config;
  /** The built web app; null if it is not built. */
  pages: BuiltPages | null;
  log: Logger;
  publicBaseUrl: () => string;
  stopping: () => boolean;
}

/** How the API speaks HTTP: limits, refusals and headers of every response. The routes are in `app.ts`. */
export function httpServer(deps: HttpDeps, https: boolean): FastifyInstance {
  const { config } = deps;
  const app = fastify({
    loggerInstance: deps.log,
    // requestLog writes one line for each response. The framework's own log lines would contain query strings.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    ...HTTP_LIMITS,
    connectionTimeout: config.SCAN_TIMEOUT_MS + SILENCE_SLACK_MS,
    // A stopping server still answers requests. The framework's own refusal has three fields instead of just `error`.
    return503OnClosing: false,
    trustProxy: trustProxy(config.TRUST_PROXY),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: LONGEST_SEGMENT },
    clientErrorHandler: clientErrorHandler({ https }),
    rewriteUrl: readableUrl,
  }) as unknown as FastifyInstance;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.removeContentTypeParser('text/plain');
  utf8Json(app);

  pagesPlugin(app, { built: deps.pages, serviceName: config.SERVICE_NAME, publicBaseUrl: deps.publicBaseUrl, https });
  errorPlugin(app);
  wellFormedRequests(app, { https });
  requestTrace(app);
  requestLog(app);
  app.addHook('onSend', async (_request, reply) => {
    // A kept-alive connection would delay the shutdown until it times out, a minute later.
    if (deps.stopping()) reply.header('connection', 'close');
  });
  securityHeaders(app, { https });
  compression(app);
  cors(app, config.API_CORS_ORIGINS);
  unrouted(app);
  expectations(app, { https });
  return app;
}
