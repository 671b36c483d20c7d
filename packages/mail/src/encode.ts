import { type Encoded, sealed, templateOf } from '@palisade/report/encoded';

/**
 * One line of a message: an address, the subject, a word of its text. Line ends would begin another header field; what
 * turns a line around, or cannot be seen, makes a sender or a host look like another.
 */
export type MailLine = Encoded<'mail-line'>;
export type MailText = Encoded<'mail-text'>;
export type MailHtml = Encoded<'mail-html'>;
export type FileName = Encoded<'file-name'>;

export const mail = templateOf<'mail-line'>();

/** Joiners stay: names in Persian and Hindi need them. */
const UNSEEN = /(?![\u200c\u200d])\p{Cf}|[\u115f\u1160\u17b4\u17b5\u3164\uffa0\ufff0-\ufff8]|[\u{e0000}-\u{e0fff}]/gu;

export function mailLine(text: string): MailLine {
  return sealed(
    text
      .replaceAll(/\p{Surrogate}/gu, '\uFFFD')
      .replaceAll(UNSEEN, '')
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .trim(),
  );
}

/** RFC 5322 §2.1.1 has 998 characters for a line; mail programs show about a hundred of a subject. */
const LONGEST_SUBJECT = 200;

export function subjectLine(text: MailLine): MailLine {
  const characters = [...text];
  return characters.length <= LONGEST_SUBJECT ? text : sealed(`${characters.slice(0, LONGEST_SUBJECT - 1).join('')}…`);
}

/** A name that is a file of the folder it is put in, on every system: no path, no hidden file. */
export function fileName(text: string): FileName {
  const last = mailLine(text).split(/[\\/]/u).at(-1);
  const plain = (last ?? '').replaceAll(/[:*?"<>|]/gu, '_').replace(/^[.\s]+/u, '');
  return sealed(plain === '' ? 'attachment' : plain);
}

/** What templates get: every text of a payload as a line. */
export type Lined<T> = T extends string ? MailLine : { readonly [K in keyof T]: Lined<T[K]> };

export function lined<T>(value: T): Lined<T>;
export function lined(value: unknown): unknown {
  if (typeof value === 'string') return mailLine(value);
  if (Array.isArray(value)) return value.map((item: unknown) => lined(item));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, lined(item as unknown)]));
}

/** What React made of the templates, whose texts it encodes as HTML; plain text has nothing to encode but its lines. */
export function renderedMail(html: string, text: string): { html: MailHtml; text: MailText } {
  return { html: sealed(html), text: sealed(text) };
}
