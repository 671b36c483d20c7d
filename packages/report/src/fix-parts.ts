import type { Result } from './findings.ts';

/** The blocks of a check's `fix`, each to be copied by itself: an empty line parts them. */
export function fixParts(fix: string): string[] {
  return fix.split(/\n{2,}/u).filter((part) => part !== '');
}

/**
 * A finding's fix as people read it. For a header that the server sends, reports contain only the value: it is shown
 * with the header's name.
 */
export function shownFix({ fix, header, snippets }: Pick<Result, 'fix' | 'header' | 'snippets'>): string | null {
  return fix !== null && header !== null && snippets !== null ? `${header}: ${fix}` : fix;
}
