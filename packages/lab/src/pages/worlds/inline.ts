import type { RealPage } from '../real-pages.ts';
import { html } from './html.ts';

/** What makes a policy hard to write: inline code, and pages that change with each load. */
export const inlinePages: readonly RealPage[] = [
  {
    name: 'request id in a script',
    site: {
      '/': {
        body: (count) => html('Id', `<script>window.requestId='${count}-${count * 7919}'</script>`, '<h1>Id</h1>'),
      },
    },
    find: { policy: { proven: true, has: ["'nonce-"] } },
  },
  {
    name: 'many handlers',
    site: {
      '/': html(
        'Handlers',
        '<script>function go(n){window.n=n}</script>',
        Array.from({ length: 8 }, (_, n) => `<button type="button" onclick="go(${n})">${n}</button>`).join(''),
      ),
    },
    find: { policy: { proven: true, has: ["script-src-attr 'unsafe-hashes'"], blockers: false } },
  },
  {
    name: 'handlers without end',
    site: {
      '/': html(
        'Handlers',
        '<script>function go(n){window.n=n}</script>',
        Array.from({ length: 40 }, (_, n) => `<a href="#" onclick="go(${n})">${n}</a>`).join(''),
      ),
    },
    find: { policy: { proven: true, has: ["script-src-attr 'unsafe-inline'"], blockers: true } },
  },
  {
    name: 'styles without end',
    site: {
      '/': html('Styles', '', Array.from({ length: 40 }, (_, n) => `<p style="margin-top:${n}px">${n}</p>`).join('')),
    },
    find: { policy: { proven: true, has: ["'unsafe-inline'"], blockers: true } },
  },
  {
    name: 'single sign on token in storage',
    site: {
      '/': html(
        'Token',
        `<script>localStorage.setItem('id_token','eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.abcdefgh');document.cookie='session_id=8f3a9c2b7d6e5f4a1b2c3d4e'</script>`,
        '<h1>Token</h1>',
      ),
    },
    find: { outcomes: { 'exposed-tokens': 'storage', 'session-cookies': 'readable' }, policy: { proven: true } },
  },
  {
    name: 'token in an address',
    site: {
      '/': html('Token', `<script>fetch('/me?access_token=abcdef123456')</script>`, '<h1>Token</h1>'),
      '/me': '{}',
    },
    find: { outcomes: { 'exposed-tokens': 'address' }, policy: { proven: true } },
  },
  {
    name: 'picture over http',
    site: {
      '/': html('Mixed', `<script>new Image().src='http://picture-over-http.test/a.png'</script>`, '<h1>Mixed</h1>'),
      '/a.png': '',
    },
    find: { outcomes: { 'mixed-content': 'upgraded' } },
  },
  {
    name: 'script over http',
    site: {
      '/': html(
        'Mixed',
        '',
        `<h1>Mixed</h1><script>var s=document.createElement('script');s.src='http://cdn.shop.test/old.js';document.head.appendChild(s)</script>`,
      ),
    },
    find: { outcomes: { 'mixed-content': 'blocked' }, policy: { proven: true } },
  },
  {
    name: 'policy that breaks its page',
    site: {
      '/': {
        body: html('Broken', '<script src="https://cdn.shop.test/theme-4f3a9c2b7d.js"></script>', '<h1>Broken</h1>'),
        headers: { 'content-security-policy': "script-src 'self'" },
      },
    },
    // What it keeps out, a new one keeps out as well.
    find: { outcomes: { 'policy-violations': 'broken' }, policy: { proven: true, lacks: ['cdn.shop.test'] } },
  },
  {
    name: 'menu that loads',
    site: {
      '/': html(
        'Menu',
        '',
        `<nav><button type="button" aria-expanded="false" id="m">Menu</button></nav><script>document.getElementById('m').addEventListener('click',function(){fetch('/menu.json')})</script>
<button popovertarget="p">More</button><div popover id="p"><img loading="lazy" src="https://cdn.shop.test/popover.png"></div><button popovertarget="q">Even more</button><div popover id="q"></div>
<button commandfor="d" command="show-modal">Search</button><dialog id="d"><input id="in-dialog"></dialog><input id="outside">
<details name="one"><summary>One</summary><img loading="lazy" src="https://cdn.shop.test/one.png"></details><details name="one"><summary>Two</summary></details>
<a href="/hint" interestfor="h">Hint</a><div popover id="h"><img loading="lazy" src="https://cdn.shop.test/hint.png"></div>
<script>document.getElementById('h').addEventListener('interest',function(){fetch('/interest.json')});
document.getElementById('p').addEventListener('toggle',function(){fetch('/popover.json')});
document.addEventListener('focusin',function(e){fetch('/focus-'+e.target.id)})</script>`,
      ),
      '/menu.json': '{}',
      '/popover.json': '{}',
      '/interest.json': '{}',
      '/focus-in-dialog': '',
      '/focus-outside': '',
    },
    find: {
      requests: [
        '/menu.json',
        '/interest.json',
        'https://cdn.shop.test/hint.png',
        'https://cdn.shop.test/one.png',
        '/popover.json',
        'https://cdn.shop.test/popover.png',
        '/focus-in-dialog',
        '/focus-outside',
      ],
      policy: { proven: true, has: ["connect-src 'self'", 'https://cdn.shop.test'], lacks: ["'unsafe-inline'"] },
    },
  },
  {
    name: 'pictures on scroll',
    site: {
      '/': html(
        'Scroll',
        `<style>:root{scroll-behavior:smooth}.far{height:4000px}.row{display:flex;overflow-x:auto;width:600px}.row p{flex:0 0 900px}
.list{height:300px;overflow:auto}.splash{animation:fade 12s}@keyframes fade{to{opacity:0}}</style>`,
        `<p class="splash" onanimationend="fetch('/after-splash.json')"></p><div class="far"></div><p id="middle"></p><div class="far"></div>
<div class="row"><p></p><p></p><p id="aside"></p></div><div class="list"><div class="far"></div><p id="inner"></p></div><p id="end"></p>
<script>for(const name of ['middle','aside','inner','end'])new IntersectionObserver(function(e){if(e[0].isIntersecting)new Image().src='https://cdn.shop.test/'+name+'.png'}).observe(document.getElementById(name))</script>`,
      ),
      '/after-splash.json': '{}',
    },
    find: {
      requests: [
        ...['middle', 'aside', 'inner', 'end'].map((name) => `https://cdn.shop.test/${name}.png`),
        '/after-splash.json',
      ],
      policy: { proven: true, has: ['https://cdn.shop.test', "connect-src 'self'"] },
    },
  },
];
