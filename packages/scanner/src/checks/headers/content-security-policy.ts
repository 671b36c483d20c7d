import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';
import type { PageEvidence } from '../../evidence/page.ts';
import { CSP_FAULTS, cspFaults, type CspFault } from '../../parse/csp/faults.ts';
import { NONCE_PLACEHOLDER } from '../../parse/csp/clean.ts';
import { servicesOn } from '../../parse/csp/services.ts';
import { suggestCsp } from '../../parse/csp/suggest.ts';
import { framingBy } from '../../parse/x-frame-options.ts';
import { cspRemarks } from '../../parse/csp/remarks.ts';
import { cspTypos } from '../../parse/csp/typos.ts';
import { isPublicSuffix, selfOf } from '../../policies.ts';

/** Example that triggers it: `Content-Security-Policy: script-src 'self' 'unsafe-inline'`, or no policy at all. */
export default defineCheck({
  id: 'headers/content-security-policy',
  title: 'Content-Security-Policy',
  header: 'Content-Security-Policy',
  severity: 'critical',
  deduction: 25,
  cwe: 693,
  why: 'A Content-Security-Policy tells the browser which scripts may run. With it, markup that an attacker managed to inject stays inert; without it, every injected script runs with the rights of the page.',
  fix: "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'self'",
  references: ['https://www.w3.org/TR/CSP3/', 'https://developer.mozilla.org/docs/Web/HTTP/Guides/CSP'],
  needs: ['http', 'enforced_policies'],
  optional: ['page'],
  outcomes: {
    good: { status: 'good' },
    missing: { status: 'missing' },
    report_only: {
      status: 'missing',
      note: 'Only Content-Security-Policy-Report-Only is sent: violations are reported and nothing is blocked.',
    },
    scripts_open: {
      status: 'weak',
      deduction: 22,
      note: 'The policy leaves scripts open: inline code and scripts from any host both run, so it stops no injection.',
    },
    inline_scripts: {
      status: 'warn',
      deduction: 15,
      note: "'unsafe-inline' lets injected inline scripts run.",
    },
    any_host: {
      status: 'weak',
      deduction: 15,
      note: 'Scripts may be loaded from hosts that anyone can own.',
    },
    data_scripts: {
      status: 'weak',
      deduction: 12,
      note: 'data: among the script sources lets an injected element carry its own code.',
    },
    inline_handlers: {
      status: 'warn',
      severity: 'important',
      deduction: 10,
      note: "Event-handler attributes may hold code ('unsafe-inline' for script-src-attr, or nothing that governs it).",
    },
    eval: {
      status: 'warn',
      severity: 'important',
      deduction: 7,
      note: "'unsafe-eval' lets strings be compiled into code.",
    },
    bypassable_host: {
      status: 'warn',
      severity: 'important',
      deduction: 7,
      note: 'An allowed host serves code of a stranger’s choice, which gets round the list.',
    },
    base_open: {
      status: 'warn',
      severity: 'important',
      deduction: 6,
      note: "An injected <base> element can send the page's trusted relative scripts to another host, because base-uri allows it.",
    },
    clear_text_scripts: {
      status: 'weak',
      severity: 'important',
      deduction: 5,
      note: 'Scripts may be loaded over plain http.',
    },
    weak_nonce: {
      status: 'weak',
      severity: 'important',
      deduction: 4,
      note: 'The nonce can be guessed: it is very short or a placeholder. Use at least 128 random bits, new in every answer.',
    },
    doubtful_host: {
      status: 'warn',
      severity: 'minor',
      deduction: 3,
      note: 'An allowed host has been used to get round such lists, or runs what its customers upload.',
    },
    nothing_trusted: {
      status: 'weak',
      severity: 'minor',
      deduction: 3,
      note: "'strict-dynamic' without a nonce or hash: current browsers then ignore hosts and 'self', so no script of the page runs, and older ones fall back to the list.",
    },
    forms_open: {
      status: 'weak',
      severity: 'minor',
      deduction: 3,
      note: 'form-action admits any site, so an injected form can send what visitors type, saved passwords included, anywhere.',
    },
    objects_open: {
      status: 'weak',
      severity: 'minor',
      deduction: 3,
      note: 'object-src admits any site, so an injected <object> or <embed> can lay foreign content into the page.',
    },
    typo: {
      status: 'weak',
      severity: 'minor',
      deduction: 3,
      note: 'Part of the policy is read as host names, not as it was meant.',
    },
    clear_text_sources: {
      status: 'warn',
      severity: 'minor',
      deduction: 3,
      note: 'Resources may be loaded over plain http, and upgrade-insecure-requests is not set.',
    },
    styles_open: {
      status: 'weak',
      severity: 'minor',
      deduction: 2,
      note: 'Style sheets may come from any site: an injected one can restyle the page and read values out of it.',
    },
    frames_open: {
      status: 'weak',
      severity: 'minor',
      deduction: 2,
      note: 'Frames may show any site, so an injected frame can imitate a part of the page.',
    },
    base_admits_any: {
      status: 'weak',
      severity: 'minor',
      deduction: 2,
      note: 'base-uri admits any site, so an injected <base> element turns the relative links and forms of the page elsewhere.',
    },
  },
  judge({ http, enforced_policies: policies, page }) {
    const headers = finalHop(http).headers;
    const self = selfOf(http);
    const framing = framingBy(fieldValues(headers, 'x-frame-options')) === 'blocked' ? "'none'" : "'self'";
    const fix = suggestCsp({ policies, self, page, isPublicSuffix, framing });
    if (policies.length === 0) {
      const reportOnly = fieldValues(headers, 'content-security-policy-report-only');
      const note = howToApply(fix, page);
      return reportOnly.length > 0
        ? { outcome: 'report_only', evidence: reportOnly, fix, note }
        : { outcome: 'missing', fix, note };
    }
    const typos = cspTypos(policies);
    const faults: CspFault[] = cspFaults(policies, self, isPublicSuffix);
    const misread = [...typos.swallowed, ...typos.unquoted];
    if (misread.length > 0) faults.push({ code: 'typo', evidence: misread });
    faults.sort((a, b) => CSP_FAULTS.indexOf(a.code) - CSP_FAULTS.indexOf(b.code));

    const notes = faults.map((fault, index) => {
      const words = index === 0 ? 'Seen' : `Also ${ALSO[fault.code]}`;
      return fault.evidence.length > 0 ? `${words}: ${fault.evidence.join('; ')}.` : `${words}.`;
    });
    notes.push(...cspRemarks(policies, self, isPublicSuffix));
    if (policies.every((policy) => policy.source === 'meta')) {
      notes.push(
        'The policy comes from a <meta> element: it cannot restrict framing and starts only where the element stands.',
      );
    }
    const worst = faults[0];
    if (worst) notes.push(howToApply(fix, page));
    return {
      outcome: worst?.code ?? 'good',
      evidence: faults.flatMap((fault) => fault.evidence),
      note: notes.join(' '),
      fix,
    };
  },
});

/** How a fault reads when a worse one comes first. */
const ALSO: Record<CspFault['code'], string> = {
  scripts_open: 'open to any script',
  inline_scripts: 'inline scripts run',
  any_host: 'scripts from hosts that anyone can own',
  data_scripts: 'scripts in data: URLs',
  inline_handlers: 'code in event-handler attributes',
  eval: 'strings compiled into code',
  bypassable_host: "hosts that serve code of a stranger's choice",
  base_open: 'the base URL can be changed',
  clear_text_scripts: 'scripts over plain http',
  weak_nonce: 'a nonce that can be guessed',
  doubtful_host: 'hosts that have been used to get round such lists',
  nothing_trusted: 'nothing that gives a script its trust',
  forms_open: 'forms may be sent to any site',
  objects_open: 'objects from any site',
  typo: 'keywords read as host names (quotes or a semicolon missing)',
  clear_text_sources: 'resources over plain http',
  styles_open: 'style sheets from any site',
  frames_open: 'frames of any site',
  base_admits_any: 'any base URL',
};

/** What to know before pasting the suggested policy into this page's server. */
function howToApply(fix: string, page: PageEvidence | undefined): string {
  const notes = [
    'The suggested policy allows what the markup was seen to load; send it as Content-Security-Policy-Report-Only first, since scripts may load more.',
  ];
  notes.push(...servicesNamed(page));
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
  return notes.join(' ');
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
