import { randomUUID } from 'node:crypto';
import type { FaultyProcess } from './faulty-process.ts';

type Row = Record<string, unknown>;
type Where = Record<string, unknown>;
type Query = { where?: Where; data?: Row; skipDuplicates?: boolean; take?: number };

/** Default values, and unique columns. */
export interface TableShape {
  defaults?: () => Row;
  unique?: readonly (readonly string[])[];
}

const orderOf = (value: unknown): unknown => (value instanceof Date ? value.getTime() : value);
const COMPARE: Readonly<Record<string, (value: never, wanted: never) => boolean>> = {
  in: (value, wanted) => (wanted as unknown[]).includes(value),
  notIn: (value, wanted) => !(wanted as unknown[]).includes(value),
  not: (value, wanted) => orderOf(value) !== orderOf(wanted),
  lt: (value, wanted) => value !== null && (orderOf(value) as number) < (orderOf(wanted) as number),
  lte: (value, wanted) => value !== null && (orderOf(value) as number) <= (orderOf(wanted) as number),
  gt: (value, wanted) => value !== null && (orderOf(value) as number) > (orderOf(wanted) as number),
  gte: (value, wanted) => value !== null && (orderOf(value) as number) >= (orderOf(wanted) as number),
};

/** Most of a story is such queries over a few rows, so they allocate nothing. */
function matches(row: Row, where: Where): boolean {
  for (const name in where) {
    const wanted = where[name];
    if (wanted === undefined) continue;
    if (name === 'AND' || name === 'OR') {
      const parts = (Array.isArray(wanted) ? wanted : [wanted]) as Where[];
      const met = name === 'AND' ? parts.every((part) => matches(row, part)) : parts.some((part) => matches(row, part));
      if (!met) return false;
    } else if (name in row) {
      if (!fits(row[name] ?? null, wanted)) return false;
    } else if (!matches(row, wanted as Where)) return false; // `provider_eventId: {provider, eventId}`: a key of several columns.
  }
  return true;
}

function fits(value: unknown, wanted: unknown): boolean {
  if (wanted === null || typeof wanted !== 'object' || wanted instanceof Date)
    return orderOf(value) === orderOf(wanted);
  for (const how in wanted) {
    const compare = COMPARE[how];
    if (!compare) throw new Error(`the model knows no "${how}"`);
    if (!compare(value as never, (wanted as Row)[how] as never)) return false;
  }
  return true;
}

/** Rows are replaced, never changed: undoing a transaction and holding a row need no copies. */
function changed(row: Row, data: Row = {}): Row {
  const next = { ...row, ...data };
  for (const name in data) {
    const by = (data[name] as { increment?: number } | null)?.increment;
    if (by !== undefined) next[name] = (row[name] as number) + by;
  }
  return next;
}

/** The part of Prisma's client that background work uses, in memory; each call is a step that may fail. */
export function modelTables(shapes: Readonly<Record<string, TableShape>>) {
  let tables = new Map<string, readonly Row[]>(Object.keys(shapes).map((name) => [name, []]));
  /** Transactions are serial: their isolation is not the subject here. */
  let transaction: Promise<void> | null = null;

  const operations = (name: string) => {
    const rows = () => {
      const found = tables.get(name);
      if (!found) throw new Error(`the model has no table ${name}`);
      return found;
    };
    const found = ({ where = {}, take = Infinity }: Query = {}): Row[] => {
      const these: Row[] = [];
      for (const row of rows()) {
        if (these.length >= take) break;
        if (matches(row, where)) these.push(row);
      }
      return these;
    };
    const unique = [['id'], ...(shapes[name]?.unique ?? [])];
    const add = (data: Row): Row | null => {
      const row: Row = { id: randomUUID(), ...shapes[name]?.defaults?.(), ...data };
      const taken = rows().some((other) =>
        unique.some((columns) => columns.every((column) => other[column] === row[column])),
      );
      if (taken) return null;
      tables.set(name, [...rows(), row]);
      return row;
    };
    const must = (row: Row | null | undefined): Row => {
      if (!row) throw Object.assign(new Error(`no such row in ${name}`), { code: 'P2025' });
      return row;
    };
    const change = (these: readonly Row[], data: Row | undefined): Row[] => {
      if (these.length === 0) return [];
      const next = these.map((row) => changed(row, data));
      tables.set(name, rows().map((row) => next[these.indexOf(row)] ?? row)); // prettier-ignore
      return next;
    };
    return {
      create: ({ data = {} }: Query) => must(add(data)),
      createMany: ({ data = {} }: Query) => ({ count: add(data) ? 1 : 0 }),
      findUnique: (query: Query) => found({ ...query, take: 1 })[0] ?? null,
      findFirst: (query: Query) => found({ ...query, take: 1 })[0] ?? null,
      findUniqueOrThrow: (query: Query) => must(found({ ...query, take: 1 })[0]),
      findMany: found,
      count: (query: Query = {}) => found(query).length,
      update: (query: Query) => change([must(found({ ...query, take: 1 })[0])], query.data)[0],
      updateMany: (query: Query) => ({ count: change(found(query), query.data).length }),
      updateManyAndReturn: (query: Query) => change(found(query), query.data),
      deleteMany: (query: Query) => {
        const gone = found(query);
        if (gone.length > 0) tables.set(name, rows().filter((row) => !gone.includes(row))); // prettier-ignore
        return { count: gone.length };
      },
    };
  };

  type Run = (effect: () => unknown) => Promise<unknown>;
  /** The methods of each table; `this` has the process's connection. */
  const delegates = Object.keys(shapes).map((name) => {
    const methods = Object.entries(operations(name)).map(([method, work]) => [
      method,
      function (this: { run: Run }, query: Query) {
        return this.run(() => (work as (of: Query) => unknown)(query));
      },
    ]);
    return [name, Object.fromEntries(methods) as object] as const;
  });
  const client = (run: Run): Record<string, unknown> => {
    const made: Record<string, unknown> = {};
    for (const [name, methods] of delegates) made[name] = Object.assign(Object.create(methods) as object, { run });
    return made;
  };

  const exclusively = async <T>(work: () => Promise<T>): Promise<T> => {
    while (transaction) await transaction;
    const { promise, resolve } = Promise.withResolvers<void>();
    transaction = promise;
    try {
      return await work();
    } finally {
      transaction = null;
      resolve();
    }
  };

  return {
    rows: (name: string): readonly Row[] => tables.get(name) ?? [],
    /** The database as one process sees it. */
    dbOf(process: FaultyProcess) {
      const { world } = process;
      const inTransaction = client(async (effect) => {
        if (world.away.database > world.time.now()) throw new Error('the database is away');
        if (world.faulty && world.chance.chance(0.02)) throw new Error('connection terminated');
        return effect();
      });
      return {
        ...client(async (effect) => {
          const before = process.reach('database');
          if (before) await before;
          while (transaction) await transaction;
          const result = effect();
          const after = process.reach('database');
          if (after) await after;
          return result;
        }),
        // The only raw statement: the one that reads the database's time.
        async $queryRaw() {
          await process.reach('database');
          return [{ now: new Date() }];
        },
        $executeRaw: async () => 0,
        async $transaction(work: (tx: object) => Promise<unknown>) {
          await process.reach('database');
          const result = await exclusively(async () => {
            const before = new Map(tables);
            try {
              return await work(inTransaction);
            } catch (error) {
              tables = before;
              throw error;
            }
          });
          // It is committed, but its answer may be lost.
          await process.reach('database');
          return result;
        },
      };
    },
  };
}
