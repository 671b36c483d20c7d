import { defineCheck } from '../../check.ts';
import { finalHop } from '../../evidence/http.ts';
import { cutNote, isHttps, isInsecure, unlessCut, upgradesInsecureRequests } from '../../parse/page/page-origin.ts';

/** Example that triggers it: `<form action="http://shop.example/login">` on an https page. */
export default defineCheck({
  id: 'page_analysis/insecure-form',
  title: 'Form targets',
  severity: 'critical',
  deduction: 12,
  why: 'The form sends what visitors type over plain http, where anyone on the network path can read and change it, although the page itself looks secure.',
  fix: 'Set the form’s action to an https URL or a relative one.',
  references: ['https://www.w3.org/TR/mixed-content/#requirements-forms'],
  needs: ['page', 'http'],
  outcomes: {
    none: { title: 'No form that submits to a server', status: 'good', nothing: true },
    good: { title: 'Forms submit over https', status: 'good' },
    plain_page: {
      title: 'Page is not served over https; form targets do not apply',
      status: 'good',
      nothing: true,
      note: 'The page itself is not served over https. See the redirects section.',
    },
    in_url: {
      title: 'Form can put a password in the URL',
      status: 'good',
      weakness: 'token-in-address',
      note: 'No points are deducted, because a script may handle the form. Where it does not, or has not loaded yet, browsers make the password part of the URL, which is kept in histories and logs. Set method="post".',
    },
    upgraded: {
      title: 'Policy upgrades form targets to https',
      status: 'good',
      note: 'upgrade-insecure-requests makes browsers send these requests over https.',
    },
    password: {
      title: 'Form sends a password over plain http',
      status: 'bad',
      weakness: 'form-http',
    },
    card: {
      title: 'Form sends card data over plain http',
      status: 'bad',
      weakness: 'card-form-http',
    },
    open: {
      title: 'Form submits over plain http',
      status: 'bad',
      weakness: 'form-clear',
      severity: 'important',
      deduction: 8,
    },
  },
  judge({ page, http }) {
    if (!isHttps(page)) return { outcome: 'plain_page' };
    const submitting = page.forms.filter(({ action, method }) => method !== 'dialog' && isWeb(action));
    if (submitting.length === 0) return unlessCut(page, { outcome: 'none' });
    const found = submitting.filter(({ action }) => action !== null && isInsecure(action));
    const evidenceOf = (forms: typeof found): string[] =>
      forms.map(
        ({ action, method, password, card }) =>
          `form ${method} ${action}${card ? ' with a field for card data' : ''}${password ? ' with a password field' : ''}`,
      );
    const inUrl = submitting.filter(({ method, password }) => password && method === 'get');
    if (found.length === 0 && inUrl.length > 0)
      return { outcome: 'in_url', evidence: evidenceOf(inUrl), note: cutNote(page) };
    if (found.length === 0) return unlessCut(page, { outcome: 'good' });
    if (upgradesInsecureRequests(finalHop(http).headers, page))
      return { outcome: 'upgraded', evidence: evidenceOf(found) };
    const outcome = found.some(({ card }) => card)
      ? 'card'
      : found.some(({ password }) => password)
        ? 'password'
        : 'open';
    // The title is about these. Others are in the note.
    const atFault = found.filter((form) => outcome === 'open' || (outcome === 'card' ? form.card : form.password));
    const rest = evidenceOf(found.filter((form) => !atFault.includes(form)));
    const note = rest.length > 0 ? `Also over plain http: ${rest.slice(0, 5).join('; ')}.` : '';
    return { outcome, evidence: evidenceOf(atFault), note };
  },
});

function isWeb(action: string | null): boolean {
  return action !== null && /^https?:/u.test(action);
}
