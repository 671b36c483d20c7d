import type { PageEvidence } from '../../evidence/page.ts';

interface Provider {
  name: string;
  host: RegExp;
  /** Path of frames that contain card fields. */
  frame?: RegExp;
  /** Path of scripts whose only purpose is to add these frames to the page. */
  script?: RegExp;
}

/**
 * From the providers' integration guides, read on 2026-11-22 (addresses in `data/csp-services.json`); the last four from public
 * integrations, on 2026-11-28.
 */
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
  {
    name: 'Square',
    host: /^(?:sandbox\.)?web\.squarecdn\.com$/,
    frame: /-iframe\.html$/,
    script: /^\/v1\/square\.js$/,
  },
  { name: 'Checkout.com', host: /^cdn\.checkout\.com$/, script: /^\/js\/framesv2(?:\.min)?\.js$/ },
  { name: 'Checkout.com', host: /^(?:js|frames)\.checkout\.com$/, frame: /./ },
  { name: 'Checkout.com', host: /^checkout-web-components\.checkout\.com$/, frame: /./, script: /^\/index\.js$/ },
  { name: 'Mollie', host: /^js\.mollie\.com$/, frame: /./, script: /^\/v1\/mollie\.js$/ },
  { name: 'Klarna', host: /^x\.klarnacdn\.net$/, script: /^\/kp\/lib\/v1\/api\.js$/ },
  { name: 'PayPal', host: /^www\.(?:sandbox\.)?paypal\.com$/, frame: /^\/smart\/(?:buttons|card)/ },
  {
    name: 'Worldpay',
    host: /^(?:try\.)?access\.worldpay\.com$/,
    frame: /^\/access-checkout\//,
    script: /^\/access-checkout\/v\d+\/checkout\.js$/,
  },
  {
    name: 'Cybersource',
    host: /^(?:test)?flex\.cybersource\.com$/,
    frame: /\/microform\//,
    script: /\/microform\/.*flex-microform(?:\.min)?\.js$/,
  },
  { name: 'Authorize.Net', host: /^js(?:test)?\.authorize\.net$/, script: /^\/v3\/AcceptUI\.js$/ },
  { name: 'Authorize.Net', host: /^(?:accept|test)\.authorize\.net$/, frame: /^\/payment\/payment/ },
  { name: 'Shopify', host: /^checkout\.pci\.shopifyinc\.com$/, frame: /./ },
  { name: 'Mercado Pago', host: /^secure-fields\.mercadopago\.com$/, frame: /./ },
  { name: 'Recurly', host: /^api\.(?:eu\.)?recurly\.com$/, frame: /^\/js\/v1\/field/ },
  {
    name: 'Spreedly',
    host: /^core\.spreedly\.com$/,
    frame: /\/embedded\//,
    script: /^\/iframe\/(?:iframe-v1|express-\d|express\/v1\/spreedly-express)(?:\.min)?\.js$/,
  },
  { name: 'Paddle', host: /^(?:sandbox-)?(?:buy|checkout)\.paddle\.com$/, frame: /./ },
  {
    name: 'Global Payments',
    host: /^js(?:-cert)?\.globalpay\.com$/,
    frame: /./,
    script: /\/globalpayments(?:\.min)?\.js$/,
  },
  {
    name: 'Nexi',
    host: /^(?:test\.)?checkout\.dibspayment\.eu$/,
    frame: /./,
    script: /^\/v1\/checkout\.js$/,
  },
  {
    name: 'Datatrans',
    host: /^pay\.(?:sandbox\.)?datatrans\.com$/,
    frame: /\/SecureFields\//,
    script: /\/secure-fields-[\d.]+(?:\.min)?\.js$/,
  },
  {
    name: 'SumUp',
    host: /^gateway\.sumup\.com$/,
    frame: /^\/gateway\/ecom\/card\//,
    script: /^\/gateway\/ecom\/card\/v\d+\/sdk\.js$/,
  },
  { name: 'ACI Worldwide', host: /^(?:(?:eu-)?(?:test|prod)\.)?oppwa\.com$/, script: /^\/v1\/paymentWidgets\.js$/ },
  { name: 'PayU', host: /^secure\.(?:snd\.)?payu\.com$/, script: /^\/javascript\/sdk$/ },
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
    // A browser also loads what is no URL of a host (`data:`, `about:srcdoc`), and evidence may be cut.
    const parsed = URL.parse(url);
    if (!parsed) return [];
    const { host, pathname } = parsed;
    const provider = PROVIDERS.find((one) => one.host.test(host) && one[kind]?.test(pathname));
    if (provider) return [`${kind} ${host}${pathname} (${provider.name})`];
    const mounted = kind === 'script' && STRIPE_JS.test(url) ? places : [];
    return mounted.map((place) => `#${place} for ${host}${pathname} (Stripe)`);
  });
  return [...new Set(lines)].slice(0, MOST);
}
