import type { AnyCheck } from '../../check.ts';
import preflight from './preflight.ts';
import reading from './reading.ts';

/** In report order. */
export const corsChecks: readonly AnyCheck[] = [reading, preflight];
