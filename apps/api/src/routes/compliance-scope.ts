import { ALL_FRAMEWORKS } from '@palisade/compliance/frameworks';
import { Scope } from '@palisade/compliance/scope';
import { hasLogo } from '@palisade/db/client-logos';
import type { Tx } from '@palisade/db/client';
import { z } from 'zod';
import { ApiError } from '../errors.ts';
import { Pages } from '../scans/further-pages.ts';
import { PrintedName } from './printed-name.ts';

const FRAMEWORK_IDS = ALL_FRAMEWORKS.map(({ id }) => id) as [string, ...string[]];

/** The optional members that `pay` and `generate` share. */
export const ComplianceDetails = {
  scope: Scope.optional().describe('how the site handles card data and personal data'),
  prepared_for: PrintedName.optional().describe('client named on the cover'),
  frameworks: z
    .array(z.enum(FRAMEWORK_IDS))
    .min(1)
    .max(FRAMEWORK_IDS.length)
    .optional()
    .describe('frameworks to assess; default: OWASP 2025 and 2021, PCI DSS, GDPR Art. 32 and ISO 27001'),
  pages: Pages.optional(),
  logo: z.uuid().optional().describe('ID of a logo for the cover, from `/api/compliance-report/logo`'),
};

/** @throws ApiError 400 if the logo does not exist, or no longer exists */
export async function checkLogo(db: Tx, logo: string | undefined): Promise<void> {
  if (logo !== undefined && !(await hasLogo(db, logo))) throw new ApiError(400, 'there is no logo with this ID');
}
