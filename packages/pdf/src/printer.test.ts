import type { ScanReport } from '@palisade/report/report';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printerFor } from './printer.ts';
import type { DocumentProps } from './scan-document.tsx';

/** Fonts that can draw everything, so that nothing is left out only because no font has it. */
const print = printerFor(() => true);

/** Written independently of the code under test. */
const ACTS = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2])\p{Cf}/u;

const HOSTILE: [what: string, text: string][] = [
  ['OSC 52', '\u001b]52;c;cm0gLXJm\u001b\\'],
  ['C1 controls', '\u009b2J'],
  ['NUL and DEL', 'a\u0000b\u007f'],
  ['text turned round', 'invoice\u202efdp.exe'],
  ['isolates', '\u2066x\u2069'],
  ['separators of lines', 'a\u2028b\u2029c'],
  ['half a pair', 'a\ud800b'],
  ['tag characters', '\u{e0041}\u{e007f}'],
  ['zero width', 'pay\u200bpal\ufeff'],
];

describe.each(HOSTILE)('%s in a document', (_what, text) => {
  it('is written as code points in evidence, including keys', () => {
    const { list, nested } = print.value({ list: [text], nested: { [text]: text } });
    for (const seen of [...list, ...Object.keys(nested), ...Object.values(nested), print.line(text)]) {
      expect(seen).not.toMatch(ACTS);
      expect(seen).toMatch(/\\u\{[\dA-F]{4,}\}/u);
    }
  });

  it('is left out of names', () => {
    expect(print.name(text).text).not.toMatch(ACTS);
  });
});

it('has no effect, wherever it occurs', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
      for (const seen of [print.line(text), print.name(text).text, ...print.value([text])])
        expect(seen.replaceAll('\n', '')).not.toMatch(ACTS);
    }),
    { numRuns: 200 },
  );
});

it('documents accept no text that is not encoded', () => {
  type Cover = DocumentProps['cover'];
  // @ts-expect-error: a plain string is not a line of a document
  const cover: Pick<Cover, 'preparedFor'> = { preparedFor: '\u202eexe.fdp' };
  // @ts-expect-error: nor is a report as it arrives
  const report: DocumentProps['report'] = {} as unknown as ScanReport;
  expect([cover.preparedFor, report]).toHaveLength(2);
});
