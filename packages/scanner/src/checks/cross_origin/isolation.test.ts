import { expect, it } from 'vitest';
import type { HeaderFields } from '../../evidence/http.ts';
import { evidenceWith, hop, httpEvidence, judged } from '../../../test/evidence.ts';
import { crossOriginEvidence } from '../../sections/cross-origin.ts';
import isolation from './isolation.ts';

function policies(opener: string, embedder: string, document?: string): HeaderFields {
  return [
    ['Cross-Origin-Opener-Policy', opener],
    ['Cross-Origin-Embedder-Policy', embedder],
    ...(document === undefined ? [] : ([['Document-Isolation-Policy', document]] satisfies HeaderFields)),
  ];
}

it.each<[string, HeaderFields, string]>([
  ['COOP and COEP', policies('same-origin', 'require-corp'), 'isolated'],
  ['credentialless', policies('same-origin', 'credentialless'), 'isolated'],
  ['popups allowed', policies('same-origin-allow-popups', 'require-corp'), 'not_isolated'],
  ['COEP in the wrong case', policies('same-origin', 'Require-Corp'), 'not_isolated'],
  ['nothing', [], 'not_isolated'],
  // As in Chromium 156.
  ['a date, which browsers cannot parse', policies('same-origin; x=@1659578233', 'require-corp'), 'not_isolated'],
  ['a display string', policies('same-origin', 'require-corp; x=%"a"'), 'not_isolated'],
  ...(
    [
      ['()', 'not_isolated'],
      ['("https://other.test")', 'not_isolated'],
      ['(self)', 'isolated'],
      ['("https://example.test")', 'isolated'],
      ['(', 'isolated'],
    ] as const
  ).map(([list, outcome]): [string, HeaderFields, string] => [
    `cross-origin-isolated=${list}`,
    [...policies('same-origin', 'require-corp'), ['Permissions-Policy', `cross-origin-isolated=${list}`]],
    outcome,
  ]),
  ['DIP alone', [['Document-Isolation-Policy', 'isolate-and-credentialless']], 'isolated'],
  ['DIP none', [['Document-Isolation-Policy', 'none']], 'not_isolated'],
  ['DIP unknown', [['Document-Isolation-Policy', 'isolate']], 'invalid'],
])('%s', (_name, headers, outcome) => {
  expect(judged(isolation, { headers })?.outcome).toBe(outcome);
});

it('an http page is never isolated', () => {
  const http = httpEvidence([hop({ url: 'http://example.test/', headers: policies('same-origin', 'require-corp') })]);
  expect(judged(isolation, { http })?.outcome).toBe('not_isolated');
  expect(crossOriginEvidence(evidenceWith({ http })).isolated).toBe(false);
});

it('the section shows the effective policy, not the intended one', () => {
  const section = crossOriginEvidence(evidenceWith({ headers: policies('"same-origin"', 'require-corp') }));
  expect(section.opener_policy).toEqual({ value: '"same-origin"', effective: 'unsafe-none', valid: false });
  expect(section.embedder_policy.effective).toBe('require-corp');
});
