import { randomUUID } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum, type SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { connectionSettings } from '../connection-settings.ts';

/** PostgreSQL's internal one-byte type `"char"`, common in the catalogs, and `text`. */
const CHAR_OID = 18;
const TEXT_OID = 25;

type QueryCallback = (error: Error | null, result?: pg.QueryArrayResult) => void;

/** Which columns of a result were `"char"`, keyed by the result's array of rows. */
const charColumns = new WeakMap<object, number[]>();

/**
 * The schema engine reads `"char"` columns of the catalogs, but the pg adapter of
 * Prisma 7.10 rejects that type ("could not be deserialized"). They are passed as text,
 * and `declareChars` restores their type for the engine.
 */
class CatalogClient extends pg.Client {
  override query(...args: unknown[]): never {
    const callback = args.at(-1);
    const original = super.query as (...inner: unknown[]) => unknown;
    if (typeof callback === 'function') {
      const wrapped: QueryCallback = (error, result) =>
        (callback as QueryCallback)(error, result && charAsText(result));
      return original.call(this, ...args.slice(0, -1), wrapped) as never;
    }
    const pending = original.call(this, ...args);
    return (pending instanceof Promise ? pending.then(charAsText) : pending) as never;
  }
}

function charAsText(result: pg.QueryArrayResult): pg.QueryArrayResult {
  const found: number[] = [];
  for (const [index, field] of (result.fields ?? []).entries()) {
    if (field.dataTypeID !== CHAR_OID) continue;
    field.dataTypeID = TEXT_OID;
    found.push(index);
  }
  if (found.length > 0) charColumns.set(result.rows, found);
  return result;
}

function declareChars(adapter: SqlDriverAdapter): SqlDriverAdapter {
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    for (const index of charColumns.get(result.rows) ?? []) result.columnTypes[index] = ColumnTypeEnum.Character;
    return result;
  };
  return adapter;
}

/**
 * An adapter factory for the schema engine, with a shadow database on the same server.
 * The engine never disposes its connections: `close` ends every pool.
 */
export function migrationAdapter(url: string) {
  const pools: pg.Pool[] = [];
  const settings = connectionSettings(url);
  /** @param name instead of the URL's database */
  const pool = (name?: string): pg.Pool => {
    const made = new pg.Pool({
      ...settings,
      ...(name === undefined ? {} : { database: name }),
      Client: CatalogClient,
      max: 2,
    });
    // A shadow database is dropped while its connections are still open.
    made.on('error', () => undefined);
    pools.push(made);
    return made;
  };
  const open = async (name?: string) => declareChars(await new PrismaPg(pool(name)).connect());
  const factory = {
    provider: 'postgres' as const,
    adapterName: '@prisma/adapter-pg',
    connect: () => open(),
    async connectToShadowDb() {
      const shadow = `palisade_shadow_${randomUUID().replaceAll('-', '')}`;
      const admin = pool();
      await admin.query(`create database ${shadow}`);
      const adapter = await open(shadow);
      adapter.dispose = async () => {
        await admin.query(`drop database ${shadow} with (force)`);
      };
      return adapter;
    },
  };
  const close = async () => {
    await Promise.all(pools.map((one) => one.end()));
  };
  return { factory, close };
}
