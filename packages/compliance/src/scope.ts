import { z } from 'zod';

export const CARD_DATA = ['none', 'redirect', 'iframe', 'own_page'] as const;

/** What the owner declares about the site. Nothing is assumed about what is left out: conditions are printed then. */
export const Scope = z.strictObject({
  card_data: z
    .enum(CARD_DATA)
    .optional()
    .describe(
      'how the site accepts card data: not at all, on a page or in a frame of its provider, or on its own page',
    ),
  personal_data: z.boolean().optional().describe('whether the site processes personal data'),
});
export type Scope = z.infer<typeof Scope>;
