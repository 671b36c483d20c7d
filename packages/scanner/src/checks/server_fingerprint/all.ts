import type { AnyCheck } from '../../check.ts';

/** In report order. */
export const serverFingerprintChecks: readonly AnyCheck[] = [];
