import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '../usage-error.ts';
import type { Scanner } from './scan-here.ts';
import type { ScanSettings } from './settings.ts';
import { siteReport } from './site-report.ts';

const PATIENCE_MS = 60_000;
const ATTEMPTS = 4;
const LONGEST_WAIT_S = 30;

/** Has a Palisade service scan: with a key the full report, without one the free one. */
export async function scannerAtServer(server: NonNullable<ScanSettings['server']>): Promise<Scanner> {
  if (!URL.canParse(server.url) || !/^https?:$/u.test(new URL(server.url).protocol))
    throw new UsageError('--server takes the address of a Palisade service, such as https://scan.example.com');
  const key = server.key ?? (server.keyFile === undefined ? undefined : await readKey(server.keyFile));
  const endpoint = new URL(key === undefined ? 'api/scan' : 'api/scan/pro', withSlash(server.url));
  return async (target, signal) => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await ask(endpoint, target, key, signal);
      if (answer.status === 200) return { url: target, ok: true, report: siteReport(answer.body, endpoint.host) };
      // Too much work passes; a used-up quota does not.
      if (answer.status !== 503 || attempt === ATTEMPTS || signal.aborted) {
        return { url: target, ok: false, reason: answer.error, refused: answer.status === 400 };
      }
      await sleep(Math.min(answer.retryAfter, LONGEST_WAIT_S) * 1000, undefined, { signal }).catch(() => undefined);
    }
  };
}

interface Answer {
  status: number;
  body: unknown;
  error: string;
  retryAfter: number;
}

async function ask(endpoint: URL, url: string, key: string | undefined, signal: AbortSignal): Promise<Answer> {
  try {
    // oxlint-disable-next-line no-restricted-globals -- the operator's own service, named on the command line: no target
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key !== undefined && { 'x-api-key': key }) },
      body: JSON.stringify({ url }),
      // The key is for this service: it is not taken elsewhere.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    });
    const body: unknown = await response.json().catch(() => null);
    const { error } = (body ?? {}) as { error?: unknown };
    return {
      status: response.status,
      body,
      error: typeof error === 'string' ? error : `${endpoint.host} answered ${response.status}`,
      retryAfter: Number(response.headers.get('retry-after')) || 1,
    };
  } catch (fault) {
    if (signal.aborted) return { status: 0, body: null, error: 'interrupted', retryAfter: 0 };
    const { cause } = fault as { cause?: { code?: string } };
    return {
      status: 0,
      body: null,
      error: `${endpoint.host} cannot be reached (${cause?.code ?? (fault as Error).name})`,
      retryAfter: 0,
    };
  }
}

async function readKey(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    throw new UsageError(`--key-file ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'})`);
  }
}

function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`;
}
