import { expect, it } from 'vitest';
import { browserOf, scriptFrom } from '../../../test/browser-evidence.ts';
import { judged } from '../../../test/evidence.ts';
import scriptIntegrity from './script-integrity.ts';

const URL_ = 'https://cdn.test/lib-1.2.3.js';

// SRI §3.3: a hash can be checked where the file may be read (CORS), and holds where it never changes.
it.each([
  ['none', []],
  ['none', [scriptFrom('https://example.test/a.js', { party: 'same-origin' })]],
  ['good', [scriptFrom(URL_, { fixed: false })]],
  ['good', [scriptFrom(URL_, { cors: false })]],
  ['good', [scriptFrom(URL_, { integrity: `sha384-${'A'.repeat(64)}` })]],
  ['unpinned', [scriptFrom(URL_, { cors: false, fixed: false, unpinned: 'not-shared' })]],
  ['missing', [scriptFrom(URL_)]],
  ['missing', [scriptFrom(URL_, { integrity: 'sha999-x' })]],
])('outcome %s', (outcome, scripts) => {
  const verdict = judged(scriptIntegrity, { browser: browserOf({ scripts }) });
  expect(verdict?.outcome).toBe(outcome);
  if (outcome === 'missing')
    expect(verdict?.evidence[0]).toContain(`src="${URL_}" integrity="sha384-${'A'.repeat(64)}"`);
});

it('the evidence gives the reason for each file that cannot have a hash', () => {
  const open = scriptFrom('https://tags.test/tag.js', { cors: false, fixed: false, unpinned: 'not-shared' });
  const alone = judged(scriptIntegrity, { browser: browserOf({ scripts: [open] }) });
  expect(alone?.evidence).toEqual([
    'https://tags.test/tag.js: its server does not allow cross-origin reads (no Access-Control-Allow-Origin: *), so browsers cannot check a hash',
  ]);
  const both = judged(scriptIntegrity, { browser: browserOf({ scripts: [open, scriptFrom(URL_)] }) });
  expect(both?.evidence).toEqual([expect.stringContaining(URL_), ...(alone?.evidence ?? [])]);
});
