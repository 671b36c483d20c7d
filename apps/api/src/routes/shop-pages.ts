import type { FastifyInstance } from 'fastify';
import { products, productIds, type ProductId } from '@palisade/billing/products';
import type { BillingDeps } from '@palisade/billing/billing-deps';
import { waysToPay } from '../shop/offers.ts';
import type { Seller } from '../shop/seller.ts';

export interface ShopPageDeps {
  billing: BillingDeps;
  freeScansPerDay: number;
  seller: Seller;
}

const WHAT: Readonly<Record<ProductId, string>> = {
  pro: 'An API key with 50 scans a calendar month: fixes, cookies and cross-origin isolation, PDF reports, the whole API. Monthly; cancel at any time.',
  one_time_scan: 'One full report with every fix, within 24 hours of the payment.',
  compliance_report:
    'One PDF for one site: the findings beside OWASP Top 10, PCI DSS, GDPR Article 32 and ISO/IEC 27001, with a remediation plan.',
};

/** What buyers read: prices and the operator's terms. */
export async function shopPageRoutes(app: FastifyInstance, deps: ShopPageDeps): Promise<void> {
  app.get('/pricing', async (request, reply) => {
    const offers = productIds.map((product) => ({
      product,
      name: products[product].name,
      what: WHAT[product],
      ways: waysToPay(deps.billing, request, product),
    }));
    return reply.page('pricing', { offers, freeScansPerDay: deps.freeScansPerDay });
  });

  for (const page of ['terms', 'privacy', 'refunds', 'contact'] as const)
    app.get(`/${page}`, async (_request, reply) => reply.page('legal', { page, seller: deps.seller }));
}
