import type { PageProps } from '@palisade/web/pages';
import type { Answer, OpenApiDocument, Operation } from './document.ts';

type Outline = PageProps<'docs'>;
type Shown = Outline['groups'][number]['operations'][number];

/** The document in the order of the page: groups with their operations, then schemas. */
export function docsOutline(document: OpenApiDocument): Outline {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  return {
    title: String(document.info['title']),
    version: String(document.info['version']),
    description: paragraphs(String(document.info['description'])),
    groups: (document.tags ?? []).map(({ name, description }) => ({
      name,
      description,
      operations: operations
        .filter(({ operation }) => operation.tags?.includes(name))
        .map((one) => shown(one.method, one.path, one.operation, document)),
    })),
    schemas: Object.entries(document.components.schemas ?? {}).map(([name, schema]) => ({ name, text: json(schema) })),
  };
}

function shown(method: string, path: string, operation: Operation, document: OpenApiDocument): Shown {
  const body = operation.requestBody?.content['application/json']?.schema;
  return {
    id: operation.operationId ?? '',
    name: `${method.toUpperCase()} ${path}`,
    summary: operation.summary ?? '',
    description: paragraphs(operation.description ?? ''),
    curl: curl(method, path, operation, document.servers?.[0]?.url ?? ''),
    parameters: (operation.parameters ?? []).map(({ name, in: place, required, description, schema }) => ({
      name,
      place,
      required: required === true,
      description: description ?? schema?.description ?? '',
    })),
    body: body ? json(body) : null,
    answers: Object.entries(operation.responses ?? {}).map(([status, answer]) => {
      const { description = '', headers = {}, content = {} } = resolved(answer, document);
      const [type, media] = Object.entries(content)[0] ?? [];
      return {
        status,
        description,
        type: type ?? null,
        headers: Object.keys(headers),
        example: media?.example === undefined ? null : json(media.example),
      };
    }),
  };
}

function curl(
  method: string,
  path: string,
  { requestBody, security, parameters = [] }: Operation,
  server: string,
): string {
  const needed = (security ?? []).some((one) => Object.keys(one).length === 0) ? [] : (security ?? []);
  const schemes = needed.flatMap((one) => Object.keys(one));
  const filled = parameters.reduce(
    (url, { name, in: place, example }) => (place === 'path' ? url.replace(`{${name}}`, String(example)) : url),
    path,
  );
  const query = schemes.includes('apiKeyInQuery') ? '?key=$KEY' : '';
  const body = requestBody?.content['application/json']?.example;
  return [
    `curl -s ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"${server}${filled}${query}"`,
    ...(schemes.includes('apiKey') ? ['-H "X-API-Key: $KEY"'] : []),
    ...(body === undefined ? [] : ["-H 'content-type: application/json'", `-d '${JSON.stringify(body)}'`]),
  ].join(' \\\n  ');
}

function resolved(answer: Answer, { components }: OpenApiDocument): Answer {
  return answer.$ref === undefined ? answer : (components.responses?.[answer.$ref.split('/').at(-1) ?? ''] ?? answer);
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function paragraphs(words: string): string[] {
  return words.split('\n\n').filter(Boolean);
}
