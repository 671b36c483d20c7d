import { randomUUID } from 'node:crypto';
import type { Tx } from '@palisade/db/client';
import { parseContent } from './payloads.ts';

export interface MailOrder {
  /** One message is sent for it, however often it is requested. */
  dedupeKey: string;
  to: string;
  template: string;
  payload: unknown;
  /** Its PDF is attached. */
  reportId?: string;
}

/**
 * Puts a message into the outbox, in the transaction of its cause: both exist or neither.
 * @returns the message's id; that of the earlier one when the key was used before
 */
export async function enqueueMail(tx: Tx, order: MailOrder): Promise<string> {
  const { template, payload } = parseContent(order.template, order.payload);
  const id = randomUUID();
  const { count } = await tx.mailMessage.createMany({
    data: {
      id,
      dedupeKey: order.dedupeKey,
      to: order.to,
      template,
      payload,
      ...(order.reportId === undefined ? {} : { reportId: order.reportId }),
    },
    skipDuplicates: true,
  });
  if (count === 1) return id;
  const earlier = await tx.mailMessage.findUniqueOrThrow({
    where: { dedupeKey: order.dedupeKey },
    select: { id: true },
  });
  return earlier.id;
}
