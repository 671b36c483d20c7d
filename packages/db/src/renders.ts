import type { Prisma } from './client.ts';
import { type Db } from './client.ts';

export interface RenderOrder {
  report: unknown;
  preparedFor: string | null;
  preparedBy: string | null;
}

export type RenderResult = { ok: true; pdf: Buffer } | { ok: false };

export async function orderRender(db: Db, id: string, order: RenderOrder): Promise<void> {
  await db.pdfRender.create({ data: { id, ...order, report: order.report as Prisma.InputJsonValue } });
}

/** @returns null when there is nothing to render: already done, or its caller has gone */
export async function readRenderOrder(db: Db, id: string): Promise<RenderOrder | null> {
  const row = await db.pdfRender.findFirst({ where: { id, state: 'queued' } });
  return row && { report: row.report, preparedFor: row.preparedFor, preparedBy: row.preparedBy };
}

/** Idempotent: the first result stays. `pdf` null: it cannot be rendered. */
export async function finishRender(db: Db, id: string, pdf: Buffer | null): Promise<void> {
  await db.pdfRender.updateMany({
    where: { id, state: 'queued' },
    data: pdf === null ? { state: 'failed' } : { state: 'done', pdf: new Uint8Array(pdf) },
  });
}

export async function loadRenderResults(db: Db, ids: readonly string[]): Promise<Map<string, RenderResult>> {
  const rows = await db.pdfRender.findMany({
    where: { id: { in: [...ids] }, state: { not: 'queued' } },
    select: { id: true, pdf: true },
  });
  return new Map(rows.map(({ id, pdf }) => [id, pdf === null ? { ok: false } : { ok: true, pdf: Buffer.from(pdf) }]));
}

export async function dropRender(db: Db, id: string): Promise<void> {
  await db.pdfRender.deleteMany({ where: { id } });
}
