/** The API's description without a running service: no database and no queue is contacted. */
import { readConfig } from '@palisade/config/config';
import { createDb } from '@palisade/db/client';
import { createBackend } from '@palisade/queue/backend';
import { newSigningKey } from '@palisade/signing/signing-key';
import { createLogger } from '@palisade/telemetry/logger';
import { buildApp } from '../apps/api/src/app.ts';
import type { OpenApiDocument } from '../apps/api/src/openapi/document.ts';

/** Nothing listens on this port. */
const NOWHERE = 'postgresql://nobody:nothing@127.0.0.1:1/none';

export async function describedApi(): Promise<OpenApiDocument> {
  const db = createDb(NOWHERE, { max: 1 });
  const key = newSigningKey();
  const app = await buildApp({
    config: readConfig({}),
    db,
    quickDb: db,
    appSecret: 'none',
    backend: createBackend({ databaseUrl: NOWHERE, onError: () => undefined }),
    scans: {
      target: (url) => url,
      enter: () => {
        throw new Error('scans are not available here');
      },
      stats: () => ({ waiting: 0, rescued: 0 }),
      close: () => undefined,
    },
    requestPdf: () => Promise.reject(new Error('PDFs are not available here')),
    signingKey: () => key,
    checkUrl: () => undefined,
    pages: null,
    log: createLogger({ service: 'api', level: 'fatal' }),
    runBatches: false,
    publicBaseUrl: () => 'http://127.0.0.1:3000',
    stopping: () => false,
  });
  const answer = await app.inject({ url: '/openapi.json' });
  return answer.json<OpenApiDocument>();
}
