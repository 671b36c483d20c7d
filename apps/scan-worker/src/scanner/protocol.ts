import type { EgressPolicy } from '@palisade/scanner/gather/net/egress';
import { z } from 'zod';

/**
 * The messages between supervisor and scanner: JSON lines, with orders on the scanner's standard input and
 * answers on its standard output. Node's own channel is not used, because it reads without limit whatever a scanner sends.
 * Report and evidence follow their line, compressed as they will be stored: the supervisor copies a fifth, and compresses nothing.
 */
export type Order =
  | { type: 'policy'; policy: EgressPolicy; timeoutMs: number; limited: boolean }
  | { type: 'scan'; scanId: string; url: string; priority: number; browser: boolean }
  /** Browser evidence for a scan that was ordered to wait for it: `gathered(BrowserEvidence)`. */
  | { type: 'browser'; scanId: string; seen: unknown }
  | { type: 'owner-statement'; scanId: string; host: string }
  | { type: 'callback'; scanId: string; url: string; headers: Readonly<Record<string, string>>; body: string }
  | { type: 'cancel'; scanId: string };

/** Milliseconds since 1970, before 2286: a span with an impossible time spoils the whole batch it is exported with. */
const moment = z.number().min(0).max(1e13);

const Step = z.object({
  step: z.string().max(40),
  startedAt: moment,
  endedAt: moment,
  /** What could not be gathered, and who caused it: the site or us. */
  missing: z.object({ code: z.string().max(40), blame: z.string().max(10) }).optional(),
});
export type Step = z.infer<typeof Step>;

const scanId = z.uuid();
const steps = z.array(Step).max(100);
const text = z.string().max(4_000);
/** Longer than any honest line or report. A scanner that sends more is killed. */
export const LONGEST_LINE = 16 * 1024 * 1024;
const bytes = z.int().min(0).max(LONGEST_LINE);

/** A scanner's answer. It is parsed as hostile input: a page may have taken over the process. */
const Answer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({
    type: z.literal('beat'),
    /** Processor time since the process started. */
    cpuMs: z.number().nonnegative(),
    /** Event loop utilization since the last heartbeat, 0 to 1. */
    utilization: z.number().min(0).max(1),
    loopP99Ms: z.number().nonnegative(),
  }),
  /** It has lost a thread and cannot start another: its scans may finish, and another process replaces it. */
  z.object({ type: z.literal('worn') }),
  /** Parts of the scan's evidence that have arrived since the last message. */
  z.object({ type: z.literal('progress'), scanId, parts: z.array(z.string().max(40)).max(100) }),
  /** The host owner's wishes about listing, and which accounts claim the host. */
  z.object({
    type: z.literal('stated'),
    scanId,
    directive: z.enum(['list', 'opt-out', 'none', 'unknown']),
    claims: z.array(z.string().max(64)).max(20),
    complete: z.boolean(),
  }),
  /** The callback's receiver has answered. */
  z.object({ type: z.literal('called'), scanId, status: z.int().min(100).max(999) }),
  /** The next bytes are the report, then the evidence it was made from (or nothing), both compressed. These are their lengths. */
  z.object({ type: z.literal('done'), scanId, steps, report: bytes, evidence: bytes }),
  z.object({
    type: z.literal('failed'),
    scanId,
    steps,
    kind: z.enum(['refused', 'unreachable', 'internal', 'cancelled']),
    code: z.string().max(40).optional(),
    message: text,
  }),
]);
export type Answer = z.infer<typeof Answer>;

/** @returns null if it is not an answer */
export function readAnswer(line: string): Answer | null {
  try {
    return Answer.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

/** Maximum length of answers other than reports. */
export const BEAT_MS = 500;
