import { PageAnalysisSection } from '@palisade/report/sections/page-analysis';
import { expect, it } from 'vitest';
import { evidenceWith } from '../../test/evidence.ts';
import { pageOf } from '../../test/page-of.ts';
import { missing } from '../evidence/gathered.ts';
import { pageAnalysisEvidence } from './page-analysis.ts';

const HASH = 'sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC';

it('shows what the checks evaluated', () => {
  const page = pageOf(`
    <script src="https://cdn.other.test/a.js" integrity="${HASH}" crossorigin></script><script src="/own.js"></script>
    <script src="http://cdn.other.test/b.js"></script><img src="http://media.test/a.png"><meta name=generator content=Hugo>`);
  const section = pageAnalysisEvidence(evidenceWith({ page }));
  expect(section).toMatchObject({
    analysed: true,
    sri: { scripts: 3, third_party_scripts: 2, third_party_scripts_with_integrity: 1 },
    mixed_content: [
      { url: 'http://cdn.other.test/b.js', element: 'script[src]', kind: 'script', blocked: true },
      { url: 'http://media.test/a.png', element: 'img[src]', kind: 'image', blocked: false },
    ],
    generator: ['Hugo'],
    resources: 4,
  });
  expect(section.dependencies.map(({ site }) => site)).toEqual(['other.test', 'media.test']);
  expect(PageAnalysisSection.safeParse({ ...section, checks: [] }).success).toBe(true);
});

it('gives the reason if there is nothing to show', () => {
  const page = missing('not_applicable', 'site', 'the answer is not an HTML page (application/json)');
  expect(pageAnalysisEvidence(evidenceWith({ page }))).toMatchObject({
    analysed: false,
    reason: 'the answer is not an HTML page (application/json)',
  });
});
