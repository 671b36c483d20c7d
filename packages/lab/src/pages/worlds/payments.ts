import type { RealPage } from '../real-pages.ts';
import { html } from './html.ts';

const CARD = '<input name="cardnumber" autocomplete="cc-number"><input name="cvc" autocomplete="cc-csc">';
const paying = (name: string, head: string, body: string, find: RealPage['find'] = {}): RealPage => ({
  name,
  site: { '/': html('Checkout', head, body), '/pay.js': 'window.pay=1' },
  find: { payment: true, policy: { proven: true }, ...find },
});

/** Checkouts: fields of the page itself, of payment providers, and of skimmers. */
export const paymentPages: readonly RealPage[] = [
  paying(
    'stripe elements',
    '',
    `<div id="card-element"></div><script src="https://js.stripe.com/v3/"></script><script>Stripe('pk_test').mount('card-element')</script>`,
    {
      requests: ['https://js.stripe.com/v3/elements-inner-card-1.html'],
    },
  ),
  paying('razorpay checkout', '', '<h1>Pay</h1><script src="https://checkout.razorpay.com/v1/checkout.js"></script>'),
  paying(
    'braintree hosted fields',
    '',
    '<h1>Pay</h1><script src="https://js.braintreegateway.com/web/3.97.2/js/hosted-fields.min.js"></script>',
  ),
  paying(
    'adyen secured fields',
    '',
    '<h1>Pay</h1><script src="https://checkoutshopper-live.adyen.com/checkoutshopper/sdk/5.59.0/adyen.js"></script>',
    {
      outcomes: { 'script-integrity': 'missing' },
    },
  ),
  paying(
    'own card form',
    '<script src="/pay.js"></script>',
    `<form method="post" action="/charge">${CARD}<button>Pay</button></form>`,
    { outcomes: { 'forms-elsewhere': 'good' } },
  ),
  paying('card form to another site', '', `<form method="post" action="https://idp.test/in">${CARD}</form>`, {
    outcomes: { 'forms-elsewhere': 'secret' },
  }),
  paying(
    'card skimmer',
    '<script defer src="https://skimmer.test/c.js"></script>',
    `<form method="post" action="/charge">${CARD}</form>`,
    { outcomes: { 'forms-elsewhere': 'secret' } },
  ),
  paying(
    'card form over http',
    '',
    `<form method="post" action="http://card-form-over-http.test/charge">${CARD}</form>`,
    { outcomes: { 'forms-elsewhere': 'clear' } },
  ),
  {
    name: 'paypal buttons',
    site: {
      '/': html(
        'Pay',
        '',
        '<div id="paypal-button-container"></div><script src="https://www.paypal.com/sdk/js?client-id=x"></script>',
      ),
    },
    find: { requests: ['https://www.paypal.com/smart/buttons'], policy: { proven: true } },
  },
];
