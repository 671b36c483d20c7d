import type { AnyCheck } from '../../check.ts';

/** In report order. */
export const pageAnalysisChecks: readonly AnyCheck[] = [];
