import type { AnyCheck } from '../../check.ts';
import chain from './chain.ts';
import hstsOnRedirects from './hsts-on-redirects.ts';
import httpToHttps from './http-to-https.ts';
import staysEncrypted from './stays-encrypted.ts';

/** In report order. */
export const redirectChecks: readonly AnyCheck[] = [httpToHttps, staysEncrypted, hstsOnRedirects, chain];
