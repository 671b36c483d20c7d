import { defineCheck } from '../../check.ts';
import { BYPASS_TABLE_DATE } from '../../data/csp-bypass-hosts.ts';
import { staleRemark } from '../../data/freshness.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';
import type { PageEvidence } from '../../evidence/page.ts';
import { CSP_FAULTS, cspFaults, type CspFault } from '../../parse/csp/faults.ts';
import { NONCE_PLACEHOLDER } from '../../parse/csp/clean.ts';
import { CSP_SERVICES_DATE, servicesOn } from '../../parse/csp/services.ts';
import { suggestCsp } from '../../parse/csp/suggest.ts';
import { framingBy } from '../../parse/headers/x-frame-options.ts';
import { cspRemarks } from '../../parse/csp/remarks.ts';
import { cspTypos } from '../../parse/csp/typos.ts';
import { publicSuffixes, selfOf } from '../../policies.ts';
import { CSP_OUTCOMES } from './csp-outcomes.ts';

/** Example that triggers it: `Content-Security-Policy: script-src 'self' 'unsafe-inline'`, or no policy at all. */
export default defineCheck({
  id: 'headers/content-security-policy',
  title: 'Content-Security-Policy',
  header: 'Content-Security-Policy',
  severity: 'critical',
  deduction: 25,
  why: 'A Content-Security-Policy tells the browser which scripts may run. With it, markup that an attacker managed to inject stays inert; without it, every injected script runs with the rights of the page.',
  fix: "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'self'",
  references: ['https://www.w3.org/TR/CSP3/', 'https://developer.mozilla.org/docs/Web/HTTP/Guides/CSP'],
  needs: ['http', 'enforced_policies'],
  optional: ['page'],
  outcomes: CSP_OUTCOMES,
  judge({ http, enforced_policies: policies, page }, { scannedAt }) {
    const isPublicSuffix = publicSuffixes();
    const headers = finalHop(http).headers;
    const self = selfOf(http);
    const framing = framingBy(fieldValues(headers, 'x-frame-options')) === 'blocked' ? "'none'" : "'self'";
    const fix = suggestCsp({ policies, self, page, isPublicSuffix, framing });
    if (policies.length === 0) {
      const reportOnly = fieldValues(headers, 'content-security-policy-report-only');
      const note = howToApply(fix, page, scannedAt);
      const sent = fieldValues(headers, 'content-security-policy');
      if (sent.length > 0)
        return { outcome: 'scripts_open', evidence: sent, fix, note: `The field holds no directive. ${note}` };
      return reportOnly.length > 0
        ? { outcome: 'report_only', evidence: reportOnly, fix, note }
        : { outcome: 'missing', fix, note };
    }
    const typos = cspTypos(policies);
    const found = cspFaults(policies, self, isPublicSuffix);
    // What the page is seen to need is no broader than the page: a policy made for it alone would hold the keyword too.
    const styled = INLINE_STYLES.test(suggestCsp({ policies: [], self, page, isPublicSuffix, framing }));
    const faults: CspFault[] = styled ? found.filter(({ code }) => code !== 'inline_styles') : found;
    const misread = [...typos.swallowed, ...typos.unquoted];
    if (misread.length > 0) faults.push({ code: 'typo', evidence: misread });
    faults.sort((a, b) => CSP_FAULTS.indexOf(a.code) - CSP_FAULTS.indexOf(b.code));

    const notes = faults.map((fault, index) => {
      const words = index === 0 ? 'Seen' : `Also: ${CSP_OUTCOMES[fault.code].title}`;
      return fault.evidence.length > 0 ? `${words}: ${fault.evidence.join('; ')}.` : `${words}.`;
    });
    if (found.length > faults.length)
      notes.push(
        "Inline styles are allowed ('unsafe-inline'), and the page uses them: injected CSS can restyle it and read attribute values. In style sheets they would need no keyword.",
      );
    notes.push(...cspRemarks(policies, self, isPublicSuffix));
    if (policies.every((policy) => policy.source === 'meta')) {
      notes.push(
        'The policy comes from a <meta> element: it cannot restrict framing and starts only where the element stands.',
      );
    }
    const worst = faults[0];
    notes.push(staleRemark('hosts that defeat a policy', BYPASS_TABLE_DATE, scannedAt));
    if (worst) notes.push(howToApply(fix, page, scannedAt));
    return {
      outcome: worst?.code ?? 'good',
      evidence: faults.flatMap((fault) => fault.evidence),
      note: notes.filter(Boolean).join(' '),
      fix,
    };
  },
});

const INLINE_STYLES = /style-src[^;]*'unsafe-inline'/;

/** What to know before pasting the suggested policy into this page's server. */
function howToApply(fix: string, page: PageEvidence | undefined, now: number): string {
  const notes = [
    'The suggested policy allows what the markup was seen to load; send it as Content-Security-Policy-Report-Only first, since scripts may load more.',
  ];
  const services = servicesNamed(page);
  notes.push(...services, services.length > 0 ? staleRemark('what services need', CSP_SERVICES_DATE, now) : '');
  if (fix.includes(NONCE_PLACEHOLDER)) {
    const which = fix.includes("'strict-dynamic'") ? 'every script element' : 'every inline script';
    notes.push(
      `Its nonce is a placeholder: put a new random value into it in every answer, and the same value on ${which}.`,
    );
  }
  if (/'sha256-/.test(fix)) {
    notes.push(
      'Its hashes are those of the inline scripts in this answer; a script whose text changes from one answer to the next needs a nonce instead.',
    );
  }
  const handlers = (page?.inline_handlers ?? 0) + (page?.javascript_urls ?? 0);
  if (handlers > 0)
    notes.push(`${handlers} event-handler attributes and javascript: links of the page have to move into scripts.`);
  if (INLINE_STYLES.test(fix)) {
    notes.push(
      "It keeps 'unsafe-inline' for styles because the page has style elements or attributes, or a service of it adds them: move yours into style sheets, then take the keyword out.",
    );
  }
  return notes.filter(Boolean).join(' ');
}

/** The services whose needs the suggestion holds, apart by what that rests on. */
function servicesNamed(page: PageEvidence | undefined): string[] {
  const services = page ? servicesOn(page) : [];
  const named = (documented: boolean) =>
    services.flatMap(({ name, basis }) => ((basis === 'documented') === documented ? [name] : [])).join(', ');
  const [known, proposed] = [named(true), named(false)];
  return [
    ...(known ? [`It holds what the documentation of these services asks for: ${known}.`] : []),
    ...(proposed ? [`Not confirmed by the providers: what it holds for ${proposed}.`] : []),
  ];
}
