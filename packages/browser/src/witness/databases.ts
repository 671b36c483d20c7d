import type { CDPSession } from 'playwright-core';
import type { z } from 'zod';
import type { BrowserStorage } from '@palisade/scanner/evidence/browser';

const MOST = 20;

/** Object stores of IndexedDB by their names; what lies in them is not read. */
export async function databasesOf(cdp: CDPSession, url: string): Promise<z.infer<typeof BrowserStorage>[]> {
  const origin = URL.parse(url)?.origin;
  if (!origin?.startsWith('http')) return [];
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
