import { Scope } from '@palisade/compliance/scope';
import { hasLogo } from '@palisade/db/client-logos';
import type { Tx } from '@palisade/db/client';
import { z } from 'zod';
import { ApiError } from '../errors.ts';
import { PrintedName } from './printed-name.ts';

/** The optional members that `pay` and `generate` share. */
export const ComplianceDetails = {
  scope: Scope.optional().describe('how the site handles card data and personal data'),
  prepared_for: PrintedName.optional().describe('client named on the cover'),
  logo: z.uuid().optional().describe('ID of a logo for the cover, from `/api/compliance-report/logo`'),
};

/** @throws ApiError 400 if the logo does not exist, or no longer exists */
export async function checkLogo(db: Tx, logo: string | undefined): Promise<void> {
  if (logo !== undefined && !(await hasLogo(db, logo))) throw new ApiError(400, 'there is no logo with this ID');
}
