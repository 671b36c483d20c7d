import type { Schema } from './document.ts';

/** Realistic values by field name, used if the schema admits them. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  url: 'https://example.com/',
  final_url: 'https://www.example.com/',
  host: 'www.example.com',
  status_code: 200,
  grade: 'B',
  score: 74,
  email: 'you@example.com',
  plan: 'pro',
  scans_used: 12,
  scans_limit: 50,
  scanned_at: '2026-11-22T09:30:00.000Z',
  duration_ms: 1840,
  engine_version: '0.25.0',
  scan_id: '5f0c2b1e-8f6f-4c8e-9c6d-2f3f0a7b6c5d',
  report_id: 'rPq3x8Vt5mKz0Ws7Yd2Lc',
  report_url: 'https://scan.example.com/r/rPq3x8Vt5mKz0Ws7Yd2Lc',
  evidence_sha256: 'c3ab8ff13720e8ad9047dd39466b3c8974e592c2fa383d4a3960714caef0c4f2',
  batch_id: '0b0e7c52-6f0d-4a57-9d0c-9b8a2f6d1c3e',
  batch_url: 'https://scan.example.com/api/scans/0b0e7c52-6f0d-4a57-9d0c-9b8a2f6d1c3e',
  secret: 'whsec_9pXrFzq0bW3m8YvT2kLhN5sJd7GcA1uQeR4oIxZ6yBw=',
  token: 'pal_scan_4mXw8Qz2Lr7Vb1Nc5Ty9Kd3Hf6Jg0Ps8Wu2',
  payment_id: 'pay_29QQoUBi66xm2f',
  order_id: 'order_9A33XWu170gUtm',
  checkout_url: 'https://checkout.stripe.com/c/pay/cs_test_a1b2c3',
  amount: 24900,
  currency: 'INR',
  message: 'The report will be emailed to you@example.com.',
  error: 'url is missing',
  title: 'Content-Security-Policy not sent',
  outcome: 'missing',
  explanation: 'A Content-Security-Policy tells the browser which scripts may run.',
  fix: "default-src 'self'",
  note: null,
  id: 'dns/dmarc',
  kid: 'k7f2',
  alg: 'Ed25519',
};

/** An example that is derived from the schema, so that it always conforms to it. */
export function exampleOf(schema: Schema, schemas: Readonly<Record<string, Schema>>, name = '', depth = 0): unknown {
  if (schema.$ref !== undefined) {
    const found = schemas[schema.$ref.split('/').at(-1) ?? ''];
    return found ? exampleOf(found, schemas, name, depth) : {};
  }
  if (schema.const !== undefined) return schema.const;
  const known = BY_NAME[name];
  if (name in BY_NAME && admits(schema, known)) return known;
  if (schema.enum) return schema.enum[0];
  const choice = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null');
  if (choice) return exampleOf(choice, schemas, name, depth);
  const parts = schema.allOf;
  if (parts) return Object.assign({}, ...parts.map((part) => exampleOf(part, schemas, name, depth)));
  return byType(schema, schemas, name, depth);
}

function byType(schema: Schema, schemas: Readonly<Record<string, Schema>>, name: string, depth: number): unknown {
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object': {
      const wanted = Object.entries(schema.properties ?? {});
      const members = wanted.map(([key, property]) => [key, exampleOf(property, schemas, key, depth + 1)]);
      if (wanted.length > 0 || typeof schema.additionalProperties !== 'object') return Object.fromEntries(members);
      const key = name === 'headers' ? 'Content-Security-Policy' : 'example';
      return { [key]: exampleOf(schema.additionalProperties, schemas, '', depth + 1) };
    }
    case 'array':
      if (schema.prefixItems) return schema.prefixItems.map((item) => exampleOf(item, schemas, '', depth + 1));
      // Schemas can be recursive, so the depth is limited. One item is enough for an example.
      return schema.items && depth < 6 ? [exampleOf(schema.items, schemas, name.replace(/s$/u, ''), depth + 1)] : [];
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return text(schema);
  }
}

function text({ format }: Schema): string {
  if (format === 'date-time') return '2026-11-22T09:30:00.000Z';
  if (format === 'date') return '2026-11-22';
  if (format === 'uuid') return '5f0c2b1e-8f6f-4c8e-9c6d-2f3f0a7b6c5d';
  if (format === 'uri' || format === 'url') return 'https://example.com/';
  if (format === 'email') return 'you@example.com';
  return 'example';
}

function admits(schema: Schema, value: unknown): boolean {
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return variants.some((one) => admits(one, value));
  if (schema.enum) return schema.enum.includes(value);
  if (schema.pattern !== undefined && !(typeof value === 'string' && new RegExp(schema.pattern, 'u').test(value)))
    return false;
  const types = [schema.type ?? []].flat();
  if (value === null) return types.includes('null');
  if (typeof value === 'number') return types.includes('integer') || types.includes('number');
  return types.includes(typeof value);
}
