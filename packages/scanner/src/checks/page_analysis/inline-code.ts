import { defineCheck } from '../../check.ts';
import { cutNote } from '../../parse/page/page-origin.ts';

/** Example that triggers its note: `<button onclick="…">`, `<a href="javascript:…">`, `<script>…</script>`. */
export default defineCheck({
  id: 'page_analysis/inline-code',
  title: 'Code in the markup',
  severity: 'minor',
  deduction: 0,
  why: 'A Content-Security-Policy stops injected scripts only when the page’s own inline scripts can be told from them: by nonces or hashes, and without handlers and javascript: links.',
  fix: null,
  references: ['https://www.w3.org/TR/CSP3/#strict-csp'],
  needs: ['page'],
  outcomes: {
    none: {
      title: 'No code in the markup',
      status: 'good',
      note: 'There is none: a strict policy would break nothing here.',
    },
    some: {
      title: 'Code stands in the markup',
      status: 'good',
      note: 'Counted, not judged; how well the policy deals with it is judged in the headers section.',
    },
  },
  judge({ page }) {
    const counts: [number, string][] = [
      [page.inline_scripts, `inline scripts (${page.inline_scripts_with_nonce} with a nonce)`],
      [page.inline_handlers, 'event handler attributes'],
      [page.javascript_urls, 'javascript: links'],
      [page.inline_styles, 'style elements'],
      [page.style_attributes, 'style attributes'],
    ];
    const evidence = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
    return { outcome: evidence.length > 0 ? 'some' : 'none', evidence, note: cutNote(page) };
  },
});
