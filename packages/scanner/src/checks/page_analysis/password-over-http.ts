import { defineCheck } from '../../check.ts';
import { isInsecure, unlessCut } from '../../parse/page/page-origin.ts';

/** Example that triggers it: a sign-in page at http://…, whatever the action of its form. */
export default defineCheck({
  id: 'page_analysis/password-over-http',
  title: 'Password fields',
  severity: 'critical',
  deduction: 20,
  why: 'Anyone on the network path can change a page that arrives over plain http so that it sends them what visitors type. A password field on it therefore exposes passwords.',
  fix: 'Serve the page over https and redirect http to https.',
  references: [
    'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/04-Authentication_Testing/01-Testing_for_Credentials_Transported_over_an_Encrypted_Channel',
  ],
  needs: ['page'],
  outcomes: {
    none: { title: 'No password field', status: 'good', nothing: true, note: 'The page has no password field.' },
    good: { title: 'Password field is on an https page', status: 'good' },
    plain: { title: 'Password field is on a plain http page', status: 'bad', weakness: 'password-http' },
  },
  judge({ page }) {
    if (page.password_fields === 0) return unlessCut(page, { outcome: 'none' });
    const evidence = [`${page.password_fields} password field${page.password_fields === 1 ? '' : 's'} on ${page.url}`];
    return { outcome: isInsecure(page.url) ? 'plain' : 'good', evidence };
  },
});
