import type { PageSession } from '../devtools/target-session.ts';
import type { z } from 'zod';
import type { BrowserStorage } from '@palisade/scanner/evidence/browser';

const MOST = 20;

type Stored = z.infer<typeof BrowserStorage>;

/** Object stores of IndexedDB and caches of Cache Storage, by name; their contents are not read. */
export async function databasesOf(cdp: PageSession, url: string): Promise<Stored[]> {
  const origin = URL.parse(url)?.origin;
  if (!origin?.startsWith('http')) return [];
  const [stores, caches] = await Promise.all([storesOf(cdp, origin), cachesOf(cdp, origin)]);
  return [...stores, ...caches];
}

async function cachesOf(cdp: PageSession, origin: string): Promise<Stored[]> {
  try {
    const { caches } = await cdp.send('CacheStorage.requestCacheNames', { securityOrigin: origin });
    return caches
      .slice(0, MOST)
      .map(({ cacheName }) => ({ area: 'caches', origin, key: cacheName.slice(0, 200), bytes: 0, looks: 'data' }));
  } catch {
    return [];
  }
}

async function storesOf(cdp: PageSession, origin: string): Promise<Stored[]> {
  try {
    const { databaseNames } = await cdp.send('IndexedDB.requestDatabaseNames', { securityOrigin: origin });
    const found = await Promise.all(
      databaseNames.slice(0, MOST).map(async (databaseName) => {
        const { databaseWithObjectStores: database } = await cdp.send('IndexedDB.requestDatabase', {
          securityOrigin: origin,
          databaseName,
        });
        return database.objectStores.slice(0, MOST).map(({ name }) => `${databaseName}/${name}`);
      }),
    );
    return found.flat().map((key) => ({ area: 'indexed', origin, key: key.slice(0, 200), bytes: 0, looks: 'data' }));
  } catch {
    return [];
  }
}
