import type { RealPage } from '../real-pages.ts';
import { html, shared } from './html.ts';

const PROVEN = { proven: true };
const BOOTSTRAP = 'https://cdn.jsdelivr.net/npm/bootstrap@5.3.3/dist';

/** Pages as framework build tools and servers write them. */
export const frameworkPages: readonly RealPage[] = [
  {
    name: 'next pages',
    site: {
      '/': html(
        'Next',
        '<link rel="preload" href="/_next/static/css/a1b2c3d4e5f60718.css" as="style"><link rel="stylesheet" href="/_next/static/css/a1b2c3d4e5f60718.css"><script defer src="/_next/static/chunks/main-1f2e3d4c5b6a7988.js"></script>',
        '<div id="__next"><h1>Hi</h1></div><script id="__NEXT_DATA__" type="application/json">{"props":{}}</script>',
      ),
      '/_next/static/css/a1b2c3d4e5f60718.css': 'h1{color:#111}',
      '/_next/static/chunks/main-1f2e3d4c5b6a7988.js': `fetch('/_next/data/x/index.json');var s=document.createElement('script');s.src='/_next/static/chunks/pages-2.js';document.head.appendChild(s)`,
      '/_next/static/chunks/pages-2.js': 'window.page=1',
      '/_next/data/x/index.json': '{}',
    },
    find: { requests: ['/_next/static/chunks/pages-2.js', '/_next/data/x/index.json'], policy: PROVEN },
  },
  {
    name: 'next app router',
    site: {
      '/': html(
        'App router',
        '<script src="/_next/static/chunks/webpack-1.js" async></script>',
        '<main>Hi</main><script>(self.__next_f=self.__next_f||[]).push([0])</script><script>self.__next_f.push([1,"a:1"])</script>',
      ),
      '/_next/static/chunks/webpack-1.js': 'self.__next_f=self.__next_f||[]',
    },
    find: { policy: { proven: true, has: ["'sha256-"] } },
  },
  {
    name: 'nuxt',
    site: {
      '/': html(
        'Nuxt',
        '<style>#n{color:red}</style><script type="module" src="/_nuxt/entry.js" crossorigin></script>',
        '<div id="n">Hi</div><script>window.__NUXT__={};window.__NUXT__.config={}</script>',
      ),
      '/_nuxt/entry.js': `import('/_nuxt/index.js')`,
      '/_nuxt/index.js': 'export default 1',
    },
    find: { requests: ['/_nuxt/index.js'], policy: PROVEN },
  },
  {
    name: 'vite react',
    site: {
      '/': html(
        'Vite',
        '<script type="module" crossorigin src="/assets/index-BXk3.js"></script><link rel="stylesheet" crossorigin href="/assets/index-C1.css">',
        '<div id="root"></div>',
      ),
      '/assets/index-BXk3.js': shared(
        `const r=document.getElementById('root');r.innerHTML='<form action="/search"><input name=q></form>';r.firstChild.style.color='red';`,
      ),
      '/assets/index-C1.css': shared('body{margin:0}'),
    },
    find: { policy: PROVEN, outcomes: { 'forms-elsewhere': 'good' } },
  },
  {
    name: 'angular',
    site: {
      '/': html(
        'Angular',
        '<base href="/"><style>body{margin:0}</style><link rel="stylesheet" href="styles.css" media="print" onload="this.media=\'all\'">',
        '<app-root></app-root><script src="main.js" type="module"></script>',
      ),
      '/styles.css': 'p{}',
      '/main.js': `const s=document.createElement('style');s.textContent='[_ngcontent-a]{color:red}';document.head.appendChild(s)`,
    },
    find: { policy: { proven: true, has: ["'unsafe-hashes'", "base-uri 'self'"] } },
  },
  {
    name: 'vue from a cdn',
    site: {
      '/': html(
        'Vue',
        '<script src="https://cdn.jsdelivr.net/npm/vue@3.4.21/dist/vue.global.prod.js"></script>',
        `<div id="app"></div><script>Vue.createApp({text:'hi'}).mount('#app')</script>`,
      ),
    },
    find: { policy: { proven: true, has: ["'unsafe-eval'"] }, outcomes: { 'script-integrity': 'missing' } },
  },
  {
    name: 'svelte kit',
    site: {
      '/': html(
        'Svelte',
        '<link rel="modulepreload" href="/_app/start.js">',
        `<div style="display: contents"><script>{Promise.all([import("/_app/start.js")]).then(()=>{})}</script></div>`,
      ),
      '/_app/start.js': 'export const a=1',
    },
    find: { policy: PROVEN },
  },
  {
    name: 'rails hotwire',
    site: {
      '/': html(
        'Rails',
        '<script type="importmap">{"imports":{"application":"/assets/application-1.js"}}</script><script type="module">import "application"</script>',
        '<a href="/x">x</a>',
      ),
      '/assets/application-1.js': 'window.app=1',
    },
    find: { policy: PROVEN },
  },
  {
    name: 'django admin sign in',
    site: {
      '/': {
        body: html(
          'Log in',
          '<link rel="stylesheet" href="/static/admin/css/login.css">',
          '<form method="post" action="/admin/login/"><input name="username"><input type="password" name="password"><input type="submit"></form>',
        ),
        headers: { 'set-cookie': 'csrftoken=abcdefghij; Path=/; SameSite=Lax' },
      },
      '/static/admin/css/login.css': 'form{}',
    },
    find: { outcomes: { 'forms-elsewhere': 'good', 'session-cookies': 'none' }, policy: PROVEN },
  },
  {
    name: 'bootstrap menu',
    site: {
      '/': html(
        'Bootstrap',
        `<link rel="stylesheet" href="${BOOTSTRAP}/css/bootstrap.min.css">`,
        `<nav><button type="button" data-bs-toggle="collapse" data-bs-target="#m" aria-expanded="false">Menu</button><div id="m" class="collapse">x</div></nav><script src="${BOOTSTRAP}/js/bootstrap.bundle.min.js"></script>`,
      ),
    },
    find: {
      policy: { proven: true, has: ['https://cdn.jsdelivr.net/npm/bootstrap@5.3.3'] },
      outcomes: { 'script-integrity': 'missing' },
    },
  },
  {
    name: 'wordpress',
    site: {
      '/': html(
        'WP',
        `<style id="wp-block-library-inline-css">p{margin:0}</style><script>window._wpemojiSettings={"source":{}}</script><script src="/wp-includes/js/jquery/jquery.min.js?ver=3.7.1"></script>`,
        '<p style="color:#333">Hi</p><img src="/wp-content/a.png" loading="lazy"><script>jQuery(function(){})</script>',
      ),
      '/wp-includes/js/jquery/jquery.min.js': 'window.jQuery=function(f){f()}',
      '/wp-content/a.png': '',
    },
    find: { policy: PROVEN },
  },
];
