import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { issueKey, type KeyOrder } from '@palisade/access/keys';
import { issueToken, type TokenKind } from '@palisade/access/tokens';
import { readConfig } from '@palisade/config/config';
import { createDb, type Db } from '@palisade/db/client';
import { testDatabase } from '@palisade/db/test-database';
import { createBackend, type QueueBackend } from '@palisade/queue/backend';
import { migrateQueue } from '@palisade/queue/migrate-queue';
import type { ScanReport } from '@palisade/report/report';
import { judge } from '@palisade/scanner/judge';
import { policyFrom } from '@palisade/scanner/policy';
import { newSigningKey } from '@palisade/signing/signing-key';
import * as pages from '@palisade/web/pages';
import { evidenceWith } from '../../../packages/scanner/test/evidence.ts';
import type { RequestPdf } from '../src/scans/request-pdf.ts';
import { buildApp } from '../src/app.ts';
import { createScanLine, type Caller, type ScanLine, type Ticket } from '../src/scans/scan-line.ts';

export const SIGNING_KEY = newSigningKey();
export const SECRET = 'a secret for tests only';

/** A true report: what the scanner says of a site that sends no security header at all. */
export const REPORT: ScanReport = judge(evidenceWith({}), '00000000-0000-4000-8000-000000000001');

/** Stands in for a scan: what it returns or throws is the outcome. */
export type PlayedScan = (url: string, request: Caller & Parameters<Ticket['scan']>[0]) => Promise<ScanReport>;

export interface RunningApi extends AsyncDisposable {
  baseUrl: string;
  /** The owner's. */
  db: Db;
  /** The API's ordinary connections, and those beside them. */
  appDb: Db;
  quickDb: Db;
  backend: QueueBackend;
  /** Every line logged so far. */
  log(): string;
  /** What the next scans do instead of answering with REPORT, where they do not go through the queue. */
  onScan(scan: PlayedScan): void;
  /** From now on every question to the database ends in this; null: no longer. */
  breakDatabase(fault: Error | null): void;
  /** Stands in for the report worker. */
  onPdf(draw: RequestPdf): void;
  newKey(order?: Partial<KeyOrder>): Promise<{ key: string; id: string; source: string }>;
  newToken(kind?: TokenKind): Promise<{ token: string; source: string }>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
}

/**
 * The real API on a real port and database; only the scan itself is the test's.
 * @param options.batches scans of batches run here
 * @param options.queued scans go through the real queue, where the test plays the worker
 */
export async function runningApi(
  environment: Record<string, string> = {},
  options: { queued?: boolean; batches?: boolean } = {},
): Promise<RunningApi> {
  const database = await testDatabase();
  const { db } = database;
  await migrateQueue(database.url);
  // With the API's own rights: what the role lacks fails here first.
  const url = database.urlAs('api');
  let fault: Error | null = null;
  const [appDb, quickDb] = [createDb(url), createDb(url, { max: 2 })].map((one) => breakable(one, () => fault)) as [
    Db,
    Db,
  ];
  const config = readConfig({ FREE_SCANS_PER_DAY: '3', ...environment });
  const backend = createBackend({ databaseUrl: url, redisUrl: config.REDIS_URL, onError: () => undefined });
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  let stopping = false;
  let scan: PlayedScan = async () => REPORT;
  let draw: RequestPdf = () => Promise.reject(new Error('this test draws no document'));
  const scans: ScanLine = options.queued
    ? await createScanLine({
        db: appDb,
        quickDb,
        backend,
        policy: policyFrom(config),
        timeoutMs: config.SCAN_TIMEOUT_MS,
        log,
      })
    : {
        target: (url) => url,
        enter: (caller, url) => ({
          admit: async () => undefined,
          acquire: async () => undefined,
          scan: (request) => scan(url, { ...caller, ...request }),
          leave: () => undefined,
        }),
        stats: () => ({ waiting: 0, rescued: 0 }),
        close: () => undefined,
      };
  const app = await buildApp({
    config,
    db: appDb,
    quickDb,
    appSecret: SECRET,
    backend,
    scans,
    checkUrl: () => undefined,
    requestPdf: (order, wanted) => draw(order, wanted),
    signingKey: () => SIGNING_KEY,
    pages: { pages, assets: { styles: [], scripts: [] }, files: null },
    log,
    runBatches: options.batches ?? false,
    publicBaseUrl: () => 'http://127.0.0.1',
    stopping: () => stopping,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

  return {
    baseUrl,
    db,
    appDb,
    quickDb,
    backend,
    log: () => lines.join(''),
    onScan: (next) => (scan = next),
    breakDatabase: (next) => (fault = next),
    onPdf: (next) => (draw = next),
    async newKey(order = {}) {
      const source = `test:${randomUUID()}`;
      const whole = { email: 'ann@example.com', plan: 'pro' as const, source, ...order };
      return { ...(await db.$transaction((tx) => issueKey(tx, whole, SECRET))), source };
    },
    async newToken(kind = 'one_time') {
      const source = `test:${randomUUID()}`;
      const order = { kind, email: 'ann@example.com', source };
      return { ...(await db.$transaction((tx) => issueToken(tx, order, SECRET))), source };
    },
    post: (path, body, headers = {}) =>
      fetch(baseUrl + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    get: (path, headers = {}) => fetch(baseUrl + path, { headers }),
    async [Symbol.asyncDispose]() {
      stopping = true;
      await app.close();
      scans.close();
      await backend.close();
      await Promise.all([appDb.$disconnect(), quickDb.$disconnect()]);
      await database.close();
    },
  };
}

/** A client whose every method rejects while there is a fault. */
function breakable(db: Db, fault: () => Error | null): Db {
  const broken = (error: Error): unknown =>
    new Proxy(() => undefined, {
      get: (_target, name) => (name === 'then' ? undefined : broken(error)),
      apply: async () => {
        throw error;
      },
    });
  return new Proxy(db, {
    get(target, name) {
      const error = fault();
      if (error && typeof name === 'string' && name !== '$disconnect') return broken(error);
      return Reflect.get(target, name) as unknown;
    },
  });
}
