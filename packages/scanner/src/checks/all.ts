import type { AnyCheck } from '../check.ts';
import { browserChecks } from './browser/all.ts';
import { corsChecks } from './cors/all.ts';
import { cookieChecks } from './cookies/all.ts';
import { crossOriginChecks } from './cross_origin/all.ts';
import { dnsChecks } from './dns/all.ts';
import { headerChecks } from './headers/all.ts';
import { pageAnalysisChecks } from './page_analysis/all.ts';
import { redirectChecks } from './redirects/all.ts';
import { securityTxtChecks } from './security_txt/all.ts';
import { serverFingerprintChecks } from './server_fingerprint/all.ts';
import { tlsChecks } from './tls/all.ts';

/** All checks, in report order. The first path segment of an id is its section. */
export const ALL_CHECKS: readonly AnyCheck[] = [
  ...headerChecks,
  ...redirectChecks,
  ...tlsChecks,
  ...dnsChecks,
  ...cookieChecks,
  ...crossOriginChecks,
  ...securityTxtChecks,
  ...corsChecks,
  ...serverFingerprintChecks,
  ...pageAnalysisChecks,
  ...browserChecks,
];
