import type { Scope } from '@palisade/compliance/scope';
import type { ScanReport } from '@palisade/report/report';
import type { Names } from './names.ts';

/** One document to draw. The assessment of a compliance report follows from the report and the declared scope. */
export interface RenderOrder {
  kind: 'scan' | 'compliance';
  report: ScanReport;
  /** What the owner declared about the site. */
  scope?: Scope;
  /** Ids of the frameworks to assess against; absent: the usual ones. */
  frameworks?: readonly string[];
  names: Names;
  /** Canonical JSON of the evidence behind the report, to be attached; absent where it is not kept. */
  evidence?: Uint8Array;
}

/** To the renderer's process. */
export interface NumberedOrder extends RenderOrder {
  id: number;
}

/** From the renderer's process: the document or why there is none, and what the process holds now. */
export type RenderAnswer = { id: number; residentBytes: number } & (
  { ok: true; pdf: Uint8Array } | { ok: false; name: string; message: string }
);
