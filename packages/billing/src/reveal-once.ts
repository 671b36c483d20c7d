import { derivedCredential } from '@palisade/access/credential-format';
import type { BillingDeps } from './billing-deps.ts';
import { sourceOf } from './entitle.ts';

export interface Revealed {
  kind: 'key' | 'one_time' | 'compliance';
  secret: string;
}

/**
 * What a purchase issued, for the browser that started it: shown once, on the first request.
 * @param buyer hash of that browser's cookie
 */
export async function revealOnce(
  { db, appSecret }: Pick<BillingDeps, 'db' | 'appSecret'>,
  purchaseId: string,
  buyer: Uint8Array<ArrayBuffer>,
): Promise<Revealed | null> {
  const source = sourceOf({ id: purchaseId });
  return await db.$transaction(async (tx) => {
    const [key, token] = await Promise.all([
      tx.apiKey.findUnique({ where: { source } }),
      tx.accessToken.findUnique({ where: { source } }),
    ]);
    const keyOpens = key?.status === 'active';
    const tokenOpens = token?.activatedAt && !token.revokedAt && !token.consumedAt;
    if (!keyOpens && !tokenOpens) return null;
    const { count } = await tx.purchase.updateMany({
      where: { id: purchaseId, landing: buyer },
      data: { landing: null },
    });
    if (count === 0) return null;
    const kind = key ? 'key' : token?.kind === 'compliance' ? 'compliance' : 'one_time';
    return { kind, secret: derivedCredential(kind, source, key?.currentVersion ?? 1, appSecret) };
  });
}
