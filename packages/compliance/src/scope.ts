import { z } from 'zod';
import type { FrameworkId } from './framework.ts';

/** What the owner declares about the site. Undeclared is the default: rows then say under which condition they apply. */
export const Scope = z.object({
  cardData: z.boolean().optional().describe('false: no card data touches this site or its environment'),
  personalData: z.boolean().optional().describe('false: the site processes no personal data'),
});
export type Scope = z.infer<typeof Scope>;

export function outOfScope(framework: FrameworkId, scope: Scope): boolean {
  if (framework === 'pci-dss-4.0.1') return scope.cardData === false;
  if (framework === 'gdpr-art32') return scope.personalData === false;
  return false;
}
