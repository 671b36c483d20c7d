import type { Prisma, Tx } from '@palisade/db/client';

/** Given when ordering the report; what is missing is taken from the payment order. */
export async function complianceDetails(
  db: Tx,
  tokenId: string,
  given: {
    scope?: Prisma.InputJsonObject | undefined;
    prepared_for?: string | undefined;
    logo?: string | undefined;
  },
): Promise<{ scope?: Prisma.InputJsonObject; preparedFor: string | null; logoId: string | null }> {
  const token = await db.accessToken.findUnique({ where: { id: tokenId }, select: { source: true } });
  const purchaseId = /^purchase:(.+)$/.exec(token?.source ?? '')?.[1];
  const bought =
    purchaseId === undefined
      ? null
      : await db.purchase.findUnique({
          where: { id: purchaseId },
          select: { scope: true, preparedFor: true, logoId: true },
        });
  const scope = given.scope ?? (bought?.scope as Prisma.InputJsonObject | null | undefined);
  return {
    ...(scope ? { scope } : {}),
    preparedFor: (given.prepared_for ?? bought?.preparedFor) || null,
    logoId: given.logo ?? bought?.logoId ?? null,
  };
}
