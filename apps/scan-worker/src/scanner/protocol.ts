import type { EgressPolicy } from '@palisade/scanner/gather/net/egress';
import { z } from 'zod';

/**
 * What supervisor and scanner say to each other: JSON lines, orders on the scanner's standard input,
 * answers on its standard output. Not Node's own channel, which reads without limit what a scanner sends.
 * Report and evidence follow their line as they are stored, packed: the supervisor copies a fifth, and packs nothing.
 */
export type Order =
  | { type: 'policy'; policy: EgressPolicy; timeoutMs: number; limited: boolean }
  | { type: 'scan'; scanId: string; url: string; priority: number; browser: boolean }
  /** What a browser saw for a scan that was told to wait for it: `gathered(BrowserEvidence)`. */
  | { type: 'browser'; scanId: string; seen: unknown }
  | { type: 'owner-word'; scanId: string; host: string }
  | { type: 'callback'; scanId: string; url: string; headers: Readonly<Record<string, string>>; body: string }
  | { type: 'cancel'; scanId: string };

/** Milliseconds since 1970, before 2286: a span of another time spoils all that are exported with it. */
const moment = z.number().min(0).max(1e13);

const Step = z.object({
  step: z.string().max(40),
  startedAt: moment,
  endedAt: moment,
  /** What it could not get, and whose fault that was. */
  missing: z.object({ code: z.string().max(40), blame: z.string().max(10) }).optional(),
});
export type Step = z.infer<typeof Step>;

const scanId = z.uuid();
const steps = z.array(Step).max(100);
const text = z.string().max(4_000);
/** Longer than any honest line or report; a scanner that sends more is ended. */
export const LONGEST_LINE = 16 * 1024 * 1024;
const bytes = z.int().min(0).max(LONGEST_LINE);

/** An answer of the scanner. It is read as hostile input: by then a page may have taken the process over. */
const Answer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({
    type: z.literal('beat'),
    /** Processor time since its start. */
    cpuMs: z.number().nonnegative(),
    /** Share of the time since the last beat that its event loop was at work. */
    utilization: z.number().min(0).max(1),
    loopP99Ms: z.number().nonnegative(),
  }),
  /** It has lost a thread and cannot make another: its scans may end, and another process takes its place. */
  z.object({ type: z.literal('worn') }),
  /** Parts of the scan's evidence that came in since the last time. */
  z.object({ type: z.literal('progress'), scanId, parts: z.array(z.string().max(40)).max(100) }),
  /** What the owner of a host says about its being listed, and which accounts claim it. */
  z.object({
    type: z.literal('word'),
    scanId,
    word: z.enum(['list', 'opt-out', 'none', 'unknown']),
    claims: z.array(z.string().max(64)).max(20),
    complete: z.boolean(),
  }),
  /** The receiver of a callback has answered. */
  z.object({ type: z.literal('called'), scanId, status: z.int().min(100).max(999) }),
  /** So many bytes follow: the report, then the evidence it was made from or nothing; both packed. */
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

/** @returns null for what is none */
export function readAnswer(line: string): Answer | null {
  try {
    return Answer.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

/** Of answers beside those to its scans. */
export const BEAT_MS = 500;
