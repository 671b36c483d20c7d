import { UNSAFE } from '@palisade/report/visible';

/** Of lines and columns: documents have them. */
const LAYOUT = '\t\n\r';

/** What a scanned site sent, as a reader sees it: what would act or turn a line around is left visible as its code point. */
export function readable(text: string): string {
  return text.replaceAll(UNSAFE, (character) =>
    LAYOUT.includes(character)
      ? character
      : `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}}`,
  );
}
