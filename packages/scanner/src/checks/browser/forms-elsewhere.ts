import { defineCheck } from '../../check.ts';
import { knownParty } from '../../parse/browser/known-party.ts';
import { linesOf } from '../../parse/browser/page-lines.ts';
import { relation } from '../../parse/page/page-origin.ts';

const HTTPS =
  'Give each form an address that begins with https://, or a path without a scheme. Let the server answer http with a redirect to https.';

/** Example that triggers it: `<form action="https://collect.example/"><input type=password>`. */
export default defineCheck({
  id: 'browser/forms-elsewhere',
  title: 'Where forms lead',
  severity: 'important',
  deduction: 0,
  why: 'A form that scripts put into the page, or one that leads to another site, is how card skimmers and phishing take what visitors type. What a browser shows is what counts, not what the server sent.',
  fix: 'Send passwords and card data to the site itself or to the provider that is meant to have them, and name that in the form-action directive of the Content-Security-Policy.',
  references: ['https://www.w3.org/TR/CSP3/#directive-form-action'],
  needs: ['browser'],
  outcomes: {
    none: { title: 'No form in the page', status: 'good', nothing: true },
    good: { title: 'Forms lead to the site or to providers that are known', status: 'good' },
    elsewhere: {
      title: 'Form leads to another site',
      status: 'good',
      severity: 'minor',
      weakness: 'form-elsewhere',
      note: 'A remark: it takes no password and no card data, and is right where that site is a service of yours. Look at each.',
    },
    secret: { title: 'Passwords or card data are sent to another site', status: 'bad', weakness: 'form-elsewhere' },
    clear: {
      title: 'Passwords or card data are sent over plain http',
      status: 'bad',
      severity: 'critical',
      weakness: 'form-http',
    },
  },
  judge({ browser }) {
    const all = browser.pages.flatMap(({ forms }) => forms);
    if (all.length === 0) return { outcome: 'none' };
    const lines = (secret: boolean, clear: boolean): string[] =>
      linesOf(browser, ({ forms, url }) =>
        forms
          .filter(({ action, password, card_fields: cards }) => {
            // What a `javascript:` address does with the form is seen in requests.
            if (action === null || !/^https?:/u.test(action) || (password || cards.length > 0) !== secret) return false;
            if (clear) return action.startsWith('http:') && url.startsWith('https:');
            const host = URL.parse(action)?.hostname ?? '';
            const meant = ['payment', 'sign-in'].includes(knownParty(host)?.purpose ?? '');
            return relation(action, url) === 'cross-site' && !meant;
          })
          .map(
            ({ method, action, by_script: added }) =>
              `${method.toUpperCase()} ${action}${added ? ', added by a script' : ''}`,
          ),
      );
    const clear = lines(true, true);
    const secret = lines(true, false);
    if (clear.length > 0) return { outcome: 'clear', evidence: [...new Set([...clear, ...secret])], fix: HTTPS };
    if (secret.length > 0) return { outcome: 'secret', evidence: secret };
    const elsewhere = lines(false, false);
    return elsewhere.length > 0 ? { outcome: 'elsewhere', evidence: elsewhere } : { outcome: 'good' };
  },
});
