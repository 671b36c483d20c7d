import type { AnyCheck } from '../../check.ts';

/** In report order. */
export const crossOriginChecks: readonly AnyCheck[] = [];
