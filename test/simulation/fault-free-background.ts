import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { MAX_STARTS } from '../../apps/report-worker/src/compliance-report.ts';
import type { VirtualTime } from './virtual-time.ts';

type Row = Readonly<Record<string, unknown>>;
type Tables = Record<string, { create(of: object): Promise<unknown> }>;

/** Every attempt to render `UNDRAWABLE` fails; of `DRAWN_AT_LAST` only the first does. */
export const UNDRAWABLE = 'undrawable';
export const DRAWN_AT_LAST = 'drawn at last';
/** It is rendered, but the database never stores it. */
export const UNSTORED = 'unstored';
/** It kills each process that renders it. */
export const DEADLY = 'deadly';
/** The mail service rejects this address at once. */
export const NO_ADDRESS = 'none@b.test';

export interface FaultFreeBackground {
  time: VirtualTime;
  rows(table: string): readonly Row[];
  db: { $transaction(work: (tx: Tables) => Promise<void>): Promise<void> };
  /** A finished job with this id that is still stored. */
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

  // Rows whose job ended without updating them, and one whose token has paid for something else since.
  const event = await world.storeEvent('evt_ended');
  world.endedJob('provider-event', event);
  const undrawable = await world.order({ preparedFor: UNDRAWABLE });
  const paidElsewhere = await world.order({ preparedFor: UNDRAWABLE, reservation: randomUUID() });
  const message = randomUUID();
  // Its sender died, and it is unknown whether the message was sent.
  await world.db.$transaction(async (tx) => {
    const leaseUntil = new Date(Date.now() - 1);
    const order = { id: message, dedupeKey: message, to: NO_ADDRESS, template: 'api_key', payload: { key: 'k', link: 'https://x.test/' } }; // prettier-ignore
    await tx['mailMessage']?.create({ data: { ...order, state: 'sending', attempts: 1, firstAttemptAt: leaseUntil, leaseUntil } }); // prettier-ignore
  });

  const ended = new Map<string, string>();
  // Rows of an API process that was killed are deleted only when they are old.
  const renders = rows('pdfRender').length;
  for (const what of [UNDRAWABLE, DRAWN_AT_LAST, UNSTORED])
    void world.draw(what).then(
      () => ended.set(what, 'drawn'),
      (error: Error) => ended.set(what, error.name),
    );
  await time.run(8_000);
  expect([UNDRAWABLE, DRAWN_AT_LAST].map((what) => ended.get(what))).toEqual(['ApiError', 'drawn']);
  // No row says how it ended, but its caller gets an answer before the deadline.
  expect(ended.get(UNSTORED)).toBe('QueueUnavailable');
  expect(rows('pdfRender').length).toBe(renders);

  await time.run(45_000);
  expect(rowOf('providerEvent', event)?.['outcome']).toBe('settled');
  // It may have arrived, so it must not be reported as a failure.
  expect(rowOf('mailMessage', message)?.['state']).toBe('unknown');
  // Repeating the event changes nothing.
  await world.addJob('provider-event', { eventId: event }, 'again');
  await time.run(1_000);
  expect(rowOf('providerEvent', event)?.['outcome']).toBe('settled');

  // All attempts of a job, with a doubling delay.
  await time.run(300_000);
  expect([undrawable, paidElsewhere].map((id) => rowOf('complianceReport', id)?.['state'])).toEqual(['failed', 'failed']); // prettier-ignore
  expect([tokenOf(undrawable)?.['consumedAt'] === null, tokenOf(paidElsewhere)?.['consumedAt'] === null]).toEqual([true, false]); // prettier-ignore

  // It is retried until its lock, its restarts and its job's attempts are used up, and no longer.
  const deadly = await world.order({ preparedFor: DEADLY });
  await time.run(600_000);
  const { state, attempts } = rowOf('complianceReport', deadly) ?? {};
  expect([state, attempts, tokenOf(deadly)?.['consumedAt']]).toEqual(['failed', MAX_STARTS + 1, null]);
}
