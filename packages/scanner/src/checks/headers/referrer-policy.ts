import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';
import {
  isSpoiled,
  meantReferrerPolicy,
  parseMetaReferrer,
  parseReferrerPolicy,
  type ReferrerPolicy,
} from '../../parse/headers/referrer-policy.ts';

const OUTCOME_OF = {
  'no-referrer': 'good',
  'same-origin': 'good',
  'strict-origin': 'good',
  'strict-origin-when-cross-origin': 'good',
  origin: 'origin_in_clear',
  'origin-when-cross-origin': 'origin_in_clear',
  'no-referrer-when-downgrade': 'full_url',
  'unsafe-url': 'unsafe_url',
} as const satisfies Record<ReferrerPolicy, string>;

const FIX = 'strict-origin-when-cross-origin';
/** HTML §4.2.5.1: the element overrides the header, so changing the header alone fixes none of these. */
const ELEMENT = `The element overrides the header. Set its content to "${FIX}", or remove it and send the header.`;
const ELEMENT_FIX = `<meta name="referrer" content="${FIX}">`;

const SPOILED = 'One value has characters other than letters and hyphens, and Chromium then ignores the others, too.';

/** Example that triggers it: `Referrer-Policy: unsafe-url`. */
export default defineCheck({
  id: 'headers/referrer-policy',
  title: 'Referrer-Policy',
  header: 'Referrer-Policy',
  severity: 'minor',
  deduction: 5,
  why: 'Referrer-Policy decides how much of this page’s URL other sites see when a visitor follows a link or the page loads something from them. URLs can contain search terms, tokens and names.',
  fix: FIX,
  references: ['https://www.w3.org/TR/referrer-policy/'],
  needs: ['http'],
  optional: ['page'],
  outcomes: {
    good: { title: 'Referrer-Policy hides full URLs from other sites', status: 'good' },
    missing: {
      title: 'No Referrer-Policy',
      weakness: 'referrer-missing',
      status: 'missing',
      note: 'Current browsers default to strict-origin-when-cross-origin. Older ones send the full URL.',
    },
    invalid: {
      title: 'Referrer-Policy has no valid value',
      weakness: 'referrer-missing',
      status: 'weak',
      deduction: 4,
      note: 'Browsers find no policy in it, so they treat the header as absent.',
    },
    origin_in_clear: {
      title: 'Referrer-Policy sends the origin to plain http pages',
      weakness: 'referrer-unsafe',
      status: 'weak',
      deduction: 3,
      note: 'Browsers also send the origin to plain http pages.',
    },
    full_url: {
      title: 'Referrer-Policy sends full URLs to other sites',
      weakness: 'referrer-unsafe',
      status: 'weak',
      deduction: 3,
      note: 'Every https site receives the full URL of the page, query included.',
    },
    unsafe_url: {
      title: 'Referrer-Policy sends full URLs to every site, even over plain http',
      weakness: 'referrer-unsafe',
      status: 'bad',
      note: 'unsafe-url sends the full URL of the page to every site, including plain http sites.',
    },
    element_origin_in_clear: {
      title: 'Referrer policy in the page sends the origin to plain http pages',
      weakness: 'referrer-unsafe',
      status: 'weak',
      deduction: 3,
      inPage: true,
      note: ELEMENT,
    },
    element_full_url: {
      title: 'Referrer policy in the page sends full URLs to other sites',
      weakness: 'referrer-unsafe',
      status: 'weak',
      deduction: 3,
      inPage: true,
      note: ELEMENT,
    },
    element_unsafe_url: {
      title: 'Referrer policy in the page sends full URLs to every site, even over plain http',
      weakness: 'referrer-unsafe',
      status: 'bad',
      inPage: true,
      note: ELEMENT,
    },
  },
  judge({ http, page }) {
    const values = fieldValues(finalHop(http).headers, 'referrer-policy');
    const meta = parseMetaReferrer(page?.meta_referrer ?? []);
    const policy = meta ?? parseReferrerPolicy(values);
    if (policy === null && values.length > 0) {
      const meant = meantReferrerPolicy(values);
      const fix = meant && OUTCOME_OF[meant] === 'good' ? meant : FIX;
      return { outcome: 'invalid', evidence: values, fix, note: isSpoiled(values) ? SPOILED : '' };
    }
    if (policy === null) return { outcome: 'missing' };
    const outcome = OUTCOME_OF[policy];
    if (meta) {
      const seen = `<meta name="referrer"> sets ${policy}`;
      if (outcome === 'good') return { outcome, evidence: [seen], note: `${seen}.` };
      return { outcome: `element_${outcome}`, evidence: [seen], note: `${seen}.`, fix: ELEMENT_FIX };
    }
    return { outcome, evidence: values, note: values.join(',').includes(',') ? `Effective policy: ${policy}.` : '' };
  },
});
