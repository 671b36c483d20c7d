import type { Db } from '@palisade/db/client';

/**
 * Fills the tables with that many keys, counters, reservations and tokens without owners,
 * for query plans and benchmarks. Key n has the source `seed:<n>` and a digest of its number.
 */
export async function seedAccess(db: Db, rows: number): Promise<void> {
  await db.$executeRaw`
    insert into api_key (id, email, plan, source)
    select ('00000000-0000-4000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, 'seed' || n || '@example.com', 'pro', 'seed:' || n
    from generate_series(1, ${rows}::int) n`;
  await db.$executeRaw`
    insert into api_key_secret (digest, key_id, version, prefix, last4)
    select sha256(convert_to('seed:' || n, 'UTF8')), ('00000000-0000-4000-9000-' || lpad(to_hex(n), 12, '0'))::uuid,
           1, 'pal_live_', 'seed'
    from generate_series(1, ${rows}::int) n`;
  await db.$executeRaw`
    insert into quota_counter (subject, period, used)
    select 'key:00000000-0000-4000-9000-' || lpad(to_hex(n), 12, '0'), to_char(now() at time zone 'utc', 'YYYY-MM'), n % 50
    from generate_series(1, ${rows}::int) n`;
  await db.$executeRaw`
    insert into quota_reservation (id, subject, period, state, created_at, lease_until, settled_at)
    select gen_random_uuid(), 'key:seed', '2026-01', 'consumed', now(), now(), now() from generate_series(1, ${rows}::int) n`;
  await db.$executeRaw`
    insert into access_token (id, kind, digest, last4, email, source)
    select gen_random_uuid(), 'one_time', sha256(convert_to('seed:' || n, 'UTF8')), 'seed',
           'seed' || n || '@example.com', 'seed:' || n
    from generate_series(1, ${rows}::int) n`;
  await db.$executeRawUnsafe('analyze');
}
