import { defineCheck } from '../../check.ts';
import { relation, unlessCut } from '../../parse/page/page-origin.ts';

/** Example that triggers it: `<iframe src="/widget" sandbox="allow-scripts allow-same-origin">`. */
export default defineCheck({
  id: 'page_analysis/frames',
  title: 'Sandboxed frames',
  severity: 'minor',
  deduction: 1,
  why: 'A same-origin frame whose sandbox has both allow-scripts and allow-same-origin can remove its own sandbox, so the sandbox protects nothing.',
  fix: 'Remove allow-scripts or allow-same-origin, or serve the framed page from another origin.',
  references: ['https://html.spec.whatwg.org/multipage/iframe-embed-object.html#attr-iframe-sandbox'],
  needs: ['page'],
  outcomes: {
    none: { title: 'No frame that loads a page', status: 'good', nothing: true },
    good: { title: 'No frame can remove its own sandbox', status: 'good' },
    third_party: {
      title: 'Third-party frames have no sandbox',
      status: 'good',
      note: 'The page frames other sites. A sandbox attribute would limit what they can do.',
    },
    void: {
      title: 'Sandboxed frame can remove its own sandbox',
      status: 'weak',
      weakness: 'sandbox-void',
      note: 'The framed pages can remove these sandboxes.',
    },
  },
  judge({ page }) {
    const frames = page.resources.filter(({ kind }) => kind === 'frame');
    if (frames.length === 0) return unlessCut(page, { outcome: 'none' });
    const freed = frames.filter(({ url, sandbox }) => {
      const words = new Set(sandbox?.toLowerCase().split(/\s+/u) ?? []);
      return words.has('allow-scripts') && words.has('allow-same-origin') && relation(url, page.url) === 'same-origin';
    });
    if (freed.length > 0)
      return { outcome: 'void', evidence: freed.map(({ url, sandbox }) => `${url}: sandbox="${sandbox ?? ''}"`) };
    const foreign = frames.filter(({ url, sandbox }) => sandbox === null && relation(url, page.url) === 'cross-site');
    return foreign.length > 0
      ? { outcome: 'third_party', evidence: foreign.map(({ url }) => url) }
      : unlessCut(page, { outcome: 'good' });
  },
});
