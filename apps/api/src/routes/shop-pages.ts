import type { FastifyInstance } from 'fastify';
import { productIds } from '@palisade/billing/products';
import type { BillingDeps } from '@palisade/billing/billing-deps';
import { waysToPay } from '../shop/offers.ts';
import type { Seller } from '../shop/seller.ts';

export interface ShopPageDeps {
  billing: BillingDeps;
  freeScansPerDay: number;
  seller: Seller;
}

/** Pages for buyers: prices and the operator's terms. */
export async function shopPageRoutes(app: FastifyInstance, deps: ShopPageDeps): Promise<void> {
  app.get('/pricing', async (request, reply) => {
    const offers = productIds.map((product) => ({
      product,
      ways: waysToPay(deps.billing, request, product),
    }));
    return reply.page('pricing', { offers, freeScansPerDay: deps.freeScansPerDay });
  });

  for (const page of ['terms', 'privacy', 'refunds', 'contact'] as const)
    app.get(`/${page}`, async (_request, reply) => reply.page('legal', { page, seller: deps.seller }));
}
