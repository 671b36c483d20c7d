/** The operator's search: by part of an address, a purchase id, or a provider's reference. */
import type { Tx } from '@palisade/db/client';

const MOST = 50;

/** @returns addresses, sorted */
export async function findCustomers(db: Tx, text: string): Promise<string[]> {
  const wanted = text.trim().toLowerCase();
  // PostgreSQL's text cannot contain NUL.
  if (wanted === '' || wanted.includes('\0')) return [];
  const rows = await db.$queryRaw<{ email: string }[]>`
    select distinct email from (
      select email from purchase where position(${wanted} in email) > 0 or id::text = ${wanted}
      union all select email from api_key where position(${wanted} in email) > 0 or id::text = ${wanted}
      union all select email from access_token where position(${wanted} in email) > 0 or id::text = ${wanted}
      union all select purchase.email from ledger_entry join purchase on purchase.id = ledger_entry.purchase_id
        where lower(ledger_entry.ref) = ${wanted}
    ) found order by email limit ${MOST}`;
  return rows.map(({ email }) => email);
}
