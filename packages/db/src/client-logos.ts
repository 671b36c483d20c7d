import { randomUUID } from 'node:crypto';
import type { Db, Tx } from './client.ts';

const DAY_MS = 86_400_000;
/** A logo that no order references within a day is deleted; that of an unpaid order a day later. */
export const LOGO_KEEP = { unused: DAY_MS, unpaid: 2 * DAY_MS, paid: 400 * DAY_MS } as const;

/** @param png as the decoder wrote it @returns its id: any caller that knows it may put the logo on a report */
export async function keepLogo(db: Tx, png: Uint8Array): Promise<string> {
  const id = randomUUID();
  await db.clientLogo.create({ data: { id, png: new Uint8Array(png) } });
  return id;
}

export async function hasLogo(db: Tx, id: string): Promise<boolean> {
  return (await db.clientLogo.count({ where: { id } })) === 1;
}

/** @returns null if there is none, or it has expired */
export async function readLogo(db: Tx, id: string | null): Promise<Uint8Array | null> {
  if (id === null) return null;
  return (await db.clientLogo.findUnique({ where: { id }, select: { png: true } }))?.png ?? null;
}

/** Deletes logos without a payment, and those whose reports are gone. */
export async function purgeLogos(db: Db, now: Date): Promise<number> {
  const before = (age: number) => new Date(now.getTime() - age);
  return await db.$executeRaw`
    delete from client_logo logo where logo.created_at < ${before(LOGO_KEEP.unused)}
    and not exists (select from compliance_report report where report.logo_id = logo.id)
    and not exists (
      select from purchase where purchase.logo_id = logo.id and (
        purchase.created_at > ${before(LOGO_KEEP.unpaid)}
        or purchase.created_at > ${before(LOGO_KEEP.paid)} and exists (
          select from ledger_entry where ledger_entry.purchase_id = purchase.id and ledger_entry.kind = 'paid'
        )
      )
    )`;
}
