import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { createDb, direct, type Db } from './client.ts';
import { databaseUnavailable, storesNothing } from './database-unavailable.ts';
import { testDatabase } from './test-database.ts';

const closers: (() => unknown)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));

async function server(onConnection: (socket: Socket) => void): Promise<Db> {
  const listening = createServer(onConnection).listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  const db = createDb(`postgresql://a:b@127.0.0.1:${(listening.address() as AddressInfo).port}/none`);
  closers.push(() => db.$disconnect().then(() => listening.close()));
  return db;
}

async function errorsOf(db: Db): Promise<unknown[]> {
  return Promise.all(
    [
      db.apiKey.findFirst(),
      db.$queryRaw`select 1`,
      db.$executeRaw`select 1`,
      db.$transaction((tx) => tx.apiKey.findFirst()),
      direct(db, 'select 1', []),
    ].map((query) =>
      Promise.resolve(query).then(
        () => expect.unreachable('the query succeeded'),
        (error: unknown) => error,
      ),
    ),
  );
}

it('detects a server that refuses connections', async () => {
  const db = createDb('postgresql://a:b@127.0.0.1:9/none');
  closers.push(() => db.$disconnect());
  for (const error of await errorsOf(db)) expect(databaseUnavailable(error), String(error)).toBe(true);
});

it('detects a server that closes the connection', async () => {
  for (const error of await errorsOf(await server((socket) => socket.destroy()))) {
    expect(databaseUnavailable(error), String(error)).toBe(true);
  }
});

it('detects a server that never answers', async () => {
  for (const error of await errorsOf(await server(() => undefined)))
    expect(databaseUnavailable(error), String(error)).toBe(true);
});

it('detects a connection closed in the middle of a query, but not errors in the query itself', async () => {
  const database = await testDatabase();
  closers.push(() => database.close());
  const slow = database.db.$queryRaw`select pg_sleep(10)`.then(
    () => null,
    (error: unknown) => error,
  );
  const killer = createDb(database.url);
  closers.push(() => killer.$disconnect());
  await expect
    .poll(
      async () => killer.$executeRaw`
      select pg_terminate_backend(pid) from pg_stat_activity
      where query like '%pg_sleep(10)%' and pid <> pg_backend_pid()`,
    )
    .toBeGreaterThan(0);
  expect(databaseUnavailable(await slow)).toBe(true);
  expect(storesNothing(await slow)).toBe(false);

  const straight = await direct(database.db, 'select 1/0', []).catch((fault: unknown) => fault);
  expect(straight).toBeInstanceOf(Error);
  expect(databaseUnavailable(straight), String(straight)).toBe(false);
  for (const query of [
    database.db.$queryRaw`select nonsense`,
    database.db.$queryRaw`select 1/0`,
    database.db.apiKey.create({ data: { id: 'no uuid', email: 'a@b.example', plan: 'pro' } }),
    database.db.apiKey.findUniqueOrThrow({ where: { source: 'nobody' } }),
  ]) {
    const error = await Promise.resolve(query).catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(Error);
    expect(databaseUnavailable(error), String(error)).toBe(false);
  }
  // The errors of a full disk, a broken disk and a read-only database.
  for (const code of ['53100', '58030', '25006']) {
    const raised = `do $$ begin raise exception 'no' using errcode = '${code}'; end $$`;
    for (const query of [() => database.db.$executeRawUnsafe(raised), () => direct(database.db, raised, [])]) {
      const error = await Promise.resolve(query()).catch((fault: unknown) => fault);
      expect(databaseUnavailable(error), `${code} ${String(error)}`).toBe(true);
      expect(storesNothing(error), `${code} ${String(error)}`).toBe(true);
    }
  }
  // A conflict with another transaction, and the time limits of managed databases: the next try may succeed at once.
  for (const code of ['40001', '40P01', '55P03', '57014']) {
    const raised = `do $$ begin raise exception 'no' using errcode = '${code}'; end $$`;
    for (const query of [() => database.db.$executeRawUnsafe(raised), () => direct(database.db, raised, [])]) {
      const error = await Promise.resolve(query()).catch((fault: unknown) => fault);
      expect(databaseUnavailable(error), `${code} ${String(error)}`).toBe(true);
      expect(storesNothing(error), `${code} ${String(error)}`).toBe(false);
    }
  }
  expect(databaseUnavailable(new Error('something else'))).toBe(false);
  expect(databaseUnavailable('Connection terminated')).toBe(false);
  expect(storesNothing('53100')).toBe(false);
});

it('detects a deadlock: one of the two transactions goes through, the other can be tried again', async () => {
  const database = await testDatabase();
  closers.push(() => database.close());
  const { db } = database;
  await db.$executeRaw`create table stock (id int primary key, left_over int)`;
  await db.$executeRaw`insert into stock values (1, 5), (2, 5)`;
  const both = Promise.withResolvers<void>();
  let holding = 0;
  const take = (first: number, second: number): Promise<unknown> =>
    db.$transaction(async (tx) => {
      await tx.$executeRaw`update stock set left_over = left_over - 1 where id = ${first}`;
      holding += 1;
      if (holding === 2) both.resolve();
      await both.promise;
      await tx.$executeRaw`update stock set left_over = left_over - 1 where id = ${second}`;
    });
  const [one, other] = await Promise.allSettled([take(1, 2), take(2, 1)]);
  const failed = [one, other].filter((result) => result.status === 'rejected');
  expect(failed).toHaveLength(1);
  expect(databaseUnavailable(failed[0]?.reason), String(failed[0]?.reason)).toBe(true);
});
