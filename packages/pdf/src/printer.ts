import { type Encoded, sealed, templateOf } from '@palisade/report/encoded';
import { type Covers, mapStrings, printableEvidence, printableName } from './printable.ts';

declare const PRINTED: unique symbol;

/** A value of which every text can be printed. Documents take no other, and the linter lets only this file make one. */
export type Printed<T> = T & { readonly [PRINTED]: true };

/** A line of a document: a name, a title. */
export type PrintedLine = Encoded<'pdf'>;

export const pdf = templateOf<'pdf'>();

/** The encoder of documents: it knows which characters their fonts can draw. */
export interface Printer {
  /** Texts of scanned sites: nothing is dropped, what cannot be shown is written as its code point. */
  value<T>(value: T): Printed<T>;
  line(text: string): PrintedLine;
  /** A name that a customer gave. */
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
