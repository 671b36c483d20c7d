import { defineCheck } from '../../check.ts';
import { knownParty } from '../../parse/browser/known-party.ts';
import { linesOf } from '../../parse/browser/page-lines.ts';
import { unrecorded } from '../../parse/browser/unrecorded.ts';
import { relation } from '../../parse/page/page-origin.ts';
import { UNSCORED } from './unscored.ts';

const FIX =
  'Send passwords and card data only to the site itself or to the intended provider, and list that provider in the form-action directive of the Content-Security-Policy.';
const HTTPS =
  'Set each form’s action to a URL that begins with https:// or to a path without a scheme. Redirect http to https on the server.';

/** Example that triggers it: `<form action="https://collect.example/"><input type=password>`. */
export default defineCheck({
  id: 'browser/forms-elsewhere',
  title: 'Form destinations',
  severity: 'important',
  deduction: 0,
  why: 'Card skimmers and phishing collect what visitors type through forms that scripts add to the page or that submit to another site. This check reads the forms that a browser shows, not only what the server sent.',
  fix: FIX,
  references: ['https://www.w3.org/TR/CSP3/#directive-form-action'],
  needs: ['browser'],
  outcomes: {
    none: { title: 'No form on the page', status: 'good', nothing: true },
    good: { title: 'Forms submit to the site or to known providers', status: 'good' },
    elsewhere: {
      title: 'Form submits to another site',
      status: 'good',
      severity: 'minor',
      weakness: 'form-elsewhere',
      note: 'For information only: the form takes no passwords or card data, and is fine if you use that site as a service. Please review each one.',
    },
    secret: {
      title: 'Passwords or card data are sent to another site',
      status: 'good',
      weakness: 'form-elsewhere',
      note: `${UNSCORED} ${FIX}`,
    },
    clear: {
      title: 'Passwords or card data are sent over plain http',
      status: 'good',
      severity: 'critical',
      weakness: 'form-http',
      note: `${UNSCORED} ${HTTPS}`,
    },
  },
  judge({ browser }) {
    const all = browser.pages.flatMap(({ forms }) => forms);
    if (all.length === 0) return { outcome: 'none' };
    const lines = (secret: boolean, clear: boolean): string[] =>
      linesOf(browser, ({ forms, url }) =>
        forms
          .filter(({ action, method, password, card_fields: cards }) => {
            // It only closes its dialog.
            if (method === 'dialog') return false;
            // The requests show what a `javascript:` URL does with the form.
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
    if (clear.length > 0) return { outcome: 'clear', evidence: [...new Set([...clear, ...secret])] };
    if (secret.length > 0) return { outcome: 'secret', evidence: secret };
    const elsewhere = lines(false, false);
    if (elsewhere.length > 0) return { outcome: 'elsewhere', evidence: elsewhere };
    const cut = unrecorded(browser, 'forms');
    return cut === null ? { outcome: 'good' } : { unknown: cut };
  },
});
