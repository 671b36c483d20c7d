import type { z } from 'zod';

interface Issue {
  instancePath: string;
  keyword?: string | undefined;
  message?: string | undefined;
  params?: unknown;
}

const SHOWN = 5;

/** Says in words what is wrong with a body or a query: "url is missing". */
export function validationMessage(error: {
  validation: readonly Issue[];
  validationContext?: string | undefined;
}): string {
  const where = error.validationContext === 'querystring' ? 'query' : 'body';
  return error.validation
    .slice(0, SHOWN)
    .map((issue) => inWords(issue, where))
    .join('; ');
}

/** Says in words where a file violates its schema: "score is missing". */
export function issueInWords(issue: z.core.$ZodIssue): string {
  const { code, message, path } = issue;
  return inWords({ instancePath: path.map((part) => `/${String(part)}`).join(''), keyword: code, message, params: issue }, 'file'); // prettier-ignore
}

function inWords({ instancePath, keyword, message = '', params }: Issue, where: string): string {
  const field = instancePath.replace(/^\//, '').replaceAll('/', '.');
  const { expected, keys, values, minimum, maximum, origin, format } = (params ?? {}) as Record<string, unknown>;
  const entries = origin === 'array' ? 'entries' : 'characters';
  const number = origin === 'number' || origin === 'int';
  if (keyword === 'unrecognized_keys' && Array.isArray(keys)) {
    return `${[field, keys.join(', ')].filter(Boolean).join('.')} is not a known field`;
  }
  if (field === '') return /received (?:null|undefined)/u.test(message) ? `the request ${where} is missing: send a JSON object` : `the request ${where} must be a JSON object`; // prettier-ignore
  if (keyword === 'invalid_type') {
    if (message.endsWith('received undefined')) return `${field} is missing`;
    return `${field} must be ${TYPES[String(expected)] ?? String(expected)}`;
  }
  if (keyword === 'invalid_value' && Array.isArray(values)) return `${field} must be ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}`; // prettier-ignore
  if (keyword === 'too_big') return number ? `${field} must be ${String(maximum)} or less` : `${field} must have at most ${String(maximum)} ${entries}`; // prettier-ignore
  if (keyword === 'too_small' && number) return `${field} must be ${String(minimum)} or more`;
  if (keyword === 'too_small') return minimum === 1 ? `${field} is empty` : `${field} must have at least ${String(minimum)} ${entries}`; // prettier-ignore
  if (keyword === 'invalid_format') return `${field} must be ${FORMS[String(format)] ?? 'in the expected format'}`;
  if (keyword === 'invalid_union' && !message.startsWith('must ')) return `${field} has none of the accepted formats`;
  if (/^(?:Invalid input|Invalid string)/u.test(message)) return `${field} is not in the expected format`;
  return message.startsWith('must ') ? `${field} ${message}` : `${field}: ${message}`;
}

const FORMS: Readonly<Record<string, string>> = {
  uuid: 'an ID such as 5f0c2b1e-8f6f-4c8e-9c6d-2f3f0a7b6c5d',
  email: 'an email address',
  url: 'a URL such as https://example.com',
  date: 'a date such as 2026-12-31',
  datetime: 'a time such as 2026-12-31T12:00:00Z',
};

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
};
