import { loadsNothing, notAPage } from '../../answer-kind.ts';
import { defineCheck } from '../../check.ts';
import { BYPASS_TABLE_DATE } from '../../data/csp-bypass-hosts.ts';
import { staleRemark } from '../../data/freshness.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';
import type { CorsEvidence } from '../../evidence/cors.ts';
import type { PageEvidence } from '../../evidence/page.ts';
import { CSP_FAULTS, cspFaults, type CspFault } from '../../parse/csp/faults.ts';
import { NONCE_PLACEHOLDER } from '../../parse/csp/clean.ts';
import { scriptNonces } from '../../parse/csp/nonces.ts';
import type { CspPolicy } from '../../parse/csp/policy.ts';
import { CSP_SERVICES_DATE, servicesOn } from '../../parse/csp/services.ts';
import { suggestCsp } from '../../parse/csp/suggest.ts';
import { undefinedEndpoints } from '../../parse/headers/reporting.ts';
import { framingToday } from '../../parse/headers/x-frame-options.ts';
import { cspRemarks } from '../../parse/csp/remarks.ts';
import { cspTypos, type CspTypos } from '../../parse/csp/typos.ts';
import { publicSuffixes, selfOf } from '../../policies.ts';
import { CSP_OUTCOMES } from './csp-outcomes.ts';

/** Example that triggers it: `Content-Security-Policy: script-src 'self' 'unsafe-inline'`, or no policy at all. */
export default defineCheck({
  id: 'headers/content-security-policy',
  title: 'Content-Security-Policy',
  header: 'Content-Security-Policy',
  severity: 'critical',
  deduction: 25,
  why: 'A Content-Security-Policy tells the browser which scripts may run. It keeps markup that an attacker injects from running code. Without it, every injected script runs with the full rights of the page.',
  fix: "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'self'",
  references: ['https://www.w3.org/TR/CSP3/', 'https://developer.mozilla.org/docs/Web/HTTP/Guides/CSP'],
  needs: ['http', 'enforced_policies'],
  optional: ['page', 'cors'],
  outcomes: CSP_OUTCOMES,
  judge({ http, enforced_policies: policies, page, cors }, { scannedAt }) {
    const isPublicSuffix = publicSuffixes();
    const headers = finalHop(http).headers;
    const self = selfOf(http);
    const framing = framingToday(fieldValues(headers, 'x-frame-options'));
    const isData = loadsNothing(notAPage(http));
    const fix = isData ? FOR_DATA : suggestCsp({ policies, self, page, isPublicSuffix, framing });
    const advice = isData ? '' : howToApply(fix, page, scannedAt);
    if (policies.length === 0) {
      const reportOnly = fieldValues(headers, 'content-security-policy-report-only');
      const old = OBSOLETE.filter((name) => fieldValues(headers, name).length > 0);
      const note = [old.length > 0 ? `Browsers ignore ${old.join(' and ')}.` : '', advice].filter(Boolean).join(' ');
      const sent = fieldValues(headers, 'content-security-policy');
      if (sent.length > 0)
        return {
          outcome: 'scripts_open',
          evidence: sent,
          fix,
          note: `The header contains no directive. ${note}`.trim(),
        };
      return reportOnly.length > 0
        ? { outcome: 'report_only', evidence: reportOnly, fix, note }
        : { outcome: 'missing', fix, note };
    }
    const typos = cspTypos(policies);
    const found = cspFaults(policies, self, isPublicSuffix);
    // No finding for inline styles that the page needs: a policy written for this page alone would allow them too.
    const styled = INLINE_STYLES.test(suggestCsp({ policies: [], self, page, isPublicSuffix, framing }));
    const faults: CspFault[] = styled ? found.filter(({ code }) => code !== 'inline_styles') : found;
    const reused = reusedNonces(policies, cors);
    // Without a script, a page shows no use of its nonce. Servers send the policy of others with such pages.
    const usesNonce = page === undefined || hasScripts(page);
    if (reused.length > 0 && usesNonce) faults.push({ code: 'reused_nonce', evidence: reused });
    const misread = [...typos.swallowed, ...typos.unquoted];
    if (misread.length > 0) faults.push({ code: 'typo', evidence: misread });
    faults.sort((a, b) => CSP_FAULTS.indexOf(a.code) - CSP_FAULTS.indexOf(b.code));

    const notes = faults.map((fault, index) => {
      const words = index === 0 ? 'Seen' : `Also: ${CSP_OUTCOMES[fault.code].title}`;
      return fault.evidence.length > 0 ? `${words}: ${fault.evidence.join('; ')}.` : `${words}.`;
    });
    if (found.length > faults.length)
      notes.push(
        "Inline styles are allowed ('unsafe-inline') and the page uses them. Injected CSS can restyle the page and read attribute values. Styles moved into external style sheets need no keyword.",
      );
    notes.push(...cspRemarks(policies, self, isPublicSuffix));
    if (reused.length > 0 && !usesNonce)
      notes.push(
        `The scan got the same nonce twice (${reused.join(', ')}). No points are deducted, because this page has no script that uses it. Generate a new nonce for every response: an attacker who knows it can put it on injected scripts.`,
      );
    const silent = undefinedEndpoints(policies, headers);
    if (silent.length > 0)
      notes.push(
        `No Reporting-Endpoints header defines what report-to names (${silent.join(', ')}), so browsers that support it send no reports.`,
      );
    const inPage = policies.filter(({ source }) => source === 'meta').map(({ text }) => text.slice(0, 300));
    if (inPage.length === policies.length) {
      notes.push(
        `The policy comes from a <meta> element, so it cannot restrict framing and applies only to what follows the element: ${inPage.join(', ')}.`,
      );
    } else if (inPage.length > 0) {
      notes.push(`Browsers also enforce the policy of a <meta> element in the page: ${inPage.join(', ')}.`);
    }
    const worst = faults[0];
    notes.push(staleRemark('hosts that defeat a policy', BYPASS_TABLE_DATE, scannedAt));
    if (worst) notes.push(advice);
    return {
      outcome: worst?.code ?? (ignoresParts(typos) ? 'ignored_parts' : 'good'),
      evidence: faults.flatMap((fault) => fault.evidence),
      note: notes.filter(Boolean).join(' '),
      fix,
    };
  },
});

/** Whether browsers skip something that the policy says. */
function ignoresParts(typos: CspTypos): boolean {
  const { ignored, emptyNonces, unknownDirectives, afterComma, duplicates, notAscii } = typos;
  return [ignored, emptyNonces, unknownDirectives, afterComma, duplicates, notAscii].some(({ length }) => length > 0);
}

/** Names from before the standard of 2012. No current browser supports them. */
const OBSOLETE = ['X-Content-Security-Policy', 'X-WebKit-CSP'];

/** The probes of the CORS check request the same page, so each response should have its own nonce. */
function reusedNonces(policies: readonly CspPolicy[], cors: CorsEvidence | undefined): string[] {
  const others = new Set(cors?.probes.flatMap(({ nonces }) => nonces ?? []));
  return scriptNonces(policies)
    .filter((nonce) => others.has(nonce))
    .map((nonce) => `'nonce-${nonce}'`);
}

function hasScripts({ inline_scripts: inline, resources, cut_by: cut }: PageEvidence): boolean {
  return inline > 0 || cut.length > 0 || resources.some(({ kind }) => kind === 'script');
}

/** For responses that load and run nothing (OWASP REST Security Cheat Sheet). */
const FOR_DATA = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const INLINE_STYLES = /style-src[^;]*'unsafe-inline'/;

/** What to know before deploying the suggested policy. */
function howToApply(fix: string, page: PageEvidence | undefined, now: number): string {
  const notes = [
    'The suggested policy allows what the markup loads. Scripts may load more, so send it as Content-Security-Policy-Report-Only first.',
    ...onlyNamed(fix, page),
  ];
  const services = servicesNamed(page);
  notes.push(...services, services.length > 0 ? staleRemark('what services need', CSP_SERVICES_DATE, now) : '');
  if (fix.includes(NONCE_PLACEHOLDER)) {
    const which = fix.includes("'strict-dynamic'") ? 'every script element' : 'every inline script';
    notes.push(
      `Its nonce is a placeholder: generate a new random value for every response and put the same value on ${which}.`,
    );
  }
  if (page?.inline_script_hashes.some((hash) => fix.includes(hash))) {
    notes.push(
      'Its hashes match the inline scripts in this response. A script whose text changes between responses needs a nonce instead.',
    );
  }
  const handlers = (page?.inline_handlers ?? 0) + (page?.javascript_urls ?? 0);
  if (handlers > 0)
    notes.push(`Move the page’s event-handler attributes and javascript: links (${handlers}) into scripts.`);
  if (INLINE_STYLES.test(fix)) {
    notes.push(
      page
        ? "It keeps 'unsafe-inline' for styles because the page, or a service it uses, has style elements or attributes. Move yours into external style sheets, then remove the keyword."
        : "It keeps 'unsafe-inline' for styles because the page could not be read.",
    );
  }
  return notes.filter(Boolean).join(' ');
}

/** Hosts that are in the policy only because the text of a script names them: no one saw a request. */
function onlyNamed(fix: string, page: PageEvidence | undefined): string[] {
  const loaded = new Set(page?.resources.map(({ url }) => URL.parse(url)?.host));
  const named = (page?.script_endpoints ?? []).flatMap(({ url }) => URL.parse(url)?.host ?? []);
  const hosts = [...new Set(named)].filter((host) => !loaded.has(host) && fix.includes(`//${host}`));
  if (hosts.length === 0) return [];
  return [
    `It allows ${hosts.join(', ')} because the text of a script names ${hosts.length === 1 ? 'it' : 'them'}. The scan saw no request, so remove what the page does not use.`,
  ];
}

/** The services that the suggested policy allows for, split by whether their needs are documented. */
function servicesNamed(page: PageEvidence | undefined): string[] {
  const services = page ? servicesOn(page) : [];
  const named = (documented: boolean) =>
    services.flatMap(({ name, basis }) => ((basis === 'documented') === documented ? [name] : [])).join(', ');
  const [known, proposed] = [named(true), named(false)];
  return [
    ...(known ? [`It includes the sources that these services document: ${known}.`] : []),
    ...(proposed ? [`The sources it includes for ${proposed} are not confirmed by the providers.`] : []),
  ];
}
