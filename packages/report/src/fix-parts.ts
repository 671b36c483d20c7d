/** The blocks of a check's `fix`, each to be copied by itself: an empty line parts them. */
export function fixParts(fix: string): string[] {
  return fix.split(/\n{2,}/u).filter((part) => part !== '');
}
