import { type Encoded, sealed, templateOf } from '@palisade/report/encoded';

/**
 * One line of a message: an address, the subject, part of its text. A line break would start another header field;
 * reversed or invisible text makes one sender or host look like another.
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

/** RFC 5322 §2.1.1 allows 998 characters per line; mail programs show about a hundred of a subject. */
const LONGEST_SUBJECT = 200;

export function subjectLine(text: MailLine): MailLine {
  const characters = [...text];
  return characters.length <= LONGEST_SUBJECT ? text : sealed(`${characters.slice(0, LONGEST_SUBJECT - 1).join('')}…`);
}

/** A file name that is safe in any folder, on every system: no path, no hidden file. */
export function fileName(text: string): FileName {
  const last = mailLine(text).split(/[\\/]/u).at(-1);
  const plain = (last ?? '').replaceAll(/[:*?"<>|]/gu, '_').replace(/^[.\s]+/u, '');
  return sealed(plain === '' ? 'attachment' : plain);
}

/** The input of templates: every text of a payload as a line. */
export type Lined<T> = T extends string ? MailLine : { readonly [K in keyof T]: Lined<T[K]> };

export function lined<T>(value: T): Lined<T>;
export function lined(value: unknown): unknown {
  if (typeof value === 'string') return mailLine(value);
  if (Array.isArray(value)) return value.map((item: unknown) => lined(item));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, lined(item as unknown)]));
}

/** React's output of the templates, which encodes texts as HTML; plain text needs only its lines encoded. */
export function renderedMail(html: string, text: string): { html: MailHtml; text: MailText } {
  return { html: sealed(html), text: sealed(text) };
}
