/**
 * The process that draws, forked by renderer.ts: `node --import ./register-tsx.ts renderer-process.ts`.
 * It has no connections, no secrets and no jobs, and ends when its parent does.
 */
import { setPriority } from 'node:os';
import { endWithParent } from '@palisade/telemetry/end-with-parent';
import type { NumberedOrder, RenderAnswer, RenderOrder } from './render-order.ts';
import { renderCompliancePdf, renderScanPdf } from './render.ts';

// Callers wait for scans too, and scans need little: they go first if both want a processor.
const NICENESS = 5;

try {
  setPriority(NICENESS);
} catch {
  // If lowering its priority is not permitted, drawing merely competes with scans.
}
// Ctrl-C reaches every process of the terminal: the parent lets a drawing finish first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit(0));
endWithParent();
process.on('message', (order) => void answer(order as NumberedOrder));

async function answer({ id, ...order }: NumberedOrder): Promise<void> {
  let drawn: { ok: true; pdf: Uint8Array } | { ok: false; name: string; message: string };
  try {
    drawn = { ok: true, pdf: await draw(order) };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    drawn = { ok: false, name, message };
  }
  const complete: RenderAnswer = { id, residentBytes: process.memoryUsage.rss(), ...drawn };
  // The process that sent the order may have died meanwhile.
  process.send?.(complete, undefined, undefined, (error) => {
    if (error !== null) process.exit(0);
  });
}

function draw(order: RenderOrder): Promise<Uint8Array> {
  const { report, names } = order;
  if (order.kind === 'scan') return renderScanPdf(report, names, order);
  return renderCompliancePdf(report, order.assessment, names, order);
}
