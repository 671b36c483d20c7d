import { type Encoded, sealed, templateOf } from '@palisade/report/encoded';
import { type Covers, mapStrings, printableEvidence, printableName } from './printable.ts';

declare const PRINTED: unique symbol;

/** A value whose texts can all be printed. Documents accept no other, and the linter lets only this file make one. */
export type Printed<T> = T & { readonly [PRINTED]: true };

/** A line of a document, such as a name or a title. */
export type PrintedLine = Encoded<'pdf'>;

export const pdf = templateOf<'pdf'>();

/** The encoder of documents: it knows which characters their fonts can draw. */
export interface Printer {
  /** Texts from scanned sites: nothing is dropped; what cannot be drawn is written as its code point. */
  value<T>(value: T): Printed<T>;
  line(text: string): PrintedLine;
  /** A name that a customer entered. */
  name(text: string): { text: PrintedLine; transliterated: boolean };
}

export function printerFor(covers: Covers): Printer {
  return {
    value: <T>(value: T) => mapStrings(value, (text) => printableEvidence(text, covers)) as Printed<T>,
    line: (text) => sealed(printableEvidence(text, covers).replaceAll('\n', ' ')),
    name(text) {
      const name = printableName(text, covers);
      return { ...name, text: sealed(name.text) };
    },
  };
}
