import type { Reference } from '../framework.ts';

/** How the Top 10 refers to a weakness: by its CWE, or by the text of the category. */
export function owaspReferences(edition: string) {
  return {
    /** OWASP's own list of CWEs for the category names the weakness. */
    listed: (control: string): Reference[] => [
      { control, use: 'gap', basis: `its CWE is in OWASP’s ${edition} list for the category` },
    ],
    /** No listed CWE fits; the description of the category names the subject. */
    described: (control: string): Reference[] => [
      { control, use: 'supporting', basis: 'based on the description of the category' },
    ],
  };
}
