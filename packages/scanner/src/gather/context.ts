import type { Target } from '../target.ts';
import type { Masking } from '../without-secrets.ts';
import type { Egress } from './net/egress.ts';

/** What every gatherer gets. The signal aborts at the scan's deadline or if no caller waits any more. */
export interface GatherContext {
  target: Target;
  egress: Egress;
  signal: AbortSignal;
  /** As the egress sends it. */
  userAgent?: string;
  /** What must not be stored, in addition to what is never stored. */
  masking?: Masking;
}
