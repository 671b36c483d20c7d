import { UNSAFE } from '@palisade/report/visible';

/** Line breaks and tabs, which are normal in text. */
const LAYOUT = '\t\n\r';

/** Text from a scanned site, safe to show: invisible, control and bidirectional characters appear as code points. */
export function readable(text: string): string {
  return text.replaceAll(UNSAFE, (character) =>
    LAYOUT.includes(character)
      ? character
      : `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}}`,
  );
}
