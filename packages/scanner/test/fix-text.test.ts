import { fixParts } from '@palisade/report/fix-parts';
import { resultsOf } from '@palisade/report/findings';
import { expect, it } from 'vitest';
import { ALL_CHECKS } from '../src/checks/all.ts';
import { judge } from '../src/judge.ts';
import { LABELLED } from './labelled.ts';
import { readRecorded, recordedSites } from './recorded.ts';
import { evidenceOf, readVectors } from './vectors.ts';

/** Instructions, not code: one line of sentences. */
const SENTENCES = /^[A-Z][^\n]*\.$/u;

it.each([
  ['nginx: ssl_protocols TLSv1.3;', true],
  ['x\nApache (outside <VirtualHost>): SSLStaplingCache', true],
  ['Laravel .env: A=true', true],
  ['# nginx: not before 1.19\nssl_protocols TLSv1.3;', false],
  ['Set-Cookie: a=b', false],
  ['Cross-Origin-Opener-Policy: same-origin', false],
])('%j is labelled: %s', (text, labelled) => {
  expect(LABELLED.test(text)).toBe(labelled);
});

it('no fix of any outcome begins a line with a label that would be pasted', () => {
  const judged = [
    ...recordedSites().map((site) => judge(readRecorded(site).evidence, site)),
    ...readVectors().map((vector) => judge(evidenceOf(vector), vector.id)),
  ];
  const fixes = new Map(ALL_CHECKS.flatMap(({ id, fix }) => (fix === null ? [] : [[fix, id]])));
  for (const { id, fix } of judged.flatMap(resultsOf)) if (fix !== null) fixes.set(fix, id);
  expect(fixes.size).toBeGreaterThan(80);
  const parts = [...fixes].flatMap(([fix, id]) =>
    fixParts(fix)
      .filter((part) => !SENTENCES.test(part))
      .map((part) => `${id}\n${part}`),
  );
  expect(parts.filter((part) => LABELLED.test(part.slice(part.indexOf('\n') + 1)))).toEqual([]);
});
