import type { AnyCheck } from '../../check.ts';

/** In report order. */
export const redirectChecks: readonly AnyCheck[] = [];
