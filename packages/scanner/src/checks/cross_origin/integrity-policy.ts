import { counted } from '@palisade/report/counted';
import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';
import type { PageEvidence } from '../../evidence/page.ts';
import { parseIntegrity } from '../../parse/page/sri.ts';
import { integrityPolicy } from '../../parse/headers/cross-origin-policy.ts';

/** Example that triggers its note: `Integrity-Policy: blocked-destinations=(script)`. */
export default defineCheck({
  id: 'cross_origin/integrity-policy',
  title: 'Integrity-Policy',
  severity: 'minor',
  deduction: 1,
  why: 'Integrity-Policy makes browsers block scripts that have no integrity hash, so that a script tampered with on another server does not run.',
  fix: 'Integrity-Policy: blocked-destinations=(script)',
  references: ['https://www.w3.org/TR/sri-2/#integrity-policy-section'],
  needs: ['http'],
  optional: ['page'],
  outcomes: {
    enforced: { title: 'Integrity-Policy is enforced', status: 'good' },
    report_only: {
      title: 'Integrity-Policy is report-only',
      status: 'good',
      nothing: true,
      note: 'Only the report-only header is sent, which enforces nothing.',
    },
    nothing: {
      title: 'Integrity-Policy covers no kind of file',
      weakness: 'integrity-policy-void',
      status: 'weak',
      note: 'blocked-destinations contains neither script nor style, or sources lacks inline. Both are lists of unquoted words in parentheses.',
    },
    invalid: {
      title: 'Integrity-Policy is invalid and ignored',
      weakness: 'integrity-policy-void',
      status: 'weak',
      note: 'Browsers cannot parse it, so they enforce nothing.',
    },
  },
  judge({ http, page }) {
    const { headers } = finalHop(http);
    const shown = (name: string): string[] =>
      fieldValues(headers, name).map((value) => `${name}: ${value.slice(0, 200)}`);
    const policy = integrityPolicy(headers, 'integrity-policy');
    if (policy !== null) {
      const evidence = shown('Integrity-Policy');
      if (policy !== 'invalid' && policy.length > 0) return { outcome: 'enforced', evidence };
      const fix = meantField(evidence.join());
      return { outcome: policy === 'invalid' ? 'invalid' : 'nothing', evidence, fix, note: whatItBlocks(fix, page) };
    }
    const reportOnly = shown('Integrity-Policy-Report-Only');
    return reportOnly.length > 0 ? { outcome: 'report_only', evidence: reportOnly } : null;
  },
});

/** SRI 2 §3.8.2: it blocks the site's own files, too. A page that worked with the broken field would stop working. */
function whatItBlocks(fix: string, page: PageEvidence | undefined): string {
  const kinds = ['script', 'style'].filter((kind) => fix.includes(kind));
  const open = page?.resources.filter(
    ({ kind, integrity, element }) =>
      kinds.includes(kind) && element !== 'style' && !(integrity !== null && parseIntegrity(integrity).effective),
  );
  const blocked = open?.length
    ? `The corrected header would block ${counted(open.length, 'file')} of this page without an integrity hash: ${open
        .slice(0, 5)
        .map(({ url }) => url)
        .join(', ')}.`
    : 'The corrected header blocks files without an integrity hash, the site’s own included.';
  return `${blocked} Send it as Integrity-Policy-Report-Only first.`;
}

/** What a field without effect was meant to cover, styles included. */
function meantField(written: string): string {
  const style = /\bstyles?\b/iu.test(written);
  const script = !style || /\bscripts?\b/iu.test(written);
  return `Integrity-Policy: blocked-destinations=(${[script ? 'script' : '', style ? 'style' : ''].filter(Boolean).join(' ')})`;
}
