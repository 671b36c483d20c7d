import { Scope } from '@palisade/compliance/scope';
import { z } from 'zod';

/** The optional members that `pay` and `generate` share. */
export const ComplianceDetails = {
  scope: Scope.optional().describe('what the site does with card and personal data'),
  prepared_for: z.string().trim().max(80).optional().describe('client named on the cover'),
};
