import { describe, expect, it } from 'vitest';
import { evidenceLines } from './evidence-lines.ts';

describe('evidenceLines', () => {
  it.each<[string, unknown, string[]]>([
    [
      'scalars',
      { not_after: 'x', ok: true, none: null, count: 3 },
      ['Not after: x', 'Ok: yes', 'None: none', 'Count: 3'],
    ],
    ['nothing at all', {}, ['(nothing)']],
    ['an empty list', { records: [] }, ['Records: (none)']],
    ['a short list', { names: ['a', 'b'] }, ['Names: a, b']],
    ['a short object', { key: { type: 'RSA', bits: 2048 } }, ['Key: Type: RSA; Bits: 2048']],
    [
      'a list of short objects',
      { cookies: [{ name: 'a', secure: false, flags: [] }] },
      ['Cookies:', '  - Name: a; Secure: no; Flags: (none)'],
    ],
    [
      'objects in objects',
      { probe: { sent: 'x', answer: { status: 200 } } },
      ['Probe:', '  Sent: x', '  Answer: Status: 200'],
    ],
    [
      'what is too long for a line',
      { set: { first: 'x'.repeat(60), second: 'y'.repeat(60) } },
      ['Set:', `  First: ${'x'.repeat(60)}`, `  Second: ${'y'.repeat(60)}`],
    ],
    ['text of several lines', { body: 'a\nb' }, ['Body: a\n    b']],
  ])('%s', (_, value, lines) => {
    expect(evidenceLines(value)).toEqual(lines);
  });
});
