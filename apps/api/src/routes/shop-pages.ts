import type { FastifyInstance } from 'fastify';
import { pricing, type PricingDeps } from '../shop/offers.ts';
import type { Seller } from '../shop/seller.ts';

export interface ShopPageDeps extends PricingDeps {
  seller: Seller;
}

/** Pages for buyers: prices and the operator's terms. */
export async function shopPageRoutes(app: FastifyInstance, deps: ShopPageDeps): Promise<void> {
  app.get('/pricing', async (request, reply) => reply.page('pricing', pricing(deps, request)));

  for (const page of ['terms', 'privacy', 'refunds', 'contact'] as const)
    app.get(`/${page}`, async (_request, reply) => reply.page('legal', { page, seller: deps.seller }));
}
