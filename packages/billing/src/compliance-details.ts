import type { Prisma, Tx } from '@palisade/db/client';
import type { FurtherPages } from '@palisade/db/further-pages';

interface Details {
  scope?: Prisma.InputJsonObject;
  preparedFor: string | null;
  logoId: string | null;
  frameworks: string[];
}

/**
 * Given when ordering the report; what is missing is taken from the payment order.
 * @returns also the further pages of the payment order, which may be those of another site
 */
export async function complianceDetails(
  db: Tx,
  tokenId: string,
  given: {
    scope?: Prisma.InputJsonObject | undefined;
    prepared_for?: string | undefined;
    logo?: string | undefined;
    frameworks?: string[] | undefined;
  },
): Promise<{ details: Details; orderedPages: FurtherPages | undefined }> {
  const token = await db.accessToken.findUnique({ where: { id: tokenId }, select: { source: true } });
  const purchaseId = /^purchase:(.+)$/.exec(token?.source ?? '')?.[1];
  const bought =
    purchaseId === undefined
      ? null
      : await db.purchase.findUnique({
          where: { id: purchaseId },
          select: { scope: true, preparedFor: true, logoId: true, frameworks: true, pages: true },
        });
  const scope = given.scope ?? (bought?.scope as Prisma.InputJsonObject | null | undefined);
  const details = {
    ...(scope ? { scope } : {}),
    preparedFor: (given.prepared_for ?? bought?.preparedFor) || null,
    logoId: given.logo ?? bought?.logoId ?? null,
    frameworks: given.frameworks ?? bought?.frameworks ?? [],
  };
  return { details, orderedPages: (bought?.pages as FurtherPages | null | undefined) ?? undefined };
}
