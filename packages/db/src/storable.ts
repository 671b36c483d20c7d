import type { SqlDriverAdapter, SqlDriverAdapterFactory, SqlQuery, SqlQueryable } from '@prisma/driver-adapter-utils';

/** What JSON text says with an escape and jsonb refuses: NUL, and half of a surrogate pair. `\\` comes first: it escapes no `u`. */
const ESCAPES = /\\\\|\\u(?:0000|d[89a-f][0-9a-f]{2})/giu;
const MAY_NEED_IT = /\\u(?:0000|d[89a-f])/iu;
const INSTEAD = '\uFFFD';

/**
 * PostgreSQL's text cannot contain NUL, its jsonb neither that nor half of a surrogate pair: a statement with one fails
 * (22021, 22P05). Strangers write such texts (a buyer's name in an event, a server's error message), and a row that
 * cannot be written would be tried forever. So a replacement character is stored in their place, in every statement.
 */
export function storable(query: SqlQuery): SqlQuery {
  const args = query.args.map((arg, index) => stored(arg, query.argTypes[index]?.scalarType === 'json'));
  return { ...query, args };
}

function stored(value: unknown, isJson: boolean): unknown {
  if (typeof value === 'string') {
    // PostgreSQL reads lone surrogates of plain text as Node encodes them: as replacement characters.
    const text = value.includes('\0') ? value.replaceAll('\0', INSTEAD) : value;
    return isJson && MAY_NEED_IT.test(text) ? text.replace(ESCAPES, (one) => (one === '\\\\' ? one : INSTEAD)) : text;
  }
  return Array.isArray(value) ? value.map((item) => stored(item, isJson)) : value;
}

/** For a text that goes to PostgreSQL on another way. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', INSTEAD);
}

/** The same error, with a message and a stack that can be stored. Its class says whether a job is tried again. */
export function storableError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  for (const part of ['message', 'stack'] as const) {
    const text = error[part];
    if (typeof text !== 'string' || storableText(text) === text) continue;
    Object.defineProperty(error, part, { value: storableText(text), writable: true, configurable: true });
  }
  return error;
}

/** The same driver, through which only storable text passes. */
export function storing(factory: SqlDriverAdapterFactory): SqlDriverAdapterFactory {
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    async connect(): Promise<SqlDriverAdapter> {
      const driver = gated(await factory.connect());
      const start = driver.startTransaction.bind(driver);
      driver.startTransaction = async (isolation) => gated(await start(isolation));
      return driver;
    },
  };
}

function gated<Q extends SqlQueryable>(queryable: Q): Q {
  const query = queryable.queryRaw.bind(queryable);
  const execute = queryable.executeRaw.bind(queryable);
  queryable.queryRaw = (sql) => query(storable(sql));
  queryable.executeRaw = (sql) => execute(storable(sql));
  return queryable;
}
