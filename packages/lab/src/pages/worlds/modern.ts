import type { World } from '../page-world.ts';
import type { RealPage } from '../real-pages.ts';
import { html, loader, shared } from './html.ts';

const js = (body: string) => ({ body, headers: { 'content-type': 'text/javascript' } });
/** Imported from other sites. */
const module = (body: string) => ({ body, headers: { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' } }); // prettier-ignore
const frameIn = (place: string, src: string): string =>
  `(function(){var f=document.createElement('iframe');f.src='${src}';document.querySelector('${place}').append(f)})();`;

export const MODERN_SERVICES: World = {
  'acs.bank-services.test': {
    '/method': '<p>seen',
    '/challenge': html('3-D Secure', '', '<form method="post" action="/answer"><input name="otp"></form>'),
  },
  'js.mollie.com': {
    '/v1/mollie.js': js(
      `window.Mollie=function(){['cardNumber','cardHolder','expiryDate','verificationCode'].forEach(function(n){var f=document.createElement('iframe');f.name=n+'-input';f.src='https://js.mollie.com/component.html?type='+n;document.getElementById(n).append(f)})}`,
    ),
    '/component.html': html('Mollie', '', '<input name="cardNumber" autocomplete="cc-number">'),
  },
  'web.squarecdn.com': {
    '/v1/square.js': module(
      `window.Square={payments:function(){return{card:function(){${frameIn('#card', 'https://web.squarecdn.com/1.5/main-iframe.html')}return fetch('https://pci-connect.squareup.com/v2/iframe',{method:'POST',body:'{}',mode:'no-cors'})}}}}`,
    ),
    '/1.5/main-iframe.html': html(
      'Square',
      '',
      '<iframe src="https://web.squarecdn.com/1.5/card-wrapper.html"></iframe>',
    ),
    '/1.5/card-wrapper.html': '<input autocomplete="cc-number">',
  },
  'pci-connect.squareup.com': { '/v2/iframe': '{}' },
  'cdn.privacy-mgmt.com': {
    '/unified/wrapperMessagingWithoutDetection.js': js(
      `window._sp_.config&&fetch('https://cdn.privacy-mgmt.com/wrapper/v2/messages?hasCsp=true').then(function(){var d=document.createElement('div');d.id='sp_message_container_1';d.style.position='fixed';d.innerHTML='<iframe id="sp_message_iframe_1" src="https://cdn.privacy-mgmt.com/index.html?message_id=1"></iframe>';document.body.append(d)})`,
    ),
    '/wrapper/v2/messages': shared('{}'),
    '/index.html': html('Privacy', '', '<button>Accept</button>'),
  },
  'cdn.friendly-services.test': {
    '/widget.min.js': js(
      `var w=new Worker(URL.createObjectURL(new Blob(['WebAssembly.instantiate(new Uint8Array([0,97,115,109,1,0,0,0])).then(function(){return fetch("https://api.friendly-services.test/puzzle",{mode:"no-cors"})}).then(function(){postMessage(1)})'],{type:'text/javascript'})));w.onmessage=function(){document.querySelector('.frc-captcha').textContent='solved'}`,
    ),
  },
  'api.friendly-services.test': { '/puzzle': shared('x') },
  'pixels.shop-apps.test': {
    '/chat.js': js(frameIn('body', 'https://chat.shop-apps.test/frame')),
    '/pixel.modern.js': js(`fetch('https://collect.shop-apps.test/e',{method:'POST',body:'x',mode:'no-cors'})`),
  },
  'chat.shop-apps.test': { '/frame': '<button>Chat</button>' },
  'collect.shop-apps.test': { '/e': { status: 204, body: '' } },
};

/** WP Rocket, Perfmatters, LiteSpeed and Flying Scripts: nothing runs before a visitor moves. */
const DELAYED = `<script>(function(){var e=['keydown','mousedown','mousemove','touchmove','touchstart','touchend','wheel'];function run(){e.forEach(function(n){window.removeEventListener(n,run,{passive:true})});document.querySelectorAll('script[type=rocketlazyloadscript]').forEach(function(o){var s=document.createElement('script');[].slice.call(o.attributes).forEach(function(a){if(a.name==='type')return;s.setAttribute(a.name==='data-rocket-src'?'src':a.name,a.value)});if(!o.hasAttribute('data-rocket-src'))s.text=o.text;o.parentNode.replaceChild(s,o)})}e.forEach(function(n){window.addEventListener(n,run,{passive:true})})})()</script>`;
/** A chat that waits for a wheel, a key or a finger. */
const CHAT = `<script>(function(){function once(){if(once.done)return;once.done=true;${loader('https://pixels.shop-apps.test/chat.js')}}['wheel','keydown','touchstart'].forEach(function(n){addEventListener(n,once,{passive:true})})})()</script>`;
/** The frame of a bank learns which device this is: a form that is sent into it, and is gone a moment later. */
const METHOD = `<script>addEventListener('load',function(){var f=document.createElement('iframe');f.name='threeDSMethod';f.style.display='none';document.body.append(f);var o=document.createElement('form');o.method='post';o.action='https://acs.bank-services.test/method';o.target='threeDSMethod';o.innerHTML='<input type=hidden name=threeDSMethodData value=e30>';document.body.append(o);o.submit();o.remove()})</script>`;

/** Pages as their systems write them in 2026: delayed, streamed, and paid for in frames of others. */
export const modernPages: readonly RealPage[] = [
  {
    name: 'wordpress with delayed scripts',
    site: {
      '/': html(
        'Delayed',
        DELAYED + CHAT,
        `<h1>Shop</h1><script type="rocketlazyloadscript" data-rocket-src="https://www.googletagmanager.com/gtag/js?id=G-1"></script><script type="rocketlazyloadscript">window.dataLayer=[];document.body.dataset.late='1'</script><script type="rocketlazyloadscript" data-rocket-src="https://pixels.shop-apps.test/pixel.modern.js"></script>`,
      ),
    },
    find: {
      requests: ['https://www.googletagmanager.com/gtag/js', 'https://collect.shop-apps.test/e', 'https://chat.shop-apps.test/frame'], // prettier-ignore
      outcomes: { trackers: 'tracked' },
      policy: { proven: true, has: ['frame-src https://chat.shop-apps.test'], lacks: ["'unsafe-inline'"] },
    },
  },
  {
    name: 'three-d secure method',
    site: {
      '/': html(
        'Checkout',
        '',
        `<form method="post" action="/charge"><input autocomplete="cc-number"><input autocomplete="cc-csc"><button>Pay</button></form>${METHOD}`,
      ),
    },
    find: {
      payment: true,
      policy: { proven: true, has: ['form-action', 'https://acs.bank-services.test', 'frame-src https://acs.bank-services.test'], lacks: ["'unsafe-inline'"] }, // prettier-ignore
    },
  },
  {
    name: 'mollie components',
    site: {
      '/': html(
        'Checkout',
        '<script src="https://js.mollie.com/v1/mollie.js"></script>',
        `<form method="post" action="/pay"><div id="cardNumber"></div><div id="cardHolder"></div><div id="expiryDate"></div><div id="verificationCode"></div></form><script>Mollie('pfl_x')</script>`,
      ),
    },
    find: { payment: true, policy: { proven: true, has: ['frame-src https://js.mollie.com'] } },
  },
  {
    name: 'square card',
    site: {
      '/': html(
        'Checkout',
        '',
        `<div id="card"></div><button id="pay">Pay</button><script type="module">import('https://web.squarecdn.com/v1/square.js').then(()=>Square.payments('sandbox','L').card())</script>`,
      ),
    },
    find: {
      requests: ['https://web.squarecdn.com/1.5/card-wrapper.html', 'https://pci-connect.squareup.com/v2/iframe'],
      payment: true,
      policy: { proven: true, has: ['https://pci-connect.squareup.com'] },
    },
  },
  {
    name: 'sourcepoint in a frame',
    site: {
      '/': html(
        'News',
        `<script>window._sp_queue=[];window._sp_={config:{accountId:1,baseEndpoint:'https://cdn.privacy-mgmt.com',gdpr:{}}}</script><script async src="https://cdn.privacy-mgmt.com/unified/wrapperMessagingWithoutDetection.js"></script>`,
        '<p>News</p>',
      ),
    },
    find: {
      requests: ['https://cdn.privacy-mgmt.com/index.html'],
      outcomes: { trackers: 'good' },
      policy: { proven: true, has: ['frame-src https://cdn.privacy-mgmt.com'] },
    },
  },
  {
    name: 'klaro that rewrites',
    site: {
      '/': html(
        'Consent',
        '<script defer src="/klaro-config.js"></script><script defer src="/klaro.js"></script>',
        '<img data-name="x" data-src="https://www.facebook.com/tr/?id=1" alt=""><script type="text/plain" data-type="application/javascript" data-name="ga" data-src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>',
      ),
      '/klaro-config.js': js('window.klaroConfig={services:[{name:"ga"}]}'),
      '/klaro.js': js(
        `var c=document.cookie.indexOf('klaro=')>=0;if(!c){var d=document.createElement('div');d.id='klaro';d.innerHTML='<div class="cookie-modal"><style>.cm{position:fixed}</style><a href="#" class="cm-link">More</a><button class="cm-btn" aria-expanded="false">Accept</button></div>';document.body.append(d)}`,
      ),
    },
    find: { outcomes: { trackers: 'good' }, policy: { proven: true } },
  },
  {
    name: 'react router with deferred data',
    site: {
      '/': html(
        'Deferred',
        '<link rel="modulepreload" href="/assets/entry.client-B1aX.js"><link rel="modulepreload" href="/assets/root-C2bY.js">',
        `<div hidden id="S:0"><p>late</p></div><script>window.__reactRouterContext={"basename":"/","isSpaMode":false};window.__reactRouterContext.stream=new ReadableStream({start(c){window.__reactRouterContext.streamController=c}})</script><script type="module" async>;import * as route0 from "/assets/root-C2bY.js";window.__reactRouterRouteModules={"root":route0};import("/assets/entry.client-B1aX.js");</script><script>window.__reactRouterContext.streamController.enqueue("[{\\"_1\\":2}]\\n")</script><script>window.__reactRouterContext.streamController.close()</script>`,
      ),
      '/assets/entry.client-B1aX.js': js(`import "/assets/root-C2bY.js";fetch('/__manifest?paths=%2F')`),
      '/assets/root-C2bY.js': js('export default 1'),
      '/__manifest': { body: '{}', headers: { 'content-type': 'application/json' } },
    },
    find: { requests: ['/__manifest'], policy: { proven: true, lacks: ["'unsafe-inline'"] } },
  },
  {
    name: 'declarative components with styles of their own',
    site: {
      '/': html(
        'Lit',
        '<script type="module" src="/hydrate.js"></script>',
        [1, 2, 3]
          .map(
            (n) =>
              `<my-card><template shadowrootmode="open"><style>:host{display:block;--n:${n}}</style><slot></slot><button aria-expanded="false" onclick="this.getRootNode().host.dataset.open=1">Open</button></template>${n}</my-card>`,
          )
          .join(''),
      ),
      '/hydrate.js': js(
        `const s=new CSSStyleSheet();s.replaceSync(':host{color:green}');customElements.define('my-card',class extends HTMLElement{connectedCallback(){this.shadowRoot.adoptedStyleSheets=[s]}})`,
      ),
    },
    find: { policy: { proven: true, has: ["'unsafe-hashes'"] } },
  },
  {
    name: 'friendly captcha',
    site: {
      '/': html(
        'Contact',
        '<script async src="https://cdn.friendly-services.test/widget.min.js"></script>',
        '<form method="post" action="/contact"><textarea name="t"></textarea><div class="frc-captcha"></div></form>',
      ),
    },
    find: {
      requests: ['https://api.friendly-services.test/puzzle'],
      policy: {
        proven: true,
        has: ['blob:', "'wasm-unsafe-eval'", 'https://api.friendly-services.test'],
        lacks: ["'unsafe-eval'"],
      },
    },
  },
  {
    name: 'pixels in a sandbox',
    site: {
      '/': html(
        'Shop',
        `<script>${loader('https://pixels.shop-apps.test/pixel.modern.js')}</script>`,
        `<script>(function(){var f=document.createElement('iframe');f.sandbox='allow-scripts';f.srcdoc='<script src="https://pixels.shop-apps.test/pixel.modern.js?sandbox"><\\/script><script>fetch("https://collect.shop-apps.test/e?custom",{mode:"no-cors",method:"POST"})<\\/script>';document.body.append(f)})()</script>`,
      ),
    },
    find: {
      requests: ['https://pixels.shop-apps.test/pixel.modern.js', 'https://collect.shop-apps.test/e'],
      policy: { proven: true, has: ['https://collect.shop-apps.test'] },
    },
  },
];
