import { randomUUID } from 'node:crypto';
import type { FaultyProcess } from './faulty-process.ts';

type Row = Record<string, unknown>;
type Where = Record<string, unknown>;
type Query = { where?: Where; data?: Row; skipDuplicates?: boolean; take?: number };

/** What one is by default, and what no two rows may share. */
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

type Test = (row: Row) => boolean;

/** Read once for all rows of a table: most of a story is such questions. */
function matching(where: Where = {}): Test {
  const tests = Object.entries(where).map(([name, wanted]): Test => {
    if (name === 'AND' || name === 'OR') {
      const parts = ((Array.isArray(wanted) ? wanted : [wanted]) as Where[]).map((part) => matching(part));
      return name === 'AND' ? (row) => parts.every((part) => part(row)) : (row) => parts.some((part) => part(row));
    }
    if (wanted === undefined) return () => true;
    const of = wantedOf(wanted);
    // `provider_eventId: {provider, eventId}`: a key of several columns.
    return (row) => (name in row ? of(row[name] ?? null) : matching(wanted as Where)(row));
  });
  return (row) => tests.every((test) => test(row));
}

function wantedOf(wanted: unknown): (value: unknown) => boolean {
  if (wanted === null || typeof wanted !== 'object' || wanted instanceof Date) {
    const exactly = orderOf(wanted);
    return (value) => orderOf(value) === exactly;
  }
  const all = Object.entries(wanted);
  return (value) =>
    all.every(([how, to]) => {
      const compare = COMPARE[how];
      if (!compare) throw new Error(`the model knows no "${how}"`);
      return compare(value as never, to as never);
    });
}

function changed(row: Row, data: Row = {}): void {
  for (const [name, value] of Object.entries(data)) {
    const by = (value as { increment?: number } | null)?.increment;
    row[name] = by === undefined ? value : (row[name] as number) + by;
  }
}

/** As much of Prisma's client as the background work uses, in memory; each call is a step of a process that may fail. */
export function modelTables(shapes: Readonly<Record<string, TableShape>>) {
  let tables = new Map<string, Row[]>(Object.keys(shapes).map((name) => [name, []]));
  /** Transactions are serial: what they hold of each other is not the subject here. */
  let lock: Promise<unknown> = Promise.resolve();

  const operations = (name: string) => {
    const rows = () => {
      const found = tables.get(name);
      if (!found) throw new Error(`the model has no table ${name}`);
      return found;
    };
    const found = ({ where, take }: Query) =>
      rows()
        .filter(matching(where))
        .slice(0, take ?? Infinity);
    const add = (data: Row): Row | null => {
      const row = { id: randomUUID(), ...shapes[name]?.defaults?.(), ...data };
      const taken = [['id'], ...(shapes[name]?.unique ?? [])].some((columns) =>
        rows().some((other) => columns.every((column) => other[column] === (row as Row)[column])),
      );
      if (taken) return null;
      rows().push(row);
      return row;
    };
    const copy = (row: Row | undefined): Row | null => (row ? { ...row } : null);
    const must = (row: Row | null): Row => {
      if (!row) throw Object.assign(new Error(`no such row in ${name}`), { code: 'P2025' });
      return row;
    };
    return {
      create: ({ data = {} }: Query) => must(add(data)),
      createMany: ({ data = {} }: Query) => ({ count: add(data) ? 1 : 0 }),
      findUnique: (query: Query) => copy(found(query)[0]),
      findFirst: (query: Query) => copy(found(query)[0]),
      findUniqueOrThrow: (query: Query) => must(copy(found(query)[0])),
      findMany: (query: Query = {}) => found(query).map((row) => ({ ...row })),
      count: (query: Query = {}) => found(query).length,
      update: (query: Query) => {
        const [row] = found(query);
        changed(must(row ?? null), query.data);
        return { ...row };
      },
      updateMany: (query: Query) => {
        const these = found(query);
        for (const row of these) changed(row, query.data);
        return { count: these.length };
      },
      updateManyAndReturn: (query: Query) => {
        const these = found(query);
        for (const row of these) changed(row, query.data);
        return these.map((row) => ({ ...row }));
      },
      deleteMany: (query: Query) => {
        const gone = new Set(found(query));
        tables.set(name, rows().filter((row) => !gone.has(row))); // prettier-ignore
        return { count: gone.size };
      },
    };
  };

  const everyOperation = [...tables.keys()].map((name) => [name, Object.entries(operations(name))] as const);
  const client = (run: (effect: () => unknown) => Promise<unknown>) =>
    Object.fromEntries(
      everyOperation.map(([name, methods]) => [
        name,
        Object.fromEntries(
          methods.map(([method, work]) => [
            method,
            (query: Query) => run(() => (work as (of: Query) => unknown)(query)),
          ]),
        ),
      ]),
    );

  const exclusively = async <T>(work: () => Promise<T>): Promise<T> => {
    const before = lock;
    const { promise, resolve } = Promise.withResolvers<void>();
    lock = promise;
    await before;
    try {
      return await work();
    } finally {
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
          await process.reach('database');
          const result = await exclusively(async () => effect());
          await process.reach('database');
          return result;
        }),
        // Of all statements that are written out, the one that asks for the time of the database.
        async $queryRaw() {
          await process.reach('database');
          return [{ now: new Date() }];
        },
        $executeRaw: async () => 0,
        async $transaction(work: (tx: object) => Promise<unknown>) {
          await process.reach('database');
          const result = await exclusively(async () => {
            const before = new Map([...tables].map(([name, rows]) => [name, rows.map((row) => ({ ...row }))]));
            try {
              return await work(inTransaction);
            } catch (error) {
              tables = before;
              throw error;
            }
          });
          // It is committed, and its answer may be lost.
          await process.reach('database');
          return result;
        },
      };
    },
  };
}
