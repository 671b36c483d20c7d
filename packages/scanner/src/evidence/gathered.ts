import { z } from 'zod';

/**
 * Why a piece of evidence is missing. `blame` distinguishes faults of the site from our own limits, so that neither is
 * reported as the other.
 */
export const Missing = z.object({
  ok: z.literal(false),
  code: z.enum([
    'timeout',
    'refused',
    'reset',
    'unreachable',
    'dns',
    'tls',
    'malformed',
    'too_large',
    'blocked',
    'limit',
    'not_applicable',
    'cancelled',
    'internal',
  ]),
  blame: z.enum(['site', 'us']),
  reason: z.string().describe('one plain sentence for the report'),
});
export type Missing = z.infer<typeof Missing>;

export function gathered<T extends z.ZodType>(value: T) {
  return z.discriminatedUnion('ok', [z.object({ ok: z.literal(true), value }), Missing]);
}
export type Gathered<T> = { ok: true; value: T } | Missing;

export function have<T>(value: T): Gathered<T> {
  return { ok: true, value };
}
export function missing(code: Missing['code'], blame: Missing['blame'], reason: string): Missing {
  return { ok: false, code, blame, reason };
}
