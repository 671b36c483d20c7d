import { defineCheck } from '../../check.ts';
import { counted } from '@palisade/report/counted';
import { cutNote } from '../../parse/page/page-origin.ts';

/** Example that triggers its note: `<button onclick="…">`, `<a href="javascript:…">`, `<script>…</script>`. */
export default defineCheck({
  id: 'page_analysis/inline-code',
  title: 'Inline code',
  severity: 'minor',
  deduction: 0,
  why: 'A Content-Security-Policy stops injected scripts only if it can tell them from the page’s own inline scripts. That takes nonces or hashes, and no event handlers or javascript: links.',
  fix: null,
  references: ['https://www.w3.org/TR/CSP3/#strict-csp'],
  needs: ['page'],
  outcomes: {
    none: {
      title: 'No inline code',
      status: 'good',
      note: 'The markup has no inline code, so a strict policy would break nothing in it.',
    },
    some: {
      title: 'Page has inline code',
      status: 'good',
      note: 'For information only. The headers section shows how the policy handles it.',
    },
  },
  judge({ page }) {
    const counts: [number, string, string?][] = [
      [page.inline_scripts, 'inline script', ` (${page.inline_scripts_with_nonce} with a nonce)`],
      [page.inline_handlers, 'event-handler attribute'],
      [page.javascript_urls, 'javascript: link'],
      [page.inline_styles, 'style element'],
      [page.style_attributes, 'style attribute'],
    ];
    const evidence = counts
      .filter(([count]) => count > 0)
      .map(([count, what, more = '']) => `${counted(count, what)}${more}`);
    return { outcome: evidence.length > 0 ? 'some' : 'none', evidence, note: cutNote(page) };
  },
});
