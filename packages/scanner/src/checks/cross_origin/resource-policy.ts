import { defineCheck } from '../../check.ts';
import { finalHop } from '../../evidence/http.ts';
import { crossOriginPolicies } from '../../parse/headers/cross-origin-policy.ts';
import { meantFix } from './meant-fix.ts';

/** Example that triggers it: `Cross-Origin-Resource-Policy: none`, or `Same-Origin` in the wrong case. */
export default defineCheck({
  id: 'cross_origin/resource-policy',
  title: 'Cross-Origin-Resource-Policy',
  severity: 'minor',
  deduction: 2,
  why: 'CORP tells browsers which origins may embed this response, which keeps it out of the memory of hostile pages.',
  fix: 'Cross-Origin-Resource-Policy: same-origin',
  references: ['https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header'],
  needs: ['http'],
  outcomes: {
    set: { title: 'Other sites cannot embed the response', status: 'good' },
    absent: {
      title: 'No Cross-Origin-Resource-Policy',
      status: 'good',
      nothing: true,
      note: 'Not set: any origin may embed the response, which is the default on the web.',
    },
    open: {
      title: 'Any site may embed the response, by explicit choice',
      status: 'good',
      nothing: true,
      note: 'The value cross-origin explicitly lets any origin embed the response.',
    },
    invalid: {
      title: 'Cross-Origin-Resource-Policy is invalid and ignored',
      weakness: 'corp-missing',
      status: 'weak',
      note: 'Browsers accept only same-origin, same-site and cross-origin, in exactly this spelling and in a single header.',
    },
  },
  judge({ http }) {
    const { headers, url } = finalHop(http);
    const { resource } = crossOriginPolicies(headers, url);
    if (resource.raw === null) return { outcome: 'absent' };
    const evidence = [`Cross-Origin-Resource-Policy: ${resource.raw}`];
    if (!resource.valid) return { outcome: 'invalid', evidence, ...meantFix('Cross-Origin-Resource-Policy', resource) };
    return { outcome: resource.effective === 'cross-origin' ? 'open' : 'set', evidence };
  },
});
