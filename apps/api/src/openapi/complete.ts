import { ERROR_ANSWERS, errorAnswer, HEADERS, type HeaderName } from './answers.ts';
import type { Answer, OpenApiDocument, Operation, Schema } from './document.ts';
import { exampleOf } from './example-of.ts';
import { OPERATIONS, operationName, TAGS } from './operations.ts';
import { WEBHOOKS } from './webhooks.ts';

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** Adds what clients need and the routes' schemas lack: names, credentials, examples, headers and error responses. */
export function completed(given: OpenApiDocument, server: string): OpenApiDocument {
  const document = structuredClone(given);
  const schemas = document.components.schemas ?? {};
  schemas['Error'] ??= {
    type: 'object',
    properties: { error: { type: 'string' } },
    required: ['error'],
    additionalProperties: false,
  };
  document.components = { ...document.components, schemas, responses: { ...ERROR_ANSWERS }, headers: HEADERS };
  document.servers = [{ url: server, description: 'this service' }];
  document.webhooks = structuredClone(WEBHOOKS);
  for (const { post } of Object.values(document.webhooks)) addExamples(post, undefined, schemas);
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (METHODS.has(method)) completeOperation(operation, method, path, schemas);
    }
  }
  const used = new Set(
    Object.values(document.paths).flatMap((methods) => Object.values(methods).flatMap(({ tags = [] }) => tags)),
  );
  document.tags = [
    ...TAGS.filter(({ name }) => used.has(name)),
    ...[...used]
      .filter((name) => !TAGS.some((tag) => tag.name === name))
      .map((name) => ({ name, description: `${name}.` })),
  ];
  dropUnused(document);
  return document;
}

function completeOperation(operation: Operation, method: string, path: string, schemas: Record<string, Schema>): void {
  const known = OPERATIONS[`${method} ${path}`];
  operation.operationId = known?.id ?? operationName(method, path);
  operation.summary ??= operation.operationId;
  if (known?.body) operation.requestBody = { required: true, content: structuredClone(known.body) };
  operation.security = known?.security ?? operation.security ?? [];
  if (path === '/api/usage') operation.parameters = (operation.parameters ?? []).filter(({ name }) => name !== 'key');
  const idempotent = operation.description?.includes('Idempotency-Key') ?? false;
  if (idempotent) (operation.parameters ??= []).push(IDEMPOTENCY_KEY);
  addExamples(operation, known?.example, schemas);
  const responses = (operation.responses ??= {});
  const wanted = [
    // Any of these routes can fail, or lose the database.
    ...(path.startsWith('/api/') || path.startsWith('/.well-known/') ? ['500', '503'] : []),
    // A body is read before the route is asked whether it wants one.
    ...(method === 'get' ? [] : ['400', '413', '415']),
    ...(idempotent ? ['409', '422'] : []),
  ];
  for (const status of wanted) responses[status] ??= {};
  const headers = [...(known?.headers ?? []), ...(idempotent ? (['Idempotent-Replayed'] as const) : [])];
  for (const [status, answer] of Object.entries(responses)) {
    responses[status] = completeAnswer(answer, status, headers, schemas);
  }
}

function addExamples(operation: Operation, body: unknown, schemas: Record<string, Schema>): void {
  for (const parameter of operation.parameters ?? []) {
    if (parameter.schema && parameter.example === undefined)
      parameter.example = exampleOf(parameter.schema, schemas, parameter.name);
  }
  for (const media of Object.values(operation.requestBody?.content ?? {})) {
    if (media.schema) media.example ??= body ?? exampleOf(media.schema, schemas);
  }
}

function completeAnswer(
  answer: Answer,
  status: string,
  headers: readonly HeaderName[],
  schemas: Record<string, Schema>,
): Answer {
  const error = Number(status) >= 400 ? errorAnswer(status) : undefined;
  if (error) return error;
  const names: HeaderName[] = ['X-Request-Id', ...(status === '200' ? headers : [])];
  const content = Object.entries(answer.content ?? {}).map(([type, media]) => {
    const example =
      media.example ?? (type === 'application/json' && media.schema ? exampleOf(media.schema, schemas) : undefined);
    return [type, { ...media, ...(example !== undefined && { example }) }];
  });
  return {
    ...answer,
    description:
      answer.description && answer.description !== 'Default Response' ? answer.description : (DONE[status] ?? 'Done.'),
    headers: {
      ...Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
      ...answer.headers,
    },
    ...(content.length > 0 && { content: Object.fromEntries(content) as Record<string, object> }),
  };
}

const IDEMPOTENCY_KEY = {
  in: 'header',
  name: 'Idempotency-Key',
  description: 'the same key and body within 24 hours return the first response again at no extra cost',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: 'order-4711',
};

const DONE: Readonly<Record<string, string>> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted.',
  204: 'Done. The response has no body.',
  303: 'See the Location header.',
};

/** Drops components that nothing refers to: readers would only wonder where they are used. */
function dropUnused({ components, paths, webhooks }: OpenApiDocument): void {
  for (let dropped = true; dropped;) {
    dropped = false;
    const text = JSON.stringify([paths, webhooks, components]);
    for (const kind of ['schemas', 'responses', 'headers'] as const) {
      for (const name of Object.keys(components[kind] ?? {})) {
        if (text.includes(`"#/components/${kind}/${name}"`)) continue;
        components[kind] = Object.fromEntries(
          Object.entries(components[kind] ?? {}).filter(([one]) => one !== name),
        ) as never;
        dropped = true;
      }
    }
  }
}
