import type { BillingDeps } from '@palisade/billing/billing-deps';
import { withinPatience } from '@palisade/billing/deadline';
import { MATTER_KINDS, openMatters, type Matter, type MatterAction } from '@palisade/billing/matters';
import { BillingError } from '@palisade/billing/errors';
import { settleMatter } from '@palisade/billing/settle-matter';
import type { OpenMatter } from '@palisade/ops/ops-health';

/** The page polls every two seconds, and so may metrics scrapes. Matters change more slowly: a person settles them. */
const CACHED_MS = 5_000;

/** Matters that wait for a person, for the operations page and the metrics. They follow from the ledger. */
export function createMatterDesk(billing: BillingDeps) {
  let known: { at: number; matters: Promise<Matter[]> } | null = null;
  const load = async (): Promise<Matter[]> => {
    if (!known || Date.now() - known.at > CACHED_MS) known = { at: Date.now(), matters: openMatters(billing.db) };
    return await known.matters.catch((error: unknown) => {
      known = null;
      throw error;
    });
  };
  return {
    async matters(): Promise<OpenMatter[]> {
      return (await load()).map(({ key, kind, provider, product, email, ref, amount, currency, since, actions }) => ({
        key,
        kind,
        provider,
        product,
        email,
        ref,
        amount,
        currency,
        at: since.toISOString(),
        actions: [...actions],
      }));
    },
    async count(): Promise<Record<Matter['kind'], number>> {
      const matters = await load();
      return Object.fromEntries(
        MATTER_KINDS.map((kind) => [kind, matters.filter((one) => one.kind === kind).length]),
      ) as Record<Matter['kind'], number>;
    },
    /** @returns null if it is done, otherwise the reason why not */
    async settle(key: string, action: MatterAction, operator: string): Promise<string | null> {
      known = null;
      try {
        await withinPatience(billing, settleMatter(billing, key, action, `operator:${operator}`));
        return null;
      } catch (error) {
        if (error instanceof BillingError) return error.message;
        throw error;
      } finally {
        known = null;
      }
    },
  };
}
