import { NONCE_PLACEHOLDER } from '../../src/parse/csp/clean.ts';
import { loader, on, sheet, type ServiceCase } from './case.ts';

/** Services with their account or tenant in the page, and fonts that scripts load. */
export const ACCOUNTS: readonly ServiceCase[] = [
  {
    name: 'a Buy Button of Shopify',
    html: `<script>(function(){var scriptURL='https://sdks.shopifycdn.com/buy-button/latest/buy-button-storefront.min.js';
      ShopifyBuy.buildClient({domain:'acme-shop.myshopify.com',storefrontAccessToken:'a'})})()</script>`,
    needs: {
      script: 'https://sdks.shopifycdn.com/buy-button/latest/buy-button-storefront.min.js',
      connect: on('acme-shop.myshopify.com monorail-edge.shopifysvc.com'),
      img: on('cdn.shopify.com'),
      style: "'unsafe-inline'",
      'form-action': on('acme-shop.myshopify.com'),
    },
  },
  {
    name: 'Customer.io in the European Union',
    html: loader('https://cdp-eu.customer.io/v1/analytics-js/snippet/a/analytics.min.js'),
    needs: {
      script: on('cdp-eu.customer.io'),
      connect: on('cdp-eu.customer.io a.api.gist.build a.cloud.gist.build'),
      frame: on('renderer.gist.build code.gist.build'),
      style: "'unsafe-inline'",
    },
  },
  {
    name: 'Firebase with sign-in and Firestore',
    html: ['app', 'auth', 'firestore']
      .map((part) => `<script src="https://www.gstatic.com/firebasejs/10.12.0/firebase-${part}-compat.js"></script>`)
      .join(''),
    needs: {
      script: ['app', 'auth', 'firestore']
        .map((part) => `https://www.gstatic.com/firebasejs/10.12.0/firebase-${part}-compat.js`)
        .join(' '),
      connect: on(
        'firebaseinstallations.googleapis.com firebase.googleapis.com identitytoolkit.googleapis.com securetoken.googleapis.com firestore.googleapis.com',
      ),
    },
  },
  {
    name: 'Auth0 with its tenant in the page',
    html: `<script src="https://cdn.auth0.com/js/auth0-spa-js/2.1/auth0-spa-js.production.js"></script><script>auth0.createAuth0Client({domain:"acme.eu.auth0.com",clientId:"a"})</script>`,
    needs: {
      script: on('cdn.auth0.com', '/js/auth0-spa-js/2.1/auth0-spa-js.production.js'),
      connect: on('acme.eu.auth0.com'),
      frame: on('acme.eu.auth0.com'),
    },
  },
  {
    name: 'Supabase',
    html: `<script src="https://cdn.jsdelivr.net/npm/@supabase/supabase-js@2.45.0/dist/umd/supabase.min.js"></script><script>supabase.createClient('https://abcd.supabase.co','k')</script>`,
    needs: {
      script: 'https://cdn.jsdelivr.net/npm/@supabase/supabase-js@2.45.0/dist/umd/supabase.min.js',
      connect: on('abcd.supabase.co wss://abcd.supabase.co'),
    },
  },
  {
    name: 'a form of Mailchimp that checks itself',
    html: `${sheet('//cdn-images.mailchimp.com/embedcode/classic-061523.css')}<form action="https://acme.us1.list-manage.com/subscribe/post?u=1&id=2" method="post"><input name="EMAIL"></form>
      <script src="//s3.amazonaws.com/downloads.mailchimp.com/js/mc-validate.js"></script>`,
    needs: {
      // The answer of `post-json` begins with a name that the address chooses, so the host alone would let anyone in.
      script: `https://s3.amazonaws.com/downloads.mailchimp.com/js/mc-validate.js https://acme.us1.list-manage.com/subscribe/post-json ${NONCE_PLACEHOLDER} 'strict-dynamic'`,
      style: on('cdn-images.mailchimp.com'),
      'form-action': on('acme.us1.list-manage.com'),
    },
  },
  {
    name: 'a form of Mailchimp alone',
    html: '<form action="https://acme.us1.list-manage.com/subscribe/post?u=1&id=2" method="post"><input name="EMAIL"></form>',
    needs: { 'form-action': on('acme.us1.list-manage.com') },
  },
  {
    name: 'Google Fonts by the Web Font Loader',
    html: `<script src="https://ajax.googleapis.com/ajax/libs/webfont/1.6.26/webfont.js"></script><script>WebFont.load({google:{families:['Inter']}})</script>`,
    needs: {
      script: 'https://ajax.googleapis.com/ajax/libs/webfont/1.6.26/webfont.js',
      style: 'https://fonts.googleapis.com/css',
      font: 'https://fonts.gstatic.com/s/a.woff2',
    },
  },
  {
    name: 'Google Fonts by an import',
    html: `<style>@import url('https://fonts.googleapis.com/css2?family=Inter');body{font-family:Inter}</style>`,
    needs: { style: "https://fonts.googleapis.com/css2 'unsafe-inline'", font: 'https://fonts.gstatic.com/s/a.woff2' },
  },
  {
    name: 'Adobe Fonts by their script',
    html: `<script>(function(d){var config={kitId:'abc'},tk=d.createElement('script');tk.src='https://use.typekit.net/'+config.kitId+'.js';d.head.append(tk)})(document)</script>`,
    needs: {
      script: 'https://use.typekit.net/abc.js',
      style: "https://use.typekit.net/a.css https://p.typekit.net/p.css 'unsafe-inline'",
      font: 'https://use.typekit.net/af/a.woff2',
      img: 'https://p.typekit.net/p.gif',
      connect: 'https://performance.typekit.net/',
    },
  },
];
