import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { publicKeysIn } from '@palisade/signing/key-file';
import { reportUrlOf } from '@palisade/signing/signed-pdf';
import { decodedText } from '@palisade/signing/decoded-text';
import { NotVerifiable, verifyFile } from '@palisade/signing/verify-file';
import type { Jwks } from '@palisade/signing/verdict';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import { line, paint } from '../terminal/shown.ts';
import { print, printEncoded, warn } from '../terminal/write.ts';
import { jsonLine } from '@palisade/report/visible';
import { fileFault, InputError, UsageError } from '../usage-error.ts';

const KEYS_PATH = '.well-known/palisade-keys.json';
const PATIENCE_MS = 10_000;
const CLONE = fileURLToPath(new URL('../../../../', import.meta.url));

/**
 * `palisade verify FILE`: is it a report of that service, unchanged since it was signed? Without `--keys`, first the keys of this
 * machine's own service are tried, then those of the service named in the report. The answer says whose keys they were.
 */
export async function verify(file: string, options: { keys?: string; json?: boolean }): Promise<ExitStatus> {
  const content = await read(file);
  const { verdict, signer } = await judged(content, options.keys);
  if (options.json) await printEncoded(jsonLine({ ...verdict, keys: signer }, 2));
  if (verdict.result === 'genuine') {
    const { url, grade, score, scanned_at: at } = verdict.claims;
    if (!options.json) {
      print(line`${paint('green', 'genuine')}: ${url}, ${grade} ${score}, scanned ${at}`);
      print(line`signed by ${signer}, key ${verdict.kid}`);
    }
    return EXIT.fine;
  }
  warn(paint('red', `Not verified: ${file}: ${verdict.result}: ${verdict.reason}`, process.stderr));
  return EXIT.gateFailed;
}

type Judged = { verdict: ReturnType<typeof verifyFile>; signer: string };

async function judged(content: Buffer, given: string | undefined): Promise<Judged> {
  if (given !== undefined) return { verdict: verdictOn(content, await readKeys(given)), signer: given };
  const own = ownKeys();
  const here: Judged = { verdict: verdictOn(content, own), signer: 'the service on this machine' };
  const service = here.verdict.result === 'unknown' && here.verdict.kid !== null ? serviceOf(content) : null;
  if (service === null) {
    if (own.keys.length > 0 || here.verdict.kid === null) return here;
    throw new UsageError(`--keys is missing: give the URL of the service or a file with its ${KEYS_PATH}`);
  }
  return { verdict: verdictOn(content, await readKeys(service)), signer: service };
}

function verdictOn(content: Buffer, keys: Jwks): Judged['verdict'] {
  try {
    return verifyFile(content, keys);
  } catch (error) {
    if (error instanceof NotVerifiable) throw new InputError(error.message, { cause: error });
    throw error;
  }
}

/** The origin at which the report can be read, according to the report. */
function serviceOf(content: Buffer): string | null {
  try {
    const url = reportUrlOf(content) ?? (JSON.parse(decodedText(content)) as { report_url?: unknown }).report_url;
    return typeof url === 'string' && /^https?:\/\//iu.test(url) && URL.canParse(url) ? new URL(url).origin : null;
  } catch {
    return null;
  }
}

/**
 * The public keys with which this clone's service signs or has signed. Not those of any folder that the
 * command runs in: otherwise an archive could contain a report together with the keys that vouch for it.
 */
function ownKeys(): Jwks {
  const { DATA_DIR } = process.env;
  const isHere = path.resolve() === path.resolve(CLONE);
  return { keys: DATA_DIR ? publicKeysIn(DATA_DIR) : isHere ? publicKeysIn('.data') : [] };
}

async function readKeys(where: string): Promise<Jwks> {
  const text = /^https?:\/\//iu.test(where) ? await fetchKeys(where) : decodedText(await read(where));
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown };
    if (Array.isArray(keys)) return { keys: keys as Jwks['keys'] };
  } catch {
    // Reported below.
  }
  throw new InputError(`${where} has no keys (expected a JWK set, as a service publishes it at /${KEYS_PATH})`);
}

async function fetchKeys(service: string): Promise<string> {
  try {
    const named = new URL(service);
    const { origin, pathname } = named;
    const url = pathname.endsWith('.json') ? named : new URL(KEYS_PATH, origin + pathname.replace(/\/?$/u, '/'));
    // oxlint-disable-next-line no-restricted-globals -- the service that the caller named, not a target
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
    if (response.ok) return await response.text();
    throw new Error(`answered ${response.status}`);
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    throw new Error(`the keys of ${service} cannot be read (${cause?.code ?? message})`, { cause: error });
  }
}

async function read(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw fileFault(file, 'read', error);
  }
}
