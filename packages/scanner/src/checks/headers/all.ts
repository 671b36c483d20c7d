import type { AnyCheck } from '../../check.ts';
import accessControlAllowOrigin from './access-control-allow-origin.ts';
import cacheControl from './cache-control.ts';
import clearSiteData from './clear-site-data.ts';
import contentSecurityPolicyReportOnly from './content-security-policy-report-only.ts';
import contentSecurityPolicy from './content-security-policy.ts';
import expectCt from './expect-ct.ts';
import featurePolicy from './feature-policy.ts';
import permissionsPolicy from './permissions-policy.ts';
import publicKeyPins from './public-key-pins.ts';
import referrerPolicy from './referrer-policy.ts';
import strictTransportSecurity from './strict-transport-security.ts';
import xContentTypeOptions from './x-content-type-options.ts';
import xFrameOptions from './x-frame-options.ts';
import xXssProtection from './x-xss-protection.ts';

/** In report order. */
export const headerChecks: readonly AnyCheck[] = [
  contentSecurityPolicy,
  strictTransportSecurity,
  xFrameOptions,
  xContentTypeOptions,
  referrerPolicy,
  permissionsPolicy,
  cacheControl,
  accessControlAllowOrigin,
  clearSiteData,
  contentSecurityPolicyReportOnly,
  xXssProtection,
  expectCt,
  publicKeyPins,
  featurePolicy,
];
