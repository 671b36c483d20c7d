import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { pino } from 'pino';
import { digestAtRest } from '@palisade/access/keyed-hash';
import { redeemSignIn } from '@palisade/access/sign-in';
import { issueKey, type KeyOrder } from '@palisade/access/keys';
import { issueToken, type TokenKind } from '@palisade/access/tokens';
import { readConfig } from '@palisade/config/config';
import { createDb, type Db } from '@palisade/db/client';
import type { FurtherPages } from '@palisade/db/further-pages';
import { createBackend, type QueueBackend } from '@palisade/queue/backend';
import type { ScanReport } from '@palisade/report/report';
import { ScanCancelled } from '@palisade/scanner/errors';
import { judge } from '@palisade/scanner/judge';
import { policyFrom } from '@palisade/scanner/policy';
import { newSigningKey } from '@palisade/signing/signing-key';
import * as pages from '@palisade/web/pages';
import { queueDatabase } from '../../../packages/queue/test/queue-database.ts';
import { evidenceWith } from '../../../packages/scanner/test/evidence.ts';
import type { RequestPdf } from '../src/scans/request-pdf.ts';
import { buildApp } from '../src/app.ts';
import { createAdmissionQueue, type Caller, type AdmissionQueue, type Ticket } from '../src/scans/admission-queue.ts';

export const SIGNING_KEY = newSigningKey();
export const SECRET = 'a secret for tests only';

/** A real report: the result for a site that sends no security headers. */
export const REPORT: ScanReport = judge(evidenceWith({}), '00000000-0000-4000-8000-000000000001');

/** A fake scan: what it returns or throws is the outcome. */
export type FakeScan = (
  url: string,
  request: Caller & Parameters<Ticket['scan']>[0] & { pages: FurtherPages | undefined },
) => Promise<ScanReport>;

export interface RunningApi extends AsyncDisposable {
  baseUrl: string;
  /** Connects as the owner of the database. */
  db: Db;
  /** The API's ordinary connections; `quickDb` has its separate ones. */
  appDb: Db;
  quickDb: Db;
  backend: QueueBackend;
  /** Every line logged so far. */
  log(): string;
  /** Sets what the next scans do instead of returning REPORT. Not for scans that go through the queue. */
  onScan(scan: FakeScan): void;
  /** Cuts only the API off from its database. Needs `relayed`. */
  loseDatabase(): void;
  /** Sets a fake report worker. */
  onPdf(render: RequestPdf): void;
  newKey(order?: Partial<KeyOrder>): Promise<{ key: string; id: string; source: string }>;
  newToken(kind?: TokenKind): Promise<{ token: string; source: string }>;
  /** Signs a customer in. @returns the cookie of the session */
  signedIn(email: string): Promise<string>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Sends a form of the service's own pages, as a browser does. Redirects are not followed. */
  form(path: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
}

/**
 * The real API on a real port and database; only the scan itself is a fake.
 * @param options.batches runs batch scans in this process
 * @param options.relayed allows `loseDatabase`
 * @param options.queued scans go through the real queue, and the test acts as the worker
 */
export async function runningApi(
  environment: Record<string, string> = {},
  options: { queued?: boolean; batches?: boolean; relayed?: boolean } = {},
): Promise<RunningApi> {
  const database = await queueDatabase();
  const { db } = database;
  // With the API's own database role, so that a missing right fails here first.
  const relay = options.relayed ? await startRelay(database.urlAs('api')) : null;
  const url = relay?.url ?? database.urlAs('api');
  const [appDb, quickDb] = [createDb(url), createDb(url, { max: 2 })];
  const config = readConfig({ FREE_SCANS_PER_DAY: '3', ...environment });
  const backend = createBackend({ databaseUrl: url, redisUrl: config.REDIS_URL, onError: () => undefined });
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  let stopping = false;
  let scan: FakeScan = async () => REPORT;
  let render: RequestPdf = () => Promise.reject(new Error('this test renders no PDF'));
  const originals = new Map<string, string>();
  const targetOf = (url: string): string => {
    const address = URL.canParse(url) ? url : `https://${url}/`;
    originals.set(address, url);
    return address;
  };
  const scans: AdmissionQueue = options.queued
    ? await createAdmissionQueue({
        db: appDb,
        quickDb,
        backend,
        policy: policyFrom(config),
        timeoutMs: config.SCAN_TIMEOUT_MS,
        dataDir: config.DATA_DIR,
        log,
      })
    : {
        // Returns an address, as the real line does, but the fake scan gets the URL as the caller wrote it.
        target: (url) => targetOf(url),
        enter: (caller, address, { pages } = {}) => ({
          admit: async () => undefined,
          acquire: async () => undefined,
          scan: (request) =>
            untilAborted(request.signal, scan(originals.get(address) ?? address, { ...caller, ...request, pages })),
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
    requestPdf: (order, wanted) => render(order, wanted),
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
    loseDatabase: () => relay?.close(),
    onPdf: (next) => (render = next),
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
    async signedIn(email) {
      const [token, createdAt] = [randomUUID(), new Date()];
      const expiresAt = new Date(createdAt.getTime() + 60_000);
      const [digest, askedFrom] = [digestAtRest(SECRET, token), digestAtRest(SECRET, 'here')];
      await db.signInLink.create({ data: { digest, email, createdAt, expiresAt, askedFrom } });
      const opened = await redeemSignIn(db, token, { appSecret: SECRET, browser: '' });
      return `palisade_session=${opened?.cookie}`;
    },
    post: (path, body, headers = {}) =>
      fetch(baseUrl + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    get: (path, headers = {}) => fetch(baseUrl + path, { headers }),
    form: (path, fields = {}, headers = {}) =>
      fetch(baseUrl + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin', ...headers },
        body: new URLSearchParams(fields),
      }),
    async [Symbol.asyncDispose]() {
      stopping = true;
      await app.close();
      scans.close();
      await backend.close();
      await Promise.all([appDb.$disconnect(), quickDb.$disconnect()]);
      relay?.close();
      await database.close();
    },
  };
}

/** As a real scan, which ends with its caller: a fake that a failed test left waiting would keep the API from closing. */
async function untilAborted<T>(signal: AbortSignal, scan: Promise<T>): Promise<T> {
  const { promise: gone, reject } = Promise.withResolvers<never>();
  const leave = () => reject(new ScanCancelled('the caller is gone'));
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave);
  return Promise.race([scan, gone]).finally(() => signal.removeEventListener('abort', leave));
}

/** A relay to a database. Closing it cuts the connections, as a network failure would. */
async function startRelay(url: string): Promise<{ url: string; close(): void }> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
      one.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const relayed = new URL(url);
  relayed.hostname = '127.0.0.1';
  relayed.port = String((server.address() as AddressInfo).port);
  return {
    url: relayed.href,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
