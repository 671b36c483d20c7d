import { judge } from '@palisade/scanner/judge';
import { missing } from '@palisade/scanner/evidence/gathered';
import { expect, it } from 'vitest';
import { evidenceWith } from '../packages/scanner/test/evidence.ts';
import { renderPage } from '../apps/web/src/pages.tsx';

it('a section with nothing assessed is not reported as free of issues', () => {
  const browser = missing('limit', 'us', 'the browser was stopped: the page used more than 768 MB of memory');
  const report = { ...judge(evidenceWith({ browser }), 'id'), recommended_header_fixes: {}, pro_locked: false };
  const html = renderPage(
    'report',
    { report, kept: null, opened: null, standing: null, ageMs: 0 },
    {
      serviceName: 'Palisade',
      baseUrl: 'https://palisade.test',
      path: '/r/x',
      language: 'en',
      asked: false,
      offered: null,
      inLanguage: (language) => language,
      assets: { styles: [], scripts: [] },
    },
  );
  const title = /<h2 id="section-browser">(.*?)<\/h2>/u.exec(html)?.[1];
  expect(title).toBe('In a real browser <small>7 not assessed</small>');
  expect(html).toContain('Not assessed: the browser was stopped: the page used more than 768 MB of memory');
});
