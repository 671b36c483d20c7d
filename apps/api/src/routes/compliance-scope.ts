import { z } from 'zod';

/** What the buyer declares about the site. Nothing is assumed about what is left out: the report then prints conditions. */
const DeclaredScope = z.strictObject({
  card_data: z
    .enum(['none', 'redirect', 'iframe', 'own_page'])
    .optional()
    .describe('how the site takes card data: not at all, on a page or in a frame of its provider, or on its own page'),
  personal_data: z.boolean().optional().describe('whether the site processes personal data'),
});

/** The optional members that `pay` and `generate` share. */
export const ComplianceDetails = {
  scope: DeclaredScope.optional().describe('what the site does with card and personal data'),
  prepared_for: z.string().trim().max(80).optional().describe('client named on the cover'),
};
