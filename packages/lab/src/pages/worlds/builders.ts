import type { RealPage } from '../real-pages.ts';
import { html, loader, shared } from './html.ts';

const js = (body: string) => ({ body, headers: { 'content-type': 'text/javascript' } });
const HELD = { proven: true };

/** Pages as site builders, shop systems and small frameworks write them, and services that change how scripts load. */
export const builderPages: readonly RealPage[] = [
  {
    name: 'astro islands',
    site: {
      '/': html(
        'Astro',
        `<style>astro-island,astro-slot{display:contents}</style><script>(()=>{var e=async t=>{await(await t())()};(self.Astro||(self.Astro={})).load=e;window.dispatchEvent(new Event("astro:load"))})();</script><script>customElements.define("astro-island",class extends HTMLElement{connectedCallback(){import(this.getAttribute("component-url")).then(m=>m.default(this))}});</script>`,
        `<astro-island component-url="/_astro/Counter.4f3a9c2b.js" client="load" props="{}"><button>0</button></astro-island>`,
      ),
      '/_astro/Counter.4f3a9c2b.js': js(`export default (root)=>{root.dataset.ready='1';fetch('/api/count.json')}`),
      '/api/count.json': '{}',
    },
    find: { requests: ['/_astro/Counter.4f3a9c2b.js', '/api/count.json'], policy: HELD },
  },
  {
    name: 'qwik',
    site: {
      '/': html(
        'Qwik',
        '',
        `<div q:container="paused" q:base="/build/"><button on:click="q-1a2b3c4d.js#s_click" aria-expanded="false">Menu</button></div><script id="qwikloader">document.addEventListener('click',(e)=>{const q=e.target.getAttribute('on:click');if(q)import('/build/'+q.split('#')[0]).then(m=>m.s_click())})</script><script type="qwik/json">{"refs":{}}</script>`,
      ),
      '/build/q-1a2b3c4d.js': js(`export const s_click=()=>fetch('/menu.json')`),
      '/menu.json': '{}',
    },
    find: { requests: ['/build/q-1a2b3c4d.js', '/menu.json'], policy: HELD },
  },
  {
    name: 'htmx with its own style',
    site: {
      '/': html(
        'htmx',
        '<script src="/js/htmx-2.0.4.min.js"></script>',
        '<div hx-get="/part.html" hx-trigger="load"></div>',
      ),
      // The library inserts its own style element into the page, and evaluates `hx-on` with Function.
      '/js/htmx-2.0.4.min.js': js(
        `document.head.insertAdjacentHTML('beforeend','<style>.htmx-indicator{opacity:0}</style>');addEventListener('load',()=>document.querySelectorAll('[hx-get]').forEach(async(e)=>{e.innerHTML=await(await fetch(e.getAttribute('hx-get'))).text()}))`,
      ),
      '/part.html': '<p>part</p>',
    },
    find: { requests: ['/part.html'], policy: HELD },
  },
  {
    name: 'livewire',
    site: {
      '/': html(
        'Livewire',
        '<style >[wire\\:loading]{display:none}</style>',
        `<div wire:snapshot="{}" wire:id="a"><input wire:model="q"></div><script src="/livewire/livewire-38dc8241.js" data-csrf="t" data-update-uri="/livewire/update" data-navigate-once="true"></script>`,
      ),
      // It includes Alpine, which evaluates expressions.
      '/livewire/livewire-38dc8241.js': js(`new Function('return 1')();fetch('/livewire/config.json')`),
      '/livewire/config.json': '{}',
    },
    find: { requests: ['/livewire/config.json'], policy: { proven: true, has: ["'unsafe-eval'"] } },
  },
  {
    name: 'shopify theme',
    site: {
      '/': html(
        'Shop',
        `<script>window.Shopify=window.Shopify||{};Shopify.shop="x.myshopify.com";Shopify.theme={"id":1}</script><script id="shopify-features" type="application/json">{"betas":[]}</script><script src="https://cdn.shopify.com/s/files/1/theme-4f3a9c2b7d.js" defer></script><link rel="stylesheet" href="https://cdn.shopify.com/s/files/1/base.css">`,
        `<style>:root{--x:1}</style><img src="https://cdn.shopify.com/s/files/1/p.png" alt="" style="object-fit:cover"><form method="post" action="/cart/add"><button>Add</button></form>`,
      ),
    },
    find: { requests: ['https://cdn.shopify.com/s/files/1/theme-4f3a9c2b7d.js'], policy: HELD },
  },
  {
    name: 'wordpress blocks',
    site: {
      '/': html(
        'WordPress',
        `<style id="wp-block-library-inline-css">.wp-block{margin:0}</style><style id="global-styles-inline-css">body{--wp--preset--color--black:#000}</style><script>window._wpemojiSettings={"source":{"concatemoji":"/wp-includes/js/wp-emoji-release.min.js"}};const s=document.createElement('script');s.src=_wpemojiSettings.source.concatemoji;document.head.append(s);new Worker(URL.createObjectURL(new Blob(['postMessage(1)'],{type:'text/javascript'})),{name:'wpTestEmojiSupports'})</script>`,
        `<div class="wp-block-group" style="padding:1em">text</div><script id="wp-block-template-skip-link-js-after">document.body.dataset.skip='1'</script><script type="importmap">{"imports":{"@wordpress/interactivity":"/wp-includes/interactivity.js"}}</script><script type="module">import '@wordpress/interactivity'</script>`,
      ),
      '/wp-includes/js/wp-emoji-release.min.js': 'window.twemoji=1',
      '/wp-includes/interactivity.js': js('export const store=1'),
    },
    find: {
      requests: ['/wp-includes/js/wp-emoji-release.min.js', '/wp-includes/interactivity.js'],
      policy: { proven: true, has: ['worker-src'] },
    },
  },
  {
    name: 'consent mode v2',
    site: {
      '/': html(
        'Consent mode',
        `<script>window.dataLayer=[];function gtag(){dataLayer.push(arguments)}gtag('consent','default',{ad_storage:'denied',ad_user_data:'denied',ad_personalization:'denied',analytics_storage:'denied',wait_for_update:500})</script><script>${loader('https://www.googletagmanager.com/gtm.js?id=GTM-1')}</script>`,
        '<noscript><iframe src="https://www.googletagmanager.com/ns.html"></iframe></noscript>',
      ),
    },
    // Cookieless pings are sent in this mode too.
    find: {
      requests: ['https://region1.google-analytics.com/g/collect'],
      outcomes: { trackers: 'tracked' },
      policy: { proven: true, has: ["'strict-dynamic'"] },
    },
  },
  {
    name: 'turnstile and rocket loader',
    site: {
      '/': html(
        'Rocket',
        '',
        `<script type="1a2b3c-text/javascript">document.body.dataset.late='1'</script><script src="/cdn-cgi/scripts/7d0fa10a/cloudflare-static/rocket-loader.min.js" data-cf-settings="1a2b3c-|49" defer></script><div class="cf-turnstile" data-sitekey="x"></div><script src="https://challenges.cloudflare.com/turnstile/v0/api.js" async defer></script>`,
      ),
      '/cdn-cgi/scripts/7d0fa10a/cloudflare-static/rocket-loader.min.js': `document.querySelectorAll('script[type$="-text/javascript"]').forEach((old)=>{const s=document.createElement('script');s.textContent=old.textContent;old.replaceWith(s)})`,
    },
    find: { requests: ['https://challenges.cloudflare.com/cdn-cgi/challenge-platform/turnstile.html'], policy: HELD },
  },
  {
    name: 'hotjar with intercom',
    site: {
      '/': html(
        'Support',
        `<script>(function(h){h.hj=h.hj||function(){};h._hjSettings={hjid:1,hjsv:6}})(window);${loader('https://static.hotjar.com/c/hotjar-1.js')}</script>`,
        `<script>window.intercomSettings={app_id:'abc'};${loader('https://widget.intercom.io/widget/abc')}</script>`,
      ),
    },
    find: {
      requests: ['wss://ws.hotjar.com/api', 'https://api-iam.intercom.io/messenger/web/ping'],
      outcomes: { trackers: 'tracked' },
    },
  },
  {
    name: 'web components with a worker',
    site: {
      '/': html('Lit', '<script type="module" src="/lit.js"></script>', '<my-app></my-app>'),
      '/lit.js': js(
        `customElements.define('my-app',class extends HTMLElement{constructor(){super();const s=this.attachShadow({mode:'open'});const c=new CSSStyleSheet();c.replaceSync('p{color:#111}');s.adoptedStyleSheets=[c];s.innerHTML='<p>text</p>'}});new Worker('/sum.js',{type:'module'})`,
      ),
      '/sum.js': js(`fetch('/sum.json')`),
      '/sum.json': '{}',
    },
    find: {
      requests: ['/sum.js', '/sum.json'],
      policy: { proven: true, has: ["worker-src 'self'"] },
      embedding: { proven: false, blockers: 'worker https://web-components-with-a-worker.test/sum.js' },
    },
  },
  {
    name: 'isolated with a worker',
    site: {
      '/': html('Isolated', '<script src="/start.js"></script>', '<p>x'),
      '/start.js': js(`new Worker('/count.js')`),
      '/count.js': {
        body: `fetch('/count.json')`,
        headers: { 'content-type': 'text/javascript', 'cross-origin-embedder-policy': 'require-corp' },
      },
      '/count.json': '{}',
    },
    find: { requests: ['/count.js', '/count.json'], policy: HELD, embedding: { proven: true, value: 'require-corp' } },
  },
];

/** Third-party files that they load. */
export const BUILDER_SERVICES = {
  'cdn.shopify.com': {
    '/s/files/1/theme-4f3a9c2b7d.js': shared(`document.body.dataset.theme='1'`),
    '/s/files/1/base.css': 'p{}',
    '/s/files/1/p.png': '',
  },
  'challenges.cloudflare.com': {
    '/turnstile/v0/api.js': `var f=document.createElement('iframe');f.src='https://challenges.cloudflare.com/cdn-cgi/challenge-platform/turnstile.html';document.querySelector('.cf-turnstile').appendChild(f);`,
    '/cdn-cgi/challenge-platform/turnstile.html': '<p>',
  },
};
