import type { AnyCheck } from '../../check.ts';
import accepted from './accepted.ts';
import httpOnly from './http-only.ts';
import lifetime from './lifetime.ts';
import prefix from './prefix.ts';
import sameSite from './same-site.ts';
import secure from './secure.ts';

/** In report order. */
export const cookieChecks: readonly AnyCheck[] = [secure, httpOnly, sameSite, prefix, accepted, lifetime];
