import type { World } from '../page-world.ts';
import type { RealPage } from '../real-pages.ts';
import { html, loader, shared } from './html.ts';

const js = (body: string) => ({ body, headers: { 'content-type': 'text/javascript' } });
const frame = (src: string, place: string) =>
  js(`var f=document.createElement('iframe');f.src='${src}';document.querySelector('${place}').appendChild(f)`);

export const SHOP_SERVICES: World = {
  'x.klarnacdn.net': { '/kp/lib/v1/api.js': frame('https://js.klarna.com/web-sdk/v1/payments.html', '#klarna') },
  'js.klarna.com': { '/web-sdk/v1/payments.html': '<button>Klarna' },
  'app.usercentrics.eu': {
    '/browser-ui/latest/loader.js': js(
      `localStorage.setItem('uc_settings','{}');fetch('https://api.usercentrics.eu/settings/1.json').then(function(){var e=document.createElement('div');e.id='usercentrics-root';e.attachShadow({mode:'open'}).innerHTML='<style>b{color:red}</style><div style="position:fixed"><button>Accept</button></div>';document.body.append(e)})`,
    ),
  },
  'api.usercentrics.eu': { '/settings/1.json': shared('{}') },
  'js.hs-scripts.com': {
    '/123.js': js(
      `['https://js.hs-analytics.net/a/123.js','https://js.hsforms.net/forms/embed/v2.js'].forEach(function(u){var s=document.createElement('script');s.src=u;document.head.append(s)})`,
    ),
  },
  'js.hs-analytics.net': {
    '/a/123.js': js(
      `document.cookie='hubspotutk=0123456789abcdef0123456789abcdef;max-age=15552000';new Image().src='https://track.hubspot.com/__ptq.gif?k=1'`,
    ),
  },
  'track.hubspot.com': { '/__ptq.gif': { body: '', headers: { 'content-type': 'image/gif' } } },
  'js.hsforms.net': {
    '/forms/embed/v2.js': js(
      `var f=document.createElement('form');f.method='post';f.action='https://forms.hsforms.com/submissions/v3/1';f.innerHTML='<input type="email" name="email">';document.body.append(f)`,
    ),
  },
  'matomo.shop-services.test': {
    '/matomo.js': js(
      `document.cookie='_pk_id.1.1fff=0123456789abcdef.1700000000.';navigator.sendBeacon('https://matomo.shop-services.test/matomo.php?idsite=1')`,
    ),
    '/matomo.php': { status: 204, body: '' },
  },
};

const KLARNA = '<div id="klarna"></div><script src="https://x.klarnacdn.net/kp/lib/v1/api.js" async></script>';
const GTM = `<script>(function(w,d,s,l,i){w[l]=w[l]||[];w[l].push({'gtm.start':1,event:'gtm.js'});var f=d.getElementsByTagName(s)[0],j=d.createElement(s);j.async=true;j.src='https://www.googletagmanager.com/gtm.js?id='+i;f.parentNode.insertBefore(j,f)})(window,document,'script','dataLayer','GTM-X')</script>`;

/** Shops and pages of companies as their systems write them today. */
export const shopPages: readonly RealPage[] = [
  {
    name: 'shopware checkout',
    site: {
      '/': html(
        'Checkout',
        `<script>window.features={"V6_5_0_0":true};window.router={'frontend.cart.offcanvas':'/checkout/offcanvas'};window.csrf={enabled:true,mode:'twig'}</script><link rel="stylesheet" href="/theme/all.4f3a9c2b.css"><script src="/theme/all.4f3a9c2b.js" defer></script>`,
        `<form action="/checkout/order" method="post" data-form-csrf-handler="true"><input type="hidden" name="_csrf_token" value="x"><button>Buy</button></form><noscript class="noscript-main"><style>[data-x]{display:none}</style></noscript>${KLARNA}`,
      ),
      '/theme/all.4f3a9c2b.css':
        '.a{background:url("data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27/%3E")}body{color:#111}',
      '/theme/all.4f3a9c2b.js': js(`fetch(window.router['frontend.cart.offcanvas'])`),
      '/checkout/offcanvas': '<p>cart',
    },
    find: {
      requests: ['/checkout/offcanvas', 'https://js.klarna.com/web-sdk/v1/payments.html'],
      payment: true,
      policy: { proven: true, has: ['frame-src https://js.klarna.com'] },
    },
  },
  {
    name: 'magento checkout',
    site: {
      '/': html(
        'Checkout',
        `<script>var BASE_URL='/';var require={'baseUrl':'/static/version1/frontend'};</script><script src="/static/version1/require.js"></script><script type="text/x-magento-init">{"*":{"Magento_Ui/js/core/app":{}}}</script>`,
        `<div data-bind="scope:'checkout'"></div><script>window.checkoutConfig={"quoteId":"1","formKey":"abc"};require(['checkout'])</script><div id="stripe-card"></div><script src="https://js.stripe.com/v3/"></script><script>Stripe('pk_live_x').mount('stripe-card')</script>`,
      ),
      // Knockout and RequireJS evaluate text.
      '/static/version1/require.js': js(
        `window.require=function(names){names.forEach(function(n){var s=document.createElement('script');s.src='/static/version1/'+n+'.js';document.head.append(s)})};new Function('return 1')()`,
      ),
      '/static/version1/checkout.js': js(`fetch('/rest/V1/guest-carts/1/totals')`),
      '/rest/V1/guest-carts/1/totals': '{}',
    },
    find: {
      requests: ['/rest/V1/guest-carts/1/totals'],
      payment: true,
      policy: { proven: true, has: ["'unsafe-eval'"] },
    },
  },
  {
    name: 'woocommerce checkout with paypal',
    site: {
      '/': html(
        'Checkout',
        `<script id="wc-checkout-js-extra">var wc_checkout_params={"ajax_url":"/wp-admin/admin-ajax.php","nonce":"0a1b2c3d4e"};</script><script src="/wp-includes/js/jquery/jquery.min.js?ver=3.7.1"></script><style id="woocommerce-inline-inline-css">.woocommerce form .required{visibility:visible}</style>`,
        `<form name="checkout" method="post" class="checkout" action="/checkout/"><input name="billing_email"></form><div id="paypal-button-container"></div><script src="https://www.paypal.com/sdk/js?client-id=x" data-partner-attribution-id="Woo_PPCP"></script><script type="speculationrules">{"prefetch":[{"source":"document","where":{"href_matches":"/*"}}]}</script>`,
      ),
      '/wp-includes/js/jquery/jquery.min.js': js(`fetch('/?wc-ajax=get_refreshed_fragments',{method:'POST'})`),
    },
    find: {
      requests: ['https://www.paypal.com/smart/buttons'],
      payment: true,
      policy: { proven: true, has: ["form-action 'self'"] },
    },
  },
  {
    name: 'usercentrics with tag manager',
    site: {
      '/': html(
        'Company',
        `<script id="usercentrics-cmp" src="https://app.usercentrics.eu/browser-ui/latest/loader.js" data-settings-id="1" async></script><script type="text/plain" data-usercentrics="Google Tag Manager">${loader('https://www.googletagmanager.com/gtm.js?id=GTM-1')}</script>`,
        '<h1>Company</h1>',
      ),
    },
    find: {
      requests: ['https://api.usercentrics.eu/settings/1.json'],
      outcomes: { trackers: 'good' },
      policy: { proven: true, lacks: ['googletagmanager.com'] },
    },
  },
  {
    name: 'onetrust and tag manager before consent',
    site: {
      '/': html(
        'Company',
        `<script src="https://cdn.cookielaw.org/scripttemplates/otSDKStub.js" data-domain-script="1"></script><script>function OptanonWrapper(){}</script>${GTM}`,
        '<h1>Company</h1>',
      ),
    },
    find: {
      requests: ['https://connect.facebook.net/en_US/fbevents.js'],
      outcomes: { trackers: 'tracked' },
      policy: { proven: true, has: ["'strict-dynamic'"] },
    },
  },
  {
    name: 'hubspot and matomo',
    site: {
      '/': html(
        'Leads',
        `<script id="hs-script-loader" async defer src="https://js.hs-scripts.com/123.js"></script><script>var _paq=window._paq=window._paq||[];_paq.push(['trackPageView']);(function(){var u='https://matomo.shop-services.test/';var d=document,g=d.createElement('script'),s=d.getElementsByTagName('script')[0];g.async=true;g.src=u+'matomo.js';s.parentNode.insertBefore(g,s)})()</script>`,
        '<h1>Leads</h1>',
      ),
    },
    find: {
      requests: ['https://track.hubspot.com/__ptq.gif', 'https://matomo.shop-services.test/matomo.php'],
      outcomes: { trackers: 'tracked', 'forms-elsewhere': 'elsewhere' },
      policy: { proven: true, has: ['form-action https://forms.hsforms.com', 'img-src'] },
    },
  },
  {
    name: 'next app with hydration',
    site: {
      '/': html(
        'Next',
        '<link rel="preload" href="/_next/static/media/a-s.p.woff2" as="font" crossorigin="" type="font/woff2"><link rel="stylesheet" href="/_next/static/css/1.css" data-precedence="next"><script src="/_next/static/chunks/webpack-1a2b.js" async=""></script>',
        `<div hidden=""><!--$--><!--/$--></div><script>(self.__next_f=self.__next_f||[]).push([0])</script><script>self.__next_f.push([1,"1:\\"$Sreact.fragment\\"\\n"])</script><script>$RC=function(){};$RC("B:0","S:0")</script><script id="__NEXT_DATA__" type="application/json">{"props":{"api":"https://never.shop-services.test/graphql"}}</script>`,
      ),
      '/_next/static/css/1.css':
        '@font-face{font-family:A;src:url(/_next/static/media/a-s.p.woff2)}body{font-family:A}',
      '/_next/static/media/a-s.p.woff2': '',
      '/_next/static/chunks/webpack-1a2b.js': js(
        `import('/_next/static/chunks/app-3c4d.js');fetch('/next?_rsc=1x2y',{headers:{RSC:'1'}})`,
      ),
      '/_next/static/chunks/app-3c4d.js': js('window.app=1'),
      '/next': '1:null',
    },
    find: {
      requests: ['/next?_rsc', '/_next/static/chunks/app-3c4d.js'],
      policy: { proven: true, has: ["font-src 'self'"], lacks: ['never.shop-services.test'] },
    },
  },
  {
    name: 'nuxt with payload',
    site: {
      '/': html(
        'Nuxt',
        '<style>@layer base{h1{margin:0}}</style><link rel="modulepreload" as="script" crossorigin href="/_nuxt/entry.DkS8.js"><script type="module" src="/_nuxt/entry.DkS8.js" crossorigin></script>',
        `<div id="__nuxt"><h1 style="color:red">Nuxt</h1></div><script type="application/json" id="__NUXT_DATA__" data-ssr="true">[{"a":1}]</script><script>window.__NUXT__={};window.__NUXT__.config={public:{},app:{baseURL:"/",buildId:"8f3a9c2b-0001"}}</script>`,
      ),
      '/_nuxt/entry.DkS8.js': js(`fetch('/_nuxt/builds/meta/8f3a9c2b-0001.json')`),
      '/_nuxt/builds/meta/8f3a9c2b-0001.json': '{}',
    },
    find: {
      requests: ['/_nuxt/builds/meta/8f3a9c2b-0001.json'],
      policy: { proven: true, has: ["'unsafe-hashes'"] },
    },
  },
  {
    name: 'angular with event replay',
    site: {
      '/': html(
        'Angular',
        '<style ng-app-id="ng">h1[_ngcontent-ng-c1]{color:red}</style><link rel="stylesheet" href="styles-5INURTSO.css" media="print" onload="this.media=\'all\'"><noscript><link rel="stylesheet" href="styles-5INURTSO.css"></noscript>',
        `<script type="text/javascript" id="ng-event-dispatch-contract">(()=>{window.__jsaction_bootstrap=()=>0})()</script><app-root ng-version="20.0.0" ngh="0" ng-server-context="ssr"></app-root><script>window.__jsaction_bootstrap(document.body,"ng",["click"],[]);</script><script src="main-ABCDEF12.js" type="module"></script><script id="ng-state" type="application/json">{}</script>`,
      ),
      '/styles-5INURTSO.css': 'p{color:red}',
      '/main-ABCDEF12.js': js(
        `const s=document.createElement('style');s.textContent='[_nghost]{display:block}';document.head.append(s);fetch('/api/me')`,
      ),
      '/api/me': '{}',
    },
    find: {
      requests: ['/styles-5INURTSO.css', '/api/me'],
      policy: { proven: true, has: ["'unsafe-hashes'"] },
    },
  },
  {
    name: 'template engine that evaluates and writes',
    site: {
      '/': html(
        'Old shop',
        '<script src="/js/prototype.js"></script>',
        `<script>document.write('<img src="/track.png?'+Math.random()+'" width=1 height=1>');eval('window.e=1');setTimeout('window.t=1',0)</script><a href="javascript:history.back()">Back</a><div onmouseover="this.style.color='red'" style="color:blue">x</div>`,
      ),
      '/js/prototype.js': js(`window.$=function(){}`),
      '/track.png': { body: '', headers: { 'content-type': 'image/png' } },
    },
    find: {
      requests: ['/track.png'],
      policy: { proven: true, has: ["'unsafe-eval'", "'unsafe-hashes'"] },
    },
  },
  {
    name: 'trusted types application',
    site: {
      '/': {
        body: html('Typed', '', '<div id="a"></div><script src="/app.js"></script>'),
        headers: {
          'content-security-policy':
            "require-trusted-types-for 'script'; trusted-types app dompurify; object-src 'none'",
        },
      },
      '/app.js': js(
        `const p=trustedTypes.createPolicy('app',{createHTML:(t)=>t,createScriptURL:(t)=>t});document.getElementById('a').innerHTML=p.createHTML('<b>x</b>');const s=document.createElement('script');s.src=p.createScriptURL('/more.js');document.head.append(s)`,
      ),
      '/more.js': js('window.more=1'),
    },
    find: {
      requests: ['/more.js'],
      policy: { proven: true, has: ["require-trusted-types-for 'script'", 'trusted-types app dompurify'] },
    },
  },
];
