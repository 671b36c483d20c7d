import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { MAX_STARTS } from '../../apps/report-worker/src/compliance-report.ts';
import type { VirtualTime } from './virtual-time.ts';

type Row = Readonly<Record<string, unknown>>;
type Tables = Record<string, { create(of: object): Promise<unknown> }>;

/** No renderer ever draws it; the first try fails, and the second does not. */
export const UNDRAWABLE = 'undrawable';
export const DRAWN_AT_LAST = 'drawn at last';
/** It is drawn, and the database never keeps it. */
export const UNSTORED = 'unstored';
/** It kills each process that draws it. */
export const DEADLY = 'deadly';
/** No such address, says the mail service at once. */
export const NO_ADDRESS = 'none@b.test';

export interface FaultFreeBackground {
  time: VirtualTime;
  rows(table: string): readonly Row[];
  db: { $transaction(work: (tx: Tables) => Promise<void>): Promise<void> };
  /** A job of this id that has ended, and is kept. */
  endedJob(queue: string, id: string): void;
  addJob(queue: string, payload: unknown, id: string): Promise<unknown>;
  /** @returns the id of its row */
  storeEvent(id: string): Promise<string>;
  order(of: { preparedFor?: string; reservation?: string }): Promise<string>;
  draw(preparedFor: string): Promise<unknown>;
}

/** Without random faults: each failure is reported at once, and what is left over is found by a timer. */
export async function faultFreeBackground(world: FaultFreeBackground): Promise<void> {
  const { time, rows } = world;
  const rowOf = (table: string, id: string) => rows(table).find((row) => row['id'] === id);
  const tokenOf = (report: string) => {
    const reservation = rowOf('complianceReport', report)?.['reservation'] as { tokenId: string } | undefined;
    return rowOf('accessToken', reservation?.tokenId ?? '');
  };

  // Rows whose job has ended without them, and one whose token has paid for something else since.
  const event = await world.storeEvent('evt_ended');
  world.endedJob('provider-event', event);
  const undrawable = await world.order({ preparedFor: UNDRAWABLE });
  const paidElsewhere = await world.order({ preparedFor: UNDRAWABLE, reservation: randomUUID() });
  const message = randomUUID();
  // Its sender died, and no one knows whether it had sent it.
  await world.db.$transaction(async (tx) => {
    const leaseUntil = new Date(Date.now() - 1);
    const order = { id: message, dedupeKey: message, to: NO_ADDRESS, template: 'api_key', payload: { key: 'k', link: 'https://x.test/' } }; // prettier-ignore
    await tx['mailMessage']?.create({ data: { ...order, state: 'sending', attempts: 1, firstAttemptAt: leaseUntil, leaseUntil } }); // prettier-ignore
  });

  const ended = new Map<string, string>();
  // Those of an API process that was killed wait for their age.
  const renders = rows('pdfRender').length;
  for (const what of [UNDRAWABLE, DRAWN_AT_LAST, UNSTORED])
    void world.draw(what).then(
      () => ended.set(what, 'drawn'),
      (error: Error) => ended.set(what, error.name),
    );
  await time.run(8_000);
  expect([UNDRAWABLE, DRAWN_AT_LAST].map((what) => ended.get(what))).toEqual(['ApiError', 'drawn']);
  // No row says how it ended: its caller does not wait until the deadline to hear that.
  expect(ended.get(UNSTORED)).toBe('QueueUnavailable');
  expect(rows('pdfRender').length).toBe(renders);

  await time.run(45_000);
  expect(rowOf('providerEvent', event)?.['outcome']).toBe('settled');
  // It may have arrived, so it must not be reported as a failure.
  expect(rowOf('mailMessage', message)?.['state']).toBe('unknown');
  // The same once more says nothing new of it.
  await world.addJob('provider-event', { eventId: event }, 'again');
  await time.run(1_000);
  expect(rowOf('providerEvent', event)?.['outcome']).toBe('settled');

  // All tries of a job, each later by twice as much.
  await time.run(300_000);
  expect([undrawable, paidElsewhere].map((id) => rowOf('complianceReport', id)?.['state'])).toEqual(['failed', 'failed']); // prettier-ignore
  expect([tokenOf(undrawable)?.['consumedAt'] === null, tokenOf(paidElsewhere)?.['consumedAt'] === null]).toEqual([true, false]); // prettier-ignore

  // It is tried for as long as its lock, its restarts and its job's deaths let it, and no longer.
  const deadly = await world.order({ preparedFor: DEADLY });
  await time.run(600_000);
  const { state, attempts } = rowOf('complianceReport', deadly) ?? {};
  expect([state, attempts, tokenOf(deadly)?.['consumedAt']]).toEqual(['failed', MAX_STARTS + 1, null]);
}
