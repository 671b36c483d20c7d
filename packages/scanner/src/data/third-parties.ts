export type Purpose =
  | 'payment'
  | 'advertising'
  | 'analytics'
  | 'session recording'
  | 'tag manager'
  | 'consent'
  | 'chat'
  | 'captcha'
  | 'error reports'
  | 'fonts'
  | 'code library'
  | 'maps'
  | 'video'
  | 'social media'
  | 'sign-in'
  | 'experiments';

export interface KnownParty {
  owner: string;
  purpose: Purpose;
}

/** Date of the last review of the table. */
export const THIRD_PARTIES_DATE = '2026-11-22';

/**
 * Keyed by host or registrable domain. Owners and purposes are common knowledge. Those of services in
 * `csp-services.json` come from the providers' documentation, which is cited there. A wrong row costs no points: it
 * only names an owner.
 */
export const THIRD_PARTIES: Readonly<Record<string, KnownParty>> = {
  'stripe.com': { owner: 'Stripe', purpose: 'payment' },
  'stripe.network': { owner: 'Stripe', purpose: 'payment' },
  'paypal.com': { owner: 'PayPal', purpose: 'payment' },
  'paypalobjects.com': { owner: 'PayPal', purpose: 'payment' },
  'braintreegateway.com': { owner: 'Braintree', purpose: 'payment' },
  'razorpay.com': { owner: 'Razorpay', purpose: 'payment' },
  'adyen.com': { owner: 'Adyen', purpose: 'payment' },
  'squarecdn.com': { owner: 'Square', purpose: 'payment' },
  'squareup.com': { owner: 'Square', purpose: 'payment' },
  'checkout.com': { owner: 'Checkout.com', purpose: 'payment' },
  'klarna.com': { owner: 'Klarna', purpose: 'payment' },
  'klarnacdn.net': { owner: 'Klarna', purpose: 'payment' },
  'mollie.com': { owner: 'Mollie', purpose: 'payment' },
  'afterpay.com': { owner: 'Afterpay', purpose: 'payment' },
  'affirm.com': { owner: 'Affirm', purpose: 'payment' },
  'authorize.net': { owner: 'Visa', purpose: 'payment' },
  'cybersource.com': { owner: 'Visa', purpose: 'payment' },
  'worldpay.com': { owner: 'Worldpay', purpose: 'payment' },
  'payments-amazon.com': { owner: 'Amazon', purpose: 'payment' },
  'shopifyinc.com': { owner: 'Shopify', purpose: 'payment' },
  'mercadopago.com': { owner: 'Mercado Pago', purpose: 'payment' },
  'recurly.com': { owner: 'Recurly', purpose: 'payment' },
  'spreedly.com': { owner: 'Spreedly', purpose: 'payment' },
  'paddle.com': { owner: 'Paddle', purpose: 'payment' },
  'globalpay.com': { owner: 'Global Payments', purpose: 'payment' },
  'dibspayment.eu': { owner: 'Nexi', purpose: 'payment' },
  'braintree-api.com': { owner: 'Braintree', purpose: 'payment' },
  'cashfree.com': { owner: 'Cashfree', purpose: 'payment' },
  'payu.in': { owner: 'PayU', purpose: 'payment' },
  'payu.com': { owner: 'PayU', purpose: 'payment' },
  'chargebee.com': { owner: 'Chargebee', purpose: 'payment' },
  'datatrans.com': { owner: 'Datatrans', purpose: 'payment' },
  'sumup.com': { owner: 'SumUp', purpose: 'payment' },
  'oppwa.com': { owner: 'ACI Worldwide', purpose: 'payment' },
  'pay.google.com': { owner: 'Google', purpose: 'payment' },
  'applepay.cdn-apple.com': { owner: 'Apple', purpose: 'payment' },
  'doubleclick.net': { owner: 'Google', purpose: 'advertising' },
  'googlesyndication.com': { owner: 'Google', purpose: 'advertising' },
  'googleadservices.com': { owner: 'Google', purpose: 'advertising' },
  'connect.facebook.net': { owner: 'Meta', purpose: 'advertising' },
  'facebook.com': { owner: 'Meta', purpose: 'advertising' },
  'analytics.tiktok.com': { owner: 'TikTok', purpose: 'advertising' },
  'ads-twitter.com': { owner: 'X', purpose: 'advertising' },
  'snap.licdn.com': { owner: 'LinkedIn', purpose: 'advertising' },
  'ads.linkedin.com': { owner: 'LinkedIn', purpose: 'advertising' },
  'bat.bing.com': { owner: 'Microsoft', purpose: 'advertising' },
  'pinimg.com': { owner: 'Pinterest', purpose: 'advertising' },
  'ct.pinterest.com': { owner: 'Pinterest', purpose: 'advertising' },
  'criteo.com': { owner: 'Criteo', purpose: 'advertising' },
  'criteo.net': { owner: 'Criteo', purpose: 'advertising' },
  'taboola.com': { owner: 'Taboola', purpose: 'advertising' },
  'outbrain.com': { owner: 'Outbrain', purpose: 'advertising' },
  'adnxs.com': { owner: 'Microsoft', purpose: 'advertising' },
  'amazon-adsystem.com': { owner: 'Amazon', purpose: 'advertising' },
  'quantserve.com': { owner: 'Quantcast', purpose: 'advertising' },
  'tr.snapchat.com': { owner: 'Snap', purpose: 'advertising' },
  'sc-static.net': { owner: 'Snap', purpose: 'advertising' },
  'google-analytics.com': { owner: 'Google', purpose: 'analytics' },
  'analytics.google.com': { owner: 'Google', purpose: 'analytics' },
  'segment.com': { owner: 'Twilio', purpose: 'analytics' },
  'segment.io': { owner: 'Twilio', purpose: 'analytics' },
  'mixpanel.com': { owner: 'Mixpanel', purpose: 'analytics' },
  'mxpnl.com': { owner: 'Mixpanel', purpose: 'analytics' },
  'amplitude.com': { owner: 'Amplitude', purpose: 'analytics' },
  'posthog.com': { owner: 'PostHog', purpose: 'analytics' },
  'plausible.io': { owner: 'Plausible', purpose: 'analytics' },
  'usefathom.com': { owner: 'Fathom', purpose: 'analytics' },
  'simpleanalyticscdn.com': { owner: 'Simple Analytics', purpose: 'analytics' },
  'goatcounter.com': { owner: 'GoatCounter', purpose: 'analytics' },
  'zgo.at': { owner: 'GoatCounter', purpose: 'analytics' },
  'matomo.cloud': { owner: 'Matomo', purpose: 'analytics' },
  'cloudflareinsights.com': { owner: 'Cloudflare', purpose: 'analytics' },
  'mc.yandex.ru': { owner: 'Yandex', purpose: 'analytics' },
  'klaviyo.com': { owner: 'Klaviyo', purpose: 'analytics' },
  'hs-scripts.com': { owner: 'HubSpot', purpose: 'analytics' },
  'hs-analytics.net': { owner: 'HubSpot', purpose: 'analytics' },
  'track.hubspot.com': { owner: 'HubSpot', purpose: 'analytics' },
  'hotjar.com': { owner: 'Contentsquare', purpose: 'session recording' },
  'contentsquare.net': { owner: 'Contentsquare', purpose: 'session recording' },
  'clarity.ms': { owner: 'Microsoft', purpose: 'session recording' },
  'fullstory.com': { owner: 'Fullstory', purpose: 'session recording' },
  'googletagmanager.com': { owner: 'Google', purpose: 'tag manager' },
  'cookiebot.com': { owner: 'Usercentrics', purpose: 'consent' },
  'usercentrics.eu': { owner: 'Usercentrics', purpose: 'consent' },
  'cookielaw.org': { owner: 'OneTrust', purpose: 'consent' },
  'onetrust.com': { owner: 'OneTrust', purpose: 'consent' },
  'osano.com': { owner: 'Osano', purpose: 'consent' },
  'iubenda.com': { owner: 'iubenda', purpose: 'consent' },
  'didomi.io': { owner: 'Didomi', purpose: 'consent' },
  'privacy-center.org': { owner: 'Didomi', purpose: 'consent' },
  'trustarc.com': { owner: 'TrustArc', purpose: 'consent' },
  'cdn-cookieyes.com': { owner: 'CookieYes', purpose: 'consent' },
  'termly.io': { owner: 'Termly', purpose: 'consent' },
  'usercentrics.com': { owner: 'Usercentrics', purpose: 'consent' },
  'intercom.io': { owner: 'Intercom', purpose: 'chat' },
  'intercomcdn.com': { owner: 'Intercom', purpose: 'chat' },
  'zdassets.com': { owner: 'Zendesk', purpose: 'chat' },
  'crisp.chat': { owner: 'Crisp', purpose: 'chat' },
  'drift.com': { owner: 'Drift', purpose: 'chat' },
  'driftt.com': { owner: 'Drift', purpose: 'chat' },
  'tawk.to': { owner: 'tawk.to', purpose: 'chat' },
  'livechatinc.com': { owner: 'LiveChat', purpose: 'chat' },
  'hcaptcha.com': { owner: 'hCaptcha', purpose: 'captcha' },
  'recaptcha.net': { owner: 'Google', purpose: 'captcha' },
  'challenges.cloudflare.com': { owner: 'Cloudflare', purpose: 'captcha' },
  'sentry.io': { owner: 'Sentry', purpose: 'error reports' },
  'sentry-cdn.com': { owner: 'Sentry', purpose: 'error reports' },
  'datadoghq-browser-agent.com': { owner: 'Datadog', purpose: 'error reports' },
  'nr-data.net': { owner: 'New Relic', purpose: 'error reports' },
  'fonts.googleapis.com': { owner: 'Google', purpose: 'fonts' },
  'fonts.gstatic.com': { owner: 'Google', purpose: 'fonts' },
  'typekit.net': { owner: 'Adobe', purpose: 'fonts' },
  'bunny.net': { owner: 'Bunny', purpose: 'fonts' },
  'fontawesome.com': { owner: 'Fonticons', purpose: 'fonts' },
  'jsdelivr.net': { owner: 'jsDelivr', purpose: 'code library' },
  'unpkg.com': { owner: 'unpkg', purpose: 'code library' },
  'cdnjs.cloudflare.com': { owner: 'Cloudflare', purpose: 'code library' },
  'ajax.googleapis.com': { owner: 'Google', purpose: 'code library' },
  'code.jquery.com': { owner: 'OpenJS Foundation', purpose: 'code library' },
  'maps.googleapis.com': { owner: 'Google', purpose: 'maps' },
  'mapbox.com': { owner: 'Mapbox', purpose: 'maps' },
  'youtube.com': { owner: 'Google', purpose: 'video' },
  'youtube-nocookie.com': { owner: 'Google', purpose: 'video' },
  'vimeo.com': { owner: 'Vimeo', purpose: 'video' },
  'twitter.com': { owner: 'X', purpose: 'social media' },
  'disqus.com': { owner: 'Disqus', purpose: 'social media' },
  'accounts.google.com': { owner: 'Google', purpose: 'sign-in' },
  'auth0.com': { owner: 'Okta', purpose: 'sign-in' },
  'okta.com': { owner: 'Okta', purpose: 'sign-in' },
  'optimizely.com': { owner: 'Optimizely', purpose: 'experiments' },
  'visualwebsiteoptimizer.com': { owner: 'VWO', purpose: 'experiments' },
};
