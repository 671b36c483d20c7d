import { defineCheck } from '../../check.ts';
import { finalHop } from '../../evidence/http.ts';
import { crossOriginPolicies } from '../../parse/headers/cross-origin-policy.ts';

/** Example that triggers it: `Document-Isolation-Policy: isolate`, a value that does not exist. */
export default defineCheck({
  id: 'cross_origin/isolation',
  title: 'Cross-origin isolation',
  severity: 'minor',
  deduction: 1,
  why: 'An isolated page does not share its process with other sites, which stops attacks that read memory across sites. Browsers isolate a page that sends COOP same-origin with COEP, or a Document-Isolation-Policy.',
  fix: 'Document-Isolation-Policy: isolate-and-credentialless',
  references: [
    'https://html.spec.whatwg.org/multipage/webappapis.html#concept-settings-object-cross-origin-isolated-capability',
    'https://wicg.github.io/document-isolation-policy/',
  ],
  needs: ['http'],
  outcomes: {
    isolated: { title: 'The page is cross-origin isolated', status: 'good' },
    not_isolated: {
      title: 'The page is not cross-origin isolated',
      status: 'good',
      nothing: true,
      note: 'The page is not isolated. Most sites do not need isolation.',
    },
    invalid: {
      title: 'Document-Isolation-Policy is invalid and ignored',
      weakness: 'coep-missing',
      status: 'weak',
      note: 'The value of Document-Isolation-Policy is unknown, so browsers ignore it.',
    },
  },
  judge({ http }) {
    const { headers, url } = finalHop(http);
    const policies = crossOriginPolicies(headers, url);
    const { documentIsolation, opener, embedder } = policies;
    if (!documentIsolation.valid) {
      return { outcome: 'invalid', evidence: [`Document-Isolation-Policy: ${documentIsolation.raw ?? ''}`] };
    }
    const evidence = [
      `opener policy ${opener.effective}, embedder policy ${embedder.effective}, document isolation ${documentIsolation.effective}`,
    ];
    return { outcome: policies.isolated ? 'isolated' : 'not_isolated', evidence };
  },
});
