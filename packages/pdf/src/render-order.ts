import type { Assessment } from '@palisade/compliance/assess';
import type { ScanReport } from '@palisade/report/report';
import type { Names } from './names.ts';
import type { StoredContext } from './render.ts';

interface Order extends StoredContext {
  report: ScanReport;
  names: Names;
}

/** One document to draw; an assessment must be of the same report. */
export type RenderOrder = (Order & { kind: 'scan' }) | (Order & { kind: 'compliance'; assessment: Assessment });

/** To the renderer's process. */
export type NumberedOrder = RenderOrder & { id: number };

/** From the renderer's process: the document or an error, and the process's memory. */
export type RenderAnswer = { id: number; residentBytes: number } & (
  { ok: true; pdf: Uint8Array } | { ok: false; name: string; message: string }
);
