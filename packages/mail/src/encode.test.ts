import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileName, mailLine } from './encode.ts';
import { renderMessage } from './message.tsx';
import type { OutgoingMail } from './outgoing.ts';
import { parseContent } from './payloads.ts';
import { SAMPLES } from './test/sample-mails.ts';

/** Independent of the code under test: RFC 5322 field bodies contain no line breaks, UAX #9 controls reverse text. */
const ACTS = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u200c\u200d])\p{Cf}/u;

const HOSTILE: [what: string, text: string, line: string][] = [
  ['another field', 'a.test\r\nBcc: all@evil.example', 'a.test Bcc: all@evil.example'],
  ['a folded field', 'a.test\r\n\tX: y', 'a.test X: y'],
  ['a body', 'a.test\n\n<h1>evil</h1>', 'a.test <h1>evil</h1>'],
  ['NUL', 'a\u0000b', 'a b'],
  ['an escape sequence', '\u001b]0;t\u0007a', ']0;t a'],
  ['reversed text', 'moc.\u202elive\u202c', 'moc.live'],
  ['isolates', '\u2066a\u2069', 'a'],
  ['a line separator', 'a\u2028b\u0085c', 'a b c'],
  ['tag characters', 'a\u{e0041}\u{e007f}', 'a'],
  ['zero width', 'pay\u200bpal\ufeff', 'paypal'],
  ['a lone surrogate', 'a\ud800', 'a\ufffd'],
  ['joiners, which some names need', 'نامه\u200cای', 'نامه\u200cای'],
];

describe('a line of a message', () => {
  it.each(HOSTILE)('contains no %s', (_what, text, line) => {
    expect(mailLine(text)).toBe(line);
  });

  it('contains nothing active for any input, and encoding is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        expect(mailLine(text)).not.toMatch(ACTS);
        expect(mailLine(mailLine(text))).toBe(mailLine(text));
        expect(fileName(text)).not.toMatch(/[\\/:]|^\.|^$/u);
      }),
      { numRuns: 200 },
    );
  });
});

it.each(HOSTILE)('a message about a host with %s', async (_what, host) => {
  const { subject, html, text } = await renderMessage(
    parseContent('compliance_report', { ...SAMPLES.compliance_report, host, frameworks: [host], order: host }),
    'Palisade',
  );
  expect(subject).not.toMatch(ACTS);
  expect(html).not.toMatch(/<h1>evil/u);
  // Our own lines, and what React Email appends to a preview.
  for (const body of [html.replaceAll(/[\u200b\u200e\u200f\ufeff]/gu, ''), text])
    expect(body.replaceAll('\n', '')).not.toMatch(ACTS);
});

it('the subject stays short enough for mail programs', async () => {
  const host = `${'a'.repeat(20_000)}.test`;
  const { subject } = await renderMessage(
    parseContent('compliance_report', { ...SAMPLES.compliance_report, host }),
    'Palisade',
  );
  expect([...subject]).toHaveLength(200);
});

it.each([
  ['../../etc/cron.d/x', 'x'],
  ['..\\..\\x.pdf', 'x.pdf'],
  ['.htaccess', 'htaccess'],
  ['..', 'attachment'],
  ['', 'attachment'],
  ['a\r\nContent-Type: text/html.pdf', 'html.pdf'],
  ['fdp.\u202eexe', 'fdp.exe'],
  ['CON:x', 'CON_x'],
])('an attachment called %j is %j', (text, name) => {
  expect(fileName(text)).toBe(name);
});

it('a message accepts no unencoded text', () => {
  // @ts-expect-error: a plain string is no line of a message
  const mail: Pick<OutgoingMail, 'subject'> = { subject: 'a\r\nBcc: b@c.d' };
  expect(mail.subject).not.toBe(mailLine(mail.subject));
});
