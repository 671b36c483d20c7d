import fc from 'fast-check';

/** The part of JSON Schema that our OpenAPI document uses for requests. */
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** Values that satisfy the schema, or nearly: what a correct and a careless client would send. */
export function fromSchema(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const union = schema.anyOf ?? schema.oneOf;
  if (union) return fc.oneof(...union.map((one) => fromSchema(one, name)));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([key, value]) => [key, fromSchema(value, key)]),
        ),
        { requiredKeys: schema.required ?? [] },
      );
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}, name), { maxLength: 5 });
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 });
    case 'boolean':
      return fc.boolean();
    case 'string':
      return textFor(name, schema);
    default:
      return fc.jsonValue();
  }
}

/** Any JSON value instead of the expected one, with the right names half of the time. */
export function anyBody(schema: Schema): fc.Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {});
  return fc.oneof(
    fc.jsonValue(),
    fc.dictionary(fc.constantFrom(...names, '__proto__', 'constructor', 'toString'), fc.jsonValue(), { maxKeys: 6 }),
    fromSchema(schema).map((value) => [value]),
    fromSchema(schema).map((value) => ({ ...(value as object), unexpected: value })),
  );
}

function textFor(name: string, schema: Schema): fc.Arbitrary<string> {
  const hostile = fc.constantFrom(
    '',
    '\0',
    '%00',
    '../../etc/passwd',
    "' or 1=1 --",
    '${7*7}',
    '<script>alert(1)</script>',
    '\u202e\ufeff\ud800',
    'x'.repeat(10_000),
    '🦔'.repeat(500),
    'pal_live_0000000000000000000000000000000000000',
    'null',
    '[]',
    '{{constructor}}',
  );
  const usual = fc.string({
    minLength: Math.min(schema.minLength ?? 0, 50),
    maxLength: Math.min(schema.maxLength ?? 60, 60),
    unit: 'grapheme',
  });
  if (name === 'url')
    return fc.oneof(
      fc.constantFrom(...URLS),
      hostile,
      usual.map((text) => `${text}.invalid`),
    );
  if (name === 'email' || schema.format === 'email') return fc.oneof(fc.constant('fuzz@example.com'), hostile, usual);
  return fc.oneof(usual, hostile);
}

/** None of these leaves this machine: lab sites, names that do not exist, rejected addresses. */
const URLS = [
  'bare.test',
  'https://bare.test/',
  'http://bare.test:8080/?a=b#c',
  'https://refused.test/',
  'nobody.test',
  'http://127.0.0.1/',
  'http://[::1]:80/',
  'http://10.0.0.1',
  'https://user:pw@bare.test/',
  'ftp://bare.test',
  'javascript:alert(1)',
  'data:text/html,hi',
  'https://',
  'https://bare.test:99999/',
  'https://bare.test:0/',
  'https://%/',
  'https://bare.test/%ff%00',
  'https://xn--a/',
  'https://bücher.invalid/',
  `https://${'a'.repeat(64)}.test/`,
  `https://bare.test/${'a'.repeat(9000)}`,
  ' https://bare.test ',
  'https:\\\\bare.test\\',
  'ｈｔｔｐｓ://bare.test/',
];
