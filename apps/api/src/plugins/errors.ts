// oxlint-disable-next-line no-restricted-imports -- the names of status codes, no connection
import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod';
import { validationMessage } from './validation-message.ts';
import { answerFor, QueueUnavailable } from '../errors.ts';
import { backToForm } from '../pages/next-steps.ts';
import { wantsPage } from '../pages/wants-page.ts';
import { refusal } from './unrouted.ts';

/** Sends every error, ours or the framework's, as `{"error": "…"}` and nothing else; to browsers as a page. */
export function errorPlugin(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const known = answerFor(error);
    if (known) {
      const { status, message, headers = {} } = known;
      // The response says what to do. The cause (the database or a provider is down) is logged for the operator.
      // Overload has no further cause: the request log and the metrics show it.
      const causeless = error instanceof QueueUnavailable && error.cause === undefined;
      if ((status === 500 || status === 503) && !causeless)
        request.log.warn({ err: error, status }, 'responded with an internal error');
      return send(request, reply.code(status).headers(headers), message);
    }
    if (hasZodFastifySchemaValidationErrors(error)) {
      return send(request, reply.code(400), validationMessage(error));
    }
    const status = error.statusCode ?? 500;
    // From the file route: a name that no file can have (with NUL, too long) is simply not found.
    if (status === 403 && request.routeOptions.url === '/*') throw refusal(request);
    if (status >= 400 && status < 500 && !isResponseSerializationError(error)) {
      const message = ROUTE_MESSAGES[error.code]?.(request) ?? FRAMEWORK_MESSAGES[error.code];
      return send(request, reply.code(status), message ?? STATUS_CODES[status] ?? 'bad request');
    }
    request.log.error({ err: error }, 'request failed');
    return send(request, reply.code(500), 'something went wrong on our side');
  });

  // For paths that a route passes on: `unrouted` answers the others before.
  app.setNotFoundHandler((request) => {
    throw refusal(request);
  });
}

function send(request: FastifyRequest, reply: FastifyReply, message: string): FastifyReply {
  reply.header('vary', [reply.getHeader('vary'), 'Accept'].filter(Boolean).join(', '));
  if (reply.hasPages && wantsPage(request)) {
    if (reply.formAgain) return reply.formAgain(message);
    const steps = [...(reply.nextSteps ?? []), ...backToForm(request)];
    return reply.page('failure', { status: reply.statusCode, message, steps });
  }
  return reply.send({ error: message });
}

const [KIB, MIB] = [1024, 1024 * 1024];

/** The limit depends on the route: uploads may be larger than other bodies. */
function tooLarge({ routeOptions: { bodyLimit } }: FastifyRequest): string {
  const limit = bodyLimit < MIB ? `${bodyLimit / KIB} KiB` : `${bodyLimit / MIB} MiB`;
  return `the request body is larger than ${limit}`;
}

/** Values of `enctype` in a form (HTML Standard §4.10.19.6), which its page sends. */
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** Names the types that this route accepts: a route for a form does not accept JSON. */
function otherType({ server, routeOptions: { schema } }: FastifyRequest): string {
  const forms = FORM_TYPES.filter((type) => server.hasContentTypeParser(type));
  if (schema?.consumes) return `send the request body as ${schema.consumes.join(' or ')}`;
  if (schema?.body === undefined && forms.length > 0) return `send the form as ${forms.join(' or ')}`;
  return 'send the request body as application/json';
}

/** Messages that depend on the route. */
const ROUTE_MESSAGES: Readonly<Record<string, (request: FastifyRequest) => string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: tooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: otherType,
};

const FRAMEWORK_MESSAGES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY:
    'the request body is not valid JSON, or has a member "__proto__", which is not accepted',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'the request body does not have the announced length',
  FST_ERR_BAD_URL: 'the request path is malformed',
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'send the type of the request body in the Content-Type header',
};
