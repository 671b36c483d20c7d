import type { AnyCheck } from '../../check.ts';
import xContentTypeOptions from './x-content-type-options.ts';

/** In report order. */
export const headerChecks: readonly AnyCheck[] = [xContentTypeOptions];
