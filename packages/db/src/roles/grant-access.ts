import type pg from 'pg';
import { withConnection } from '../with-connection.ts';
import { grantsOf, ROLES, TABLES, type Role } from './access.ts';
import { scramVerifier } from './scram.ts';

/** Roles belong to the whole server: two starts must not create them at the same time. */
const ADVISORY_LOCK = 7_251_302;

/** Jobs contain ids, not data; BullMQ's functions use its tables with their caller's rights. */
const OF_THE_QUEUE = [
  'select, insert, update, delete on all tables in schema bullmq',
  'usage, select on all sequences in schema bullmq',
];

/**
 * Creates the role of each service, sets its password and exactly its rights: run after migrations, and again
 * after each. In one transaction, so that a running service never lacks a right that it has before and after.
 * @param ownerUrl of a role that owns the tables and may create roles
 */
export async function grantAccess(ownerUrl: string, passwords: Readonly<Record<Role, string>>): Promise<void> {
  // Uncommitted changes are rolled back with the connection.
  await withConnection({ url: ownerUrl }, async (client) => {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    const database = client.escapeIdentifier(rows[0]?.name ?? '');
    const unnamed = await tablesWithoutRights(client);
    await client.query('create schema if not exists bullmq');
    const known = await client.query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [
      Object.values(ROLES),
    ]);
    const exists = new Set(known.rows.map(({ rolname }) => rolname));
    await client.query(`revoke all on database ${database} from public`);
    await client.query('revoke all on schema public from public');
    for (const [service, role] of Object.entries(ROLES) as [Role, string][]) {
      if (!exists.has(role))
        await client.query(`create role ${role} nosuperuser nocreatedb nocreaterole noreplication`);
      // Only its verifier: a failing statement is written to the server's log.
      await client.query(`alter role ${role} login password '${scramVerifier(passwords[service])}'`);
      await client.query(`grant connect on database ${database} to ${role}`);
      await client.query(`grant usage on schema public, bullmq to ${role}`);
      await client.query(`revoke all on all tables in schema public, bullmq from ${role}`);
      await client.query(`revoke all on all sequences in schema public, bullmq from ${role}`);
      for (const grant of [...grantsOf(service, unnamed), ...OF_THE_QUEUE])
        await client.query(`grant ${grant} to ${role}`);
      // The queue's tables may be created later, or by a later version of it.
      for (const grant of OF_THE_QUEUE)
        await client.query(
          `alter default privileges in schema bullmq grant ${grant.replace(/ on all (\w+) in.*$/, ' on $1')} to ${role}`,
        );
    }
    await client.query('commit');
  });
}

/** New tables that `access.ts` does not list yet. */
async function tablesWithoutRights(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> '_prisma_migrations'`,
  );
  return rows.map(({ name }) => name).filter((name) => !(name in TABLES));
}

/** The same database as another role. */
export function urlAs(url: string, role: Role, password: string): string {
  const parsed = new URL(url);
  parsed.username = ROLES[role];
  parsed.password = password;
  return parsed.href;
}
