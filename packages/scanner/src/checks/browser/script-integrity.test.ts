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
  ['missing', [scriptFrom(URL_)]],
  ['missing', [scriptFrom(URL_, { integrity: 'sha999-x' })]],
])('%s', (outcome, scripts) => {
  const verdict = judged(scriptIntegrity, { browser: browserOf({ scripts }) });
  expect(verdict?.outcome).toBe(outcome);
  if (outcome === 'missing') expect(verdict?.fix).toContain(`integrity="sha384-${'A'.repeat(64)}"`);
});
