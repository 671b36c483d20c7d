import type { AnyCheck } from '../../check.ts';

/** In report order. */
export const dnsChecks: readonly AnyCheck[] = [];
