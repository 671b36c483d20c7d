import type { OpenApiDocument, Operation, Schema } from '../apps/api/src/openapi/document.ts';

/** The types and operations of the client, from the API's description. Descriptions are left out: they change more often. */
export function clientSource({ paths, webhooks = {}, components }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const types = Object.entries(components.schemas ?? {}).map(
    ([name, schema]) => `export type ${name} = ${ts(schema)};`,
  );
  const shapes = operations.map(({ operation }) => `${operation.operationId}: ${shapeOf(operation)};`);
  const calls = operations.map(
    ({ path, method, operation }) => `${operation.operationId}: ${JSON.stringify(callOf(method, path, operation))},`,
  );
  const messages = Object.values(webhooks).map(
    ({ post }) => `${post.operationId}: ${ts(jsonOf(post.requestBody?.content) ?? {})};`,
  );
  return [
    '/* Generated from the OpenAPI description by `npm run build:client -- --write`. */',
    ...types,
    '/** What each operation takes (path, query and body in one object) and returns. */',
    `export interface Operations { ${shapes.join('\n')} }`,
    '/** What the service posts to a callback. */',
    `export interface Callbacks { ${messages.join('\n')} }`,
    'export interface Call { method: string; path: string; query: readonly string[]; answer: "json" | "bytes" | "none" }',
    `export const CALLS: Readonly<Record<keyof Operations, Call>> = { ${calls.join('\n')} };`,
    '',
  ].join('\n\n');
}

function shapeOf(operation: Operation): string {
  const parameters = (operation.parameters ?? []).filter((one) => one.in === 'path' || one.in === 'query');
  const members = parameters.map(
    ({ name, required, schema }) => `${member(name, required ?? false)}: ${ts(schema ?? {})}`,
  );
  const body = jsonOf(operation.requestBody?.content);
  const parts = [...(members.length > 0 ? [`{ ${members.join('; ')} }`] : []), ...(body ? [ts(body)] : [])];
  return `{ takes: ${parts.join(' & ') || 'Record<string, never>'}; answer: ${answerOf(operation).type} }`;
}

function callOf(method: string, path: string, operation: Operation) {
  const query = (operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name);
  return { method: method.toUpperCase(), path, query, answer: answerOf(operation).kind };
}

function answerOf({ responses = {} }: Operation): { kind: 'json' | 'bytes' | 'none'; type: string } {
  const content = responses['200']?.content ?? {};
  const json = jsonOf(content);
  if (json) return { kind: 'json', type: ts(json) };
  return Object.keys(content).length > 0
    ? { kind: 'bytes', type: 'Uint8Array<ArrayBuffer>' }
    : { kind: 'none', type: 'undefined' };
}

function jsonOf(content: Record<string, { schema?: Schema }> = {}): Schema | undefined {
  return content['application/json']?.schema;
}

function ts(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'unknown';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return union(choices.map(ts));
  if (schema.allOf) return schema.allOf.map((part) => `(${ts(part)})`).join(' & ');
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => ts({ ...schema, type })));
  switch (schema.type) {
    case 'object':
      return objectType(schema);
    case 'array':
      return arrayType(schema);
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    default:
      return 'unknown';
  }
}

function objectType({ properties = {}, required = [], additionalProperties: others }: Schema): string {
  const members = Object.entries(properties).map(
    ([name, property]) => `${member(name, required.includes(name))}: ${ts(property)}`,
  );
  if (typeof others === 'object') {
    if (members.length === 0) return `Record<string, ${ts(others)}>`;
    members.push('[other: string]: unknown');
  }
  return members.length === 0 ? 'Record<string, unknown>' : `{ ${members.join('; ')} }`;
}

function arrayType({ items, prefixItems }: Schema): string {
  if (prefixItems) return `[${prefixItems.map(ts).join(', ')}]`;
  return `(${items ? ts(items) : 'unknown'})[]`;
}

function member(name: string, required: boolean): string {
  return `${/^[A-Za-z_]\w*$/u.test(name) ? name : JSON.stringify(name)}${required ? '' : '?'}`;
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ') || 'never';
}
