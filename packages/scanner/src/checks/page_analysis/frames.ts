import { defineCheck } from '../../check.ts';
import { cutNote, relation } from '../../parse/page/page-origin.ts';

/** Example that triggers it: `<iframe src="/widget" sandbox="allow-scripts allow-same-origin">`. */
export default defineCheck({
  id: 'page_analysis/frames',
  title: 'Sandboxed frames',
  severity: 'minor',
  deduction: 1,
  why: 'A frame of the same origin whose sandbox allows both scripts and that origin can simply take the sandbox off, so that it protects nothing.',
  fix: 'Drop allow-scripts or allow-same-origin, or serve the framed page from another origin.',
  references: ['https://html.spec.whatwg.org/multipage/iframe-embed-object.html#attr-iframe-sandbox'],
  needs: ['page'],
  outcomes: {
    good: { title: 'No frame can undo its sandbox', status: 'good' },
    third_party: {
      title: 'Frames of other sites have no sandbox',
      status: 'good',
      note: 'Pages of other sites are framed; a sandbox attribute would limit what they may do.',
    },
    void: {
      title: 'Sandboxed frame can undo its sandbox',
      status: 'weak',
      weakness: 'sandbox-void',
      note: 'These sandboxes can be taken off from inside.',
    },
  },
  judge({ page }) {
    const frames = page.resources.filter(({ kind }) => kind === 'frame');
    const freed = frames.filter(({ url, sandbox }) => {
      const words = new Set(sandbox?.toLowerCase().split(/\s+/u) ?? []);
      return words.has('allow-scripts') && words.has('allow-same-origin') && relation(url, page.url) === 'same-origin';
    });
    if (freed.length > 0)
      return { outcome: 'void', evidence: freed.map(({ url, sandbox }) => `${url}: sandbox="${sandbox ?? ''}"`) };
    const foreign = frames.filter(({ url, sandbox }) => sandbox === null && relation(url, page.url) === 'cross-site');
    return foreign.length > 0
      ? { outcome: 'third_party', evidence: foreign.map(({ url }) => url) }
      : { outcome: 'good', note: cutNote(page) };
  },
});
