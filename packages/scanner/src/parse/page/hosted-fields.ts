import type { PageEvidence } from '../../evidence/page.ts';

interface Provider {
  name: string;
  host: RegExp;
  /** Path of frames that contain card fields. */
  frame?: RegExp;
  /** Path of scripts whose only purpose is to add these frames to the page. */
  script?: RegExp;
}

/** From the providers' integration guides, read on 2026-11-22 (addresses in `data/csp-services.json`). */
const PROVIDERS: readonly Provider[] = [
  {
    name: 'Stripe',
    host: /^(?:js|checkout)\.stripe\.com$/,
    frame: /\/elements-inner|\/embedded-checkout|^\/(?:c|embed)\//,
  },
  { name: 'Razorpay', host: /^api\.razorpay\.com$/, frame: /^\/v1\/checkout\// },
  { name: 'Razorpay', host: /^checkout\.razorpay\.com$/, script: /^\/v1\/(?:checkout|razorpay|payment-button)\.js$/ },
  {
    name: 'Adyen',
    host: /^checkoutshopper-[a-z-]+(?:\.cdn)?\.adyen\.com$/,
    frame: /securedfields/i,
    script: /\/adyen\.js$/,
  },
  { name: 'Braintree', host: /^assets\.braintreegateway\.com$/, frame: /hosted-fields-frame|dropin-frame/ },
  { name: 'Braintree', host: /^js\.braintreegateway\.com$/, script: /\/(?:hosted-fields|dropin)(?:\.min)?\.js$/ },
  { name: 'Square', host: /^(?:sandbox\.)?web\.squarecdn\.com$/, script: /^\/v1\/square\.js$/ },
  { name: 'Checkout.com', host: /^cdn\.checkout\.com$/, script: /^\/js\/framesv2(?:\.min)?\.js$/ },
  { name: 'Checkout.com', host: /^(?:js|frames)\.checkout\.com$/, frame: /./ },
  { name: 'Mollie', host: /^js\.mollie\.com$/, frame: /./, script: /^\/v1\/mollie\.js$/ },
  { name: 'Klarna', host: /^x\.klarnacdn\.net$/, script: /^\/kp\/lib\/v1\/api\.js$/ },
  { name: 'PayPal', host: /^www\.(?:sandbox\.)?paypal\.com$/, frame: /^\/smart\/(?:buttons|card)/ },
];
const STRIPE_JS = /^https:\/\/js\.stripe\.com\/(?:v3\/?|[a-z]+\/stripe\.js)(?:\?|$)/;
const MOST = 20;

interface Shown {
  resources: readonly Pick<PageEvidence['resources'][number], 'kind' | 'url'>[];
  payment_places: readonly string[];
}

/**
 * Evidence lines for fields that payment providers show in their own frames. Card numbers typed there never reach the
 * page's own server.
 */
export function hostedFields({ resources, payment_places: places }: Shown): string[] {
  const lines = resources.flatMap(({ kind, url }) => {
    if (kind !== 'frame' && kind !== 'script') return [];
    const { host, pathname } = new URL(url);
    const provider = PROVIDERS.find((one) => one.host.test(host) && one[kind]?.test(pathname));
    if (provider) return [`${kind} ${host}${pathname} (${provider.name})`];
    const mounted = kind === 'script' && STRIPE_JS.test(url) ? places : [];
    return mounted.map((place) => `#${place} for ${host}${pathname} (Stripe)`);
  });
  return [...new Set(lines)].slice(0, MOST);
}
