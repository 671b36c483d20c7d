import type { Framework, Reference } from '../framework.ts';

/** What all editions share. */
export const OWASP_TOP_10 = {
  name: 'OWASP Top 10',
  statement:
    'Each row includes the checks whose CWE is in OWASP’s list for the category and fits exactly or closely. All other checks are in the category whose description covers their subject.',
  outside:
    'No category can be ruled out from the outside, because each covers far more than a site shows to an anonymous visitor.',
} satisfies Partial<Framework>;

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
