import { CALLS, type Operations } from './generated/api.ts';

export interface ClientOptions {
  /** For example `https://scan.example.com`. */
  baseUrl: string;
  apiKey?: string | undefined;
  /** Of each request. A scan takes up to 20 seconds. */
  timeoutMs?: number;
  /** For proxies and tests. */
  fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  /** The same key and body get the first answer again, and cost nothing more. */
  idempotencyKey?: string;
  signal?: AbortSignal | undefined;
  /** The unchanged body, with its own `type`, for operations that take files: a report, a PDF, a logo. */
  file?: Blob;
  /** Receives the answer's header fields, for example `X-Scans-Remaining`. */
  onAnswer?: (answer: { status: number; headers: Headers }) => void;
}

/** The service answered with an error, unreadably, or not at all (`status` 0). */
export class PalisadeError extends Error {
  override readonly name = 'PalisadeError';
  readonly status: number;
  /** Seconds to wait before the next attempt, if the service says so. */
  readonly retryAfter: number | null;
  /** Identifies the request in the service's log. */
  readonly requestId: string | null;
  constructor(
    message: string,
    { status, retryAfter, requestId, cause }: { status: number; retryAfter?: number | null; requestId?: string | null; cause?: unknown }, // prettier-ignore
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.retryAfter = retryAfter ?? null;
    this.requestId = requestId ?? null;
  }
}

type Takes<Name extends keyof Operations> = Operations[Name]['takes'];
type Arguments<Name extends keyof Operations> =
  Record<string, never> extends Takes<Name>
    ? [takes?: Takes<Name>, options?: CallOptions]
    : [takes: Takes<Name>, options?: CallOptions];

/** One method for each operation of the API, by its operationId. All throw PalisadeError. */
export type PalisadeClient = {
  [Name in keyof Operations]: (...args: Arguments<Name>) => Promise<Operations[Name]['answer']>;
};

const TIMEOUT_MS = 60_000;

export function createClient(options: ClientOptions): PalisadeClient {
  const names = Object.keys(CALLS) as (keyof Operations)[];
  return Object.fromEntries(
    names.map((name) => [name, (takes = {}, call: CallOptions = {}) => ask(name, takes, options, call)]),
  ) as unknown as PalisadeClient;
}

async function ask(
  name: keyof Operations,
  takes: Record<string, unknown>,
  { baseUrl, apiKey, timeoutMs = TIMEOUT_MS, fetch: given }: ClientOptions,
  { idempotencyKey, signal, onAnswer, file }: CallOptions,
): Promise<unknown> {
  const { method, answer } = CALLS[name];
  const { url, body: json } = requestOf(name, takes, baseUrl);
  const body = file ?? json;
  const limit = AbortSignal.timeout(timeoutMs);
  let response: Response;
  try {
    // oxlint-disable-next-line no-restricted-globals -- the caller's own service, never a target
    response = await (given ?? fetch)(url, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': file?.type || 'application/json' }),
        ...(apiKey !== undefined && { 'x-api-key': apiKey }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body }),
      // The key is for this service only.
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
  } catch (error) {
    throw new PalisadeError(`${url.host} cannot be reached (${causeOf(error)})`, { status: 0, cause: error });
  }
  onAnswer?.({ status: response.status, headers: response.headers });
  if (!response.ok) throw await errorOf(response, url.host);
  try {
    if (answer === 'bytes') return new Uint8Array(await response.arrayBuffer());
    return answer === 'json' ? await response.json() : undefined;
  } catch (error) {
    // The connection broke, time ran out, or something in between answered with a page of its own.
    const message = `the response from ${url.host} cannot be read (${causeOf(error)})`;
    throw new PalisadeError(message, { status: response.status, cause: error });
  }
}

/** Whatever is in neither the path nor the query is the body. */
function requestOf(name: keyof Operations, takes: Record<string, unknown>, baseUrl: string) {
  const { method, path, query } = CALLS[name];
  const rest = new Map(Object.entries(takes).filter(([, value]) => value !== undefined));
  const filled = path.replaceAll(/\{(\w+)\}/gu, (_all, member: string) => {
    const value = rest.get(member);
    rest.delete(member);
    return encodeURIComponent(String(value));
  });
  const url = new URL(filled.slice(1), baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  for (const member of query) {
    if (rest.has(member)) url.searchParams.set(member, String(rest.get(member)));
    rest.delete(member);
  }
  const hasBody = method !== 'GET' && method !== 'DELETE' && (rest.size > 0 || method !== 'POST');
  return { url, body: hasBody ? JSON.stringify(Object.fromEntries(rest)) : undefined };
}

async function errorOf(response: Response, host: string): Promise<PalisadeError> {
  const body: unknown = await response.json().catch(() => null);
  const { error } = (body ?? {}) as { error?: unknown };
  return new PalisadeError(typeof error === 'string' ? error : `${host} answered ${response.status}`, {
    status: response.status,
    retryAfter: Number(response.headers.get('retry-after')) || null,
    requestId: response.headers.get('x-request-id'),
  });
}

function causeOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: string; message?: string }; name: string };
  return cause?.code ?? cause?.message ?? name;
}
