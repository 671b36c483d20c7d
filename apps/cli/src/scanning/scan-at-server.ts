import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkCredential, pasted } from '@palisade/access/credential-format';
import { createClient, PalisadeError } from '@palisade/client/client';
import { readText } from '../text-file.ts';
import { InputError, UsageError } from '../usage-error.ts';
import type { Scanner } from './scan-here.ts';
import type { ScanSettings } from './settings.ts';
import { siteReport } from './site-report.ts';

const ATTEMPTS = 4;
const LONGEST_WAIT_S = 30;

/** Lets a Palisade service scan: with a key the full report, without one the free one. */
export async function scannerAtServer(server: NonNullable<ScanSettings['server']>): Promise<Scanner> {
  if (!URL.canParse(server.url) || !/^https?:$/u.test(new URL(server.url).protocol))
    throw new UsageError('--server takes the URL of a Palisade service, such as https://scan.example.com');
  const apiKey = await keyFor(server);
  const client = createClient({ baseUrl: server.url, apiKey });
  const scan = apiKey === undefined ? client.scan : client.scanPro;
  const { host } = new URL(server.url);
  return async (target, signal) => {
    // A repeated attempt gets the answer that was lost, and costs nothing more. Free scans take no key.
    const options = { signal, ...(apiKey !== undefined && { idempotencyKey: randomUUID() }) };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return { url: target, ok: true, report: siteReport(await scan({ url: target }, options), host) };
      } catch (error) {
        if (signal.aborted) return { url: target, ok: false, reason: 'interrupted', refused: false };
        const { status, retryAfter } = error instanceof PalisadeError ? error : { status: null, retryAfter: null };
        if (!passes(status, apiKey !== undefined) || attempt === ATTEMPTS)
          return { url: target, ok: false, reason: (error as Error).message, refused: status === 400 };
        await sleep(Math.min(retryAfter ?? 1, LONGEST_WAIT_S) * 1000, undefined, { signal }).catch(() => undefined);
      }
    }
  };
}

/**
 * Overload passes, an exhausted quota does not. An answer that did not arrive (0), or not whole (200), may have been paid
 * for; with 409, it is on its way.
 */
function passes(status: number | null, isPaid: boolean): boolean {
  return status === 503 || (isPaid && (status === 0 || status === 200 || status === 409));
}

async function keyFor({ key, keyFile }: NonNullable<ScanSettings['server']>): Promise<string | undefined> {
  if (key === undefined) return keyFile === undefined ? undefined : await keyIn(keyFile);
  // It cannot be sent as a header, and that error would repeat it.
  if (checkCredential('key', pasted(key)) === 'hidden-character')
    throw new UsageError('--key: there is a space, a line break or an invisible character in the key. Copy it again');
  return pasted(key);
}

/** A configuration that came with a project may name any file, and any server: what is not a key is neither sent nor shown. */
async function keyIn(file: string): Promise<string> {
  const key = pasted(await readText(file, `--key-file ${file}`));
  if (checkCredential('key', key) !== 'well-formed')
    throw new InputError(`--key-file ${file} does not contain a valid API key of a Palisade service (pal_live_…)`);
  return key;
}
