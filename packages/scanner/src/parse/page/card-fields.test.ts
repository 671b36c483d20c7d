import { describe, expect, it } from 'vitest';
import { pageOf } from '../../../test/page-of.ts';
import { hostedFields } from './hosted-fields.ts';

describe('card fields in the page itself', () => {
  it.each([
    // HTML §4.10.18.7.1
    ['<input autocomplete="cc-number">', 'input autocomplete="cc-number"'],
    ['<input autocomplete="section-pay billing CC-CSC">', 'input autocomplete="cc-csc"'],
    ['<input name="cc_number">', 'input name="cc_number"'],
    ['<input type="tel" id="creditCardNumber">', 'input id="creditCardNumber"'],
    ['<input name="payment[cc_number]">', 'input name="payment[cc_number]"'],
    ['<input name="card_number"><input name="cvv">', 'input name="card_number"'],
    ['<input name="cardnumber"><select autocomplete="cc-exp-month"></select>', 'input name="cardnumber"'],
    ['<input name="kreditkartennummer">', 'input name="kreditkartennummer"'],
    ['<input name="Kartennummer"><input name="prüfziffer">', 'input name="Kartennummer"'],
    ['<input name="kartennr"><input name="gueltig_bis">', 'input name="kartennr"'],
    ['<input name="creditcardnummer">', 'input name="creditcardnummer"'],
    ['<input name="kaartnummer"><input name="vervaldatum">', 'input name="kaartnummer"'],
    ['<input name="numero_carte_bancaire">', 'input name="numero_carte_bancaire"'],
    ['<input id="numéro-de-carte"><input id="cryptogramme">', 'input id="numéro-de-carte"'],
    ['<input name="numeroTarjetaCredito">', 'input name="numeroTarjetaCredito"'],
    ['<input name="num_tarjeta"><input name="fecha_caducidad">', 'input name="num_tarjeta"'],
    ['<input name="numero-cartao"><input name="código_de_segurança">', 'input name="numero-cartao"'],
    ['<input name="numeroCarta"><input name="scadenza">', 'input name="numeroCarta"'],
  ])('%s', (html, line) => {
    expect(pageOf(html).card_fields).toEqual([line]);
  });

  it.each([
    ['a library card with its PIN', '<input name="cardnumber"><input name="pin" type="password">'],
    ['a gift card', '<input name="giftcardnumber"><input name="cvv">'],
    ['a loyalty card', '<input name="loyalty_card_number"><input name="expiry">'],
    ['a library card in German', '<input name="kartennummer"><input name="passwort" type="password">'],
    ['a health insurance card in French', '<input name="numero_carte_vitale"><input name="date_naissance">'],
    ['a loyalty card in Spanish', '<input name="numero_tarjeta_fidelidad"><input name="fecha_nacimiento">'],
    ['a client card in Dutch', '<input name="klantenkaartnummer">'],
    ['a business card and its phone', '<input name="business_card"><input type="tel" name="phone_number">'],
    ['an order number with a use-by date in Portuguese', '<input name="numero_pedido"><input name="validade">'],
    ['an identity card', '<input id="id-card-number">'],
    ['a voucher number', '<input name="number"><input name="expiry">'],
    ['a name and an expiry date alone', '<input autocomplete="cc-name"><input autocomplete="cc-exp">'],
    ['a hidden field', '<input type="hidden" name="cc_number">'],
    ['a search for a card', '<input type="search" name="creditcardnumber">'],
    ['a template', '<template><input autocomplete="cc-number"></template>'],
    ['text', '<p>autocomplete="cc-number"</p>'],
    ['account fields', '<input name="account_number"><input name="cvs"><input name="success">'],
  ])('none: %s', (_what, html) => {
    expect(pageOf(html).card_fields).toEqual([]);
  });
});

describe('fields in frames of a payment provider', () => {
  it.each([
    [
      '<script src="https://js.stripe.com/v3/"></script><div id="payment-element"></div>',
      '#payment-element for js.stripe.com/v3/ (Stripe)',
    ],
    [
      '<script src="https://js.stripe.com/basil/stripe.js"></script><div id="card-element"></div>',
      '#card-element for js.stripe.com/basil/stripe.js (Stripe)',
    ],
    [
      '<iframe src="https://js.stripe.com/v3/elements-inner-card-1.html#x"></iframe>',
      'frame js.stripe.com/v3/elements-inner-card-1.html (Stripe)',
    ],
    [
      '<script src="https://checkout.razorpay.com/v1/checkout.js"></script>',
      'script checkout.razorpay.com/v1/checkout.js (Razorpay)',
    ],
    [
      '<script src="https://checkoutshopper-live.adyen.com/checkoutshopper/sdk/5.1.0/adyen.js"></script>',
      'script checkoutshopper-live.adyen.com/checkoutshopper/sdk/5.1.0/adyen.js (Adyen)',
    ],
    [
      '<script src="https://js.braintreegateway.com/web/3.99.0/js/hosted-fields.min.js"></script>',
      'script js.braintreegateway.com/web/3.99.0/js/hosted-fields.min.js (Braintree)',
    ],
    ['<script src="https://js.mollie.com/v1/mollie.js"></script>', 'script js.mollie.com/v1/mollie.js (Mollie)'],
    [
      '<iframe src="https://www.paypal.com/smart/card-field?type=number"></iframe>',
      'frame www.paypal.com/smart/card-field (PayPal)',
    ],
    ['<iframe src="https://www.paypal.com/smart/buttons"></iframe>', 'frame www.paypal.com/smart/buttons (PayPal)'],
    [
      '<script src="https://web.squarecdn.com/v1/square.js"></script>',
      'script web.squarecdn.com/v1/square.js (Square)',
    ],
    [
      '<script src="https://x.klarnacdn.net/kp/lib/v1/api.js"></script>',
      'script x.klarnacdn.net/kp/lib/v1/api.js (Klarna)',
    ],
    ['<iframe src="https://frames.checkout.com/x"></iframe>', 'frame frames.checkout.com/x (Checkout.com)'],
  ])('%s', (html, line) => {
    expect(hostedFields(pageOf(html))).toEqual([line]);
  });

  it.each([
    ['frame', 'web.squarecdn.com/1.85.0/main-iframe.html', 'Square'],
    ['script', 'checkout-web-components.checkout.com/index.js', 'Checkout.com'],
    ['script', 'access.worldpay.com/access-checkout/v2/checkout.js', 'Worldpay'],
    ['script', 'flex.cybersource.com/microform/bundle/v2/flex-microform.min.js', 'Cybersource'],
    ['script', 'js.authorize.net/v3/AcceptUI.js', 'Authorize.Net'],
    ['frame', 'accept.authorize.net/payment/payment', 'Authorize.Net'],
    ['frame', 'checkout.pci.shopifyinc.com/build/8f2a/number-ltr.html', 'Shopify'],
    ['frame', 'secure-fields.mercadopago.com/', 'Mercado Pago'],
    ['frame', 'api.recurly.com/js/v1/field.html', 'Recurly'],
    ['script', 'core.spreedly.com/iframe/iframe-v1.min.js', 'Spreedly'],
    ['frame', 'buy.paddle.com/checkout', 'Paddle'],
    ['script', 'js.globalpay.com/4.1.11/globalpayments.js', 'Global Payments'],
    ['script', 'checkout.dibspayment.eu/v1/checkout.js', 'Nexi'],
    ['frame', 'www.paypal.com/smart/card-fields', 'PayPal'],
    ['script', 'pay.datatrans.com/upp/payment/js/secure-fields-2.0.0.min.js', 'Datatrans'],
    ['frame', 'pay.sandbox.datatrans.com/upp/payment/SecureFields/paymentField', 'Datatrans'],
    ['script', 'gateway.sumup.com/gateway/ecom/card/v2/sdk.js', 'SumUp'],
    ['script', 'eu-prod.oppwa.com/v1/paymentWidgets.js', 'ACI Worldwide'],
    ['script', 'secure.payu.com/javascript/sdk', 'PayU'],
  ])('a %s of %s', (kind, address, name) => {
    const tag = kind === 'frame' ? 'iframe' : 'script';
    const html = `<${tag} src="https://${address}"></${tag}>`;
    expect(hostedFields(pageOf(html))).toEqual([`${kind} ${address} (${name})`]);
  });
  // Accept.js sends what was typed into the page's own fields; the others belong on pages without a checkout, too.
  it.each([
    'js.authorize.net/v1/Accept.js',
    'cdn.paddle.com/paddle/v2/paddle.js',
    'www.paypal.com/sdk/js',
    'js.recurly.com/v4/recurly.js',
    'sdk.mercadopago.com/js/v2',
    'js.chargebee.com/v2/chargebee.js',
    'flex.cybersource.com.evil.test/microform/bundle/v2/flex-microform.min.js',
  ])('no fields by %s', (address) => {
    expect(hostedFields(pageOf(`<script src="https://${address}"></script>`))).toEqual([]);
  });

  it.each([
    // Stripe asks its customers to load it on every page for fraud detection.
    ['Stripe.js alone', '<script src="https://js.stripe.com/v3/"></script>'],
    ['the element alone', '<div id="card-element"></div>'],
    [
      'Stripe’s fraud frame',
      '<iframe src="https://js.stripe.com/v3/m-outer-3437aaddcdf6922d623e172c2d6f9278.html"></iframe>',
    ],
    [
      'Braintree’s data collector',
      '<script src="https://js.braintreegateway.com/web/3.99.0/js/data-collector.min.js"></script>',
    ],
    ['a lookalike host name', '<script src="https://checkout.razorpay.com.evil.test/v1/checkout.js"></script>'],
    ['a link to a payment page', '<a href="https://buy.stripe.com/x">Pay</a>'],
    [
      'Adyen’s style sheet',
      '<link rel="stylesheet" href="https://checkoutshopper-live.adyen.com/checkoutshopper/sdk/5.1.0/adyen.css">',
    ],
  ])('none: %s', (_what, html) => {
    expect(hostedFields(pageOf(html))).toEqual([]);
  });
});
