import { loadsNothing, notAPage } from '../../answer-kind.ts';
import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';
import { frameAncestors, withAncestors } from '../../parse/csp/framing.ts';
import { allowedFrom, framingBy, framingToday, meantFraming } from '../../parse/headers/x-frame-options.ts';
import { isPublicSuffix, selfOf } from '../../policies.ts';

/** Example that triggers it: `X-Frame-Options: ALLOW-FROM https://partner.example`, without frame-ancestors in a policy. */
export default defineCheck({
  id: 'headers/x-frame-options',
  title: 'X-Frame-Options',
  header: 'X-Frame-Options',
  severity: 'important',
  deduction: 10,
  why: 'X-Frame-Options, or frame-ancestors in a Content-Security-Policy, decides which sites may show this page in a frame. Without either, another site can put this page in an invisible frame and trick visitors into clicking on it (clickjacking).',
  fix: 'SAMEORIGIN',
  references: [
    'https://html.spec.whatwg.org/multipage/document-lifecycle.html#the-x-frame-options-header',
    'https://www.w3.org/TR/CSP3/#directive-frame-ancestors',
  ],
  needs: ['http', 'enforced_policies'],
  outcomes: {
    good: { title: 'Other sites cannot frame this page', status: 'good' },
    by_policy: {
      title: 'Framing is restricted by frame-ancestors',
      status: 'good',
      note: 'The Content-Security-Policy restricts framing with frame-ancestors, which browsers use instead.',
    },
    missing: {
      title: 'Any site can frame this page',
      weakness: 'clickjacking',
      status: 'missing',
      note: 'No enforced Content-Security-Policy header has frame-ancestors either, so the page can be framed by any site.',
    },
    missing_on_data: {
      title: 'Any site can frame this response, which is not a page',
      weakness: 'data-framing',
      status: 'missing',
      note: 'No enforced Content-Security-Policy header has frame-ancestors either.',
    },
    unknown_value: {
      title: 'X-Frame-Options has no effect',
      weakness: 'xfo-invalid',
      status: 'weak',
      deduction: 9,
      note: 'Browsers support only DENY and SAMEORIGIN. Any other value, including ALLOW-FROM, has no effect, so the page can be framed by any site.',
    },
    policy_open: {
      title: 'frame-ancestors lets any site frame this page',
      weakness: 'clickjacking',
      status: 'weak',
      deduction: 9,
      inPage: true,
      note: 'frame-ancestors allows any site, and browsers then ignore X-Frame-Options, so the page can be framed by any site.',
    },
  },
  judge({ http, enforced_policies: policies }) {
    const values = fieldValues(finalHop(http).headers, 'x-frame-options');
    const ancestors = frameAncestors(policies, selfOf(http), isPublicSuffix);
    if (ancestors) {
      if (ancestors.closed)
        return {
          outcome: 'by_policy',
          evidence: ancestors.directives,
          note: ancestors.directives.join(', ').slice(0, 300),
        };
      // The field takes the place of all others of its name, so it also has their policies (RFC 9110 §5.3).
      const policy = policies
        .filter(({ source }) => source === 'header')
        .map((one) => (one === ancestors.policy ? withAncestors(one, framingToday(values)) : one.text.trim()))
        .join(', ');
      return {
        outcome: 'policy_open',
        evidence: ancestors.directives,
        note: `Seen: ${ancestors.directives.join(', ').slice(0, 300)}. Restrict frame-ancestors: X-Frame-Options alone changes nothing.`,
        fix: `Content-Security-Policy: ${policy}`,
      };
    }
    const framing = framingBy(values);
    const type = notAPage(http);
    const fix = meantFraming(values) ?? (loadsNothing(type) ? 'DENY' : 'SAMEORIGIN');
    if (framing === 'absent')
      return { outcome: type === null || type === 'empty' ? 'missing' : 'missing_on_data', fix };
    if (framing === 'open') {
      const partners = allowedFrom(values).join(' ');
      const note = partners
        ? `To let ${partners} frame the page, send Content-Security-Policy: frame-ancestors 'self' ${partners}. Browsers then use it in place of X-Frame-Options.`
        : '';
      return { outcome: 'unknown_value', evidence: values, fix, note };
    }
    const note =
      framing === 'blocked' && values.join(',').includes(',') ? 'With several values, browsers block every frame.' : '';
    return { outcome: 'good', evidence: values, note };
  },
});
