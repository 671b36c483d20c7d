import type { Answer } from './document.ts';

const STATUS_TEXT: Readonly<Record<string, [name: string, description: string, example: string]>> = {
  400: ['BadRequest', 'The request is malformed, or the target cannot be scanned.', 'url is missing'],
  401: ['KeyMissing', 'No API key was sent.', 'this endpoint needs your API key in the X-API-Key header'],
  402: ['PaymentRequired', 'The payment has not succeeded, or is for something else.', 'the payment has not succeeded'],
  403: ['KeyRefused', 'The key or token is invalid, expired, used or inactive.', 'invalid or inactive API key'],
  404: ['NotFound', 'It does not exist, or no longer exists.', 'there is no such report'],
  409: [
    'UnderWay',
    'A request with the same Idempotency-Key is in progress.',
    'a request with this Idempotency-Key is still in progress',
  ],
  410: ['Gone', 'It has expired and was deleted.', 'this report has expired'],
  413: ['TooLarge', 'The body is larger than 64 KiB.', 'the request body is larger than 64 KiB'],
  415: [
    'NotJson',
    'The body is not application/json, or it has a content encoding such as gzip.',
    'send the request body as application/json',
  ],
  422: [
    'KeyReused',
    'The Idempotency-Key was used with a different body.',
    'this Idempotency-Key was used with a different body',
  ],
  429: [
    'QuotaUsed',
    'The monthly or daily quota is used up.',
    'the free scans of this day are used up: they reset at 00:00 UTC',
  ],
  500: ['Fault', 'An internal error.', 'something went wrong on our side'],
  502: ['Unreachable', 'The target could not be reached or read.', 'example.com refused the connection'],
  503: [
    'Busy',
    'The service is overloaded, or part of it is unavailable.',
    'too many scans are waiting: try again shortly',
  ],
};

const RETRY = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } };
const RETRYABLE = new Set(['409', '429', '503']);

/** Every error response as a named component, with an example and its headers. */
export const ERROR_ANSWERS: Readonly<Record<string, Answer>> = Object.fromEntries(
  Object.entries(STATUS_TEXT).map(([status, [name, description, error]]): [string, Answer] => [
    name,
    {
      description,
      ...(RETRYABLE.has(status) && { headers: RETRY }),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example: { error } } },
    },
  ]),
);

export function errorAnswer(status: string): Answer | undefined {
  const name = STATUS_TEXT[status]?.[0];
  return name === undefined ? undefined : { $ref: `#/components/responses/${name}` };
}

const header = (description: string, schema: object, example: unknown): object => ({ description, schema, example });

export const HEADERS = {
  'Retry-After': header('Seconds to wait before retrying.', { type: 'integer', minimum: 1 }, 5),
  'X-Request-Id': header(
    'ID of this request in the service log.',
    { type: 'string', format: 'uuid' },
    '5f0c2b1e-8f6f-4c8e-9c6d-2f3f0a7b6c5d',
  ),
  'X-Scans-Remaining': header('Scans left this month (UTC).', { type: 'integer', minimum: 0 }, 38),
  'X-Report-Delete-Token': header(
    'Token that deletes this report with `DELETE /api/reports/{report_id}`. Only this response includes it.',
    { type: 'string' },
    'wYx0JxJm0n0mP9vO0bq0gk7l1mX5r9bq3m2J1m7n2aA',
  ),
  'X-Report-Url': header(
    'Permanent URL of the same report and its PDF.',
    { type: 'string', format: 'uri' },
    'https://palisade.example/r/Jx2mQ9vT4kLw7ZbN1cRy5HdF',
  ),
  'Idempotent-Replayed': header(
    '`true` if this response was returned before for the same `Idempotency-Key`.',
    { type: 'string', enum: ['true'] },
    'true',
  ),
  RateLimit: header(
    'The remaining free quota and when it resets (draft-ietf-httpapi-ratelimit-headers).',
    { type: 'string' },
    '"free";r=4;t=51940',
  ),
  'RateLimit-Policy': header('The free quota.', { type: 'string' }, '"free";q=5;w=86400'),
  'Content-Disposition': header(
    'Name for the saved file.',
    { type: 'string' },
    'attachment; filename="palisade_example_com.pdf"',
  ),
};
export type HeaderName = keyof typeof HEADERS;
