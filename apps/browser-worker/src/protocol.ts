import type { FurtherPages } from '@palisade/db/further-pages';
import type { FoundBrowser } from '@palisade/browser/find-browser';
import type { EgressPolicy } from '@palisade/scanner/gather/net/egress';
import { z } from 'zod';

/** JSON lines: orders on the process's standard input, answers on its standard output. */
export type Order =
  | { type: 'settings'; policy: EgressPolicy; browser: FoundBrowser }
  | { type: 'visit'; id: string; url: string; pages: FurtherPages; wallMs: number }
  | { type: 'cancel'; id: string };

/** Parsed as hostile input: a page may have taken over the process. */
export const Answer = z.object({
  id: z.uuid(),
  /** `gathered(BrowserEvidence)` as JSON. */
  seen: z.string(),
  /** Cost of the browser: milliseconds of processor time and bytes of private memory. */
  cpuMs: z.number().nonnegative(),
  peakBytes: z.number().nonnegative(),
  fault: z.string().max(1_000).optional(),
});
export type Answer = z.infer<typeof Answer>;

/** Longer than any honest answer. */
export const LONGEST_LINE = 8 * 1024 * 1024;
