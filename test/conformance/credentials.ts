import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { issueKey } from '@palisade/access/keys';
import { issueToken, type TokenKind } from '@palisade/access/tokens';
import { createDb } from '@palisade/db/client';
import type { Stack } from '../stack.ts';

export interface Credentials {
  key(options: { scansPerMonth: number }): Promise<string>;
  token(kind: TokenKind): Promise<string>;
  close(): Promise<void>;
}

/**
 * Creates keys and tokens like the operator's commands, which have their own tests. A process for each of the dozens
 * that the tests use took half a second of processor time.
 */
export async function credentialsOf({ dataDir }: Pick<Stack, 'dataDir'>): Promise<Credentials> {
  const kept = async (name: string) => (await readFile(path.join(dataDir, name), 'utf8')).trim();
  const [url, appSecret] = await Promise.all([kept('database.url'), kept('app.secret')]);
  const db = createDb(url, { max: 1 });
  const order = { email: 'holder@example.com', source: null, actor: 'operator' };
  let tokens = 0;
  return {
    async key({ scansPerMonth: monthlyScans }) {
      const { key } = await db.$transaction((tx) => issueKey(tx, { ...order, plan: 'pro', monthlyScans }, appSecret));
      return key;
    },
    async token(kind) {
      const source = `operator:conformance-${(tokens += 1)}`;
      const { token } = await db.$transaction((tx) => issueToken(tx, { ...order, source, kind }, appSecret));
      return token;
    },
    close: () => db.$disconnect(),
  };
}
