import { defineCheck } from '../../check.ts';
import { finalHop } from '../../evidence/http.ts';
import { crossOriginPolicies } from '../../parse/headers/cross-origin-policy.ts';

/** Example that triggers it: `Document-Isolation-Policy: isolate`, a value that does not exist. */
export default defineCheck({
  id: 'cross_origin/isolation',
  title: 'Whether the page is cross-origin isolated',
  severity: 'minor',
  deduction: 1,
  why: 'An isolated page shares its process with no other site, which stops attacks that read memory across sites. Browsers grant it for COOP same-origin with COEP, or for a Document-Isolation-Policy.',
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
      note: 'It is not isolated, which ordinary sites do not need.',
    },
    invalid: {
      title: 'Document-Isolation-Policy is unreadable and ignored',
      weakness: 'coep-missing',
      status: 'weak',
      note: 'The value of Document-Isolation-Policy is unknown, so that browsers ignore it.',
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
