import type { World } from '../page-world.ts';
import type { RealPage } from '../real-pages.ts';
import { html, shared } from './html.ts';

const js = (body: string) => ({ body, headers: { 'content-type': 'text/javascript' } });
/** The smallest WebAssembly module. */
const WASM = '[0,97,115,109,1,0,0,0]';

export const PLATFORM_SERVICES: World = {
  'cdn.platform.test': {
    '/lib@2.1.0/lib.js': shared('export const lib=1'),
    '/moved.js': { status: 302, headers: { location: 'https://far.platform.test/arrived.js' }, body: '' },
    '/plain.js': { body: 'window.plain=1', headers: { 'content-type': 'text/plain' } },
    '/strict.js': {
      body: 'window.strict=1',
      headers: { 'content-type': 'text/plain', 'x-content-type-options': 'nosniff' },
    },
    '/stable-1.2.3.js': shared('window.stable=1'),
    '/picture.png': { body: '', headers: { 'content-type': 'image/png' } },
  },
  'far.platform.test': { '/arrived.js': js(`fetch('https://cdn.platform.test/lib@2.1.0/lib.js')`) },
};

/** Pages that use what browsers offer today, and pages with scripts that do not arrive as they should. */
export const platformPages: readonly RealPage[] = [
  {
    name: 'import map and module preload',
    site: {
      '/': html(
        'Modules',
        '<script type="importmap">{"imports":{"lib":"https://cdn.platform.test/lib@2.1.0/lib.js","app":"/app.js"}}</script><link rel="modulepreload" href="/app.js"><link rel="modulepreload" href="https://cdn.platform.test/lib@2.1.0/lib.js">',
        '<script type="module">import "app"</script>',
      ),
      '/app.js': js('import {lib} from "lib";document.title=lib'),
    },
    find: { policy: { proven: true, has: ['https://cdn.platform.test'], blockers: false } },
  },
  {
    name: 'form in a shadow tree',
    site: {
      '/': html('Login', '<script type="module" src="/login.js"></script>', '<x-login></x-login>'),
      '/login.js': js(
        `customElements.define('x-login',class extends HTMLElement{constructor(){super();this.attachShadow({mode:'open'}).innerHTML='<style>input{color:red}</style><form method="post" action="https://idp.test/in"><input type="password" name="p"></form>'}})`,
      ),
    },
    find: {
      outcomes: { 'forms-elsewhere': 'secret' },
      policy: { proven: true, has: ['form-action https://idp.test'] },
    },
  },
  {
    name: 'frame of markup',
    site: {
      '/': html(
        'Frame',
        '',
        `<iframe srcdoc="<style>p{color:red}</style><script>parent.inner=1</script><p onclick='1'>x</p><img src='/in.png'><img src='https://one.old-ways.test/i.png'>"></iframe>`,
      ),
      '/in.png': { body: '', headers: { 'content-type': 'image/png' } },
    },
    find: {
      requests: ['/in.png'],
      policy: {
        proven: true,
        has: ["img-src 'self' https://one.old-ways.test"],
        lacks: ["'unsafe-inline'"],
        blockers: false,
      },
      embedding: { proven: true, value: 'credentialless', blockers: 'image https://one.old-ways.test/i.png' },
    },
  },
  {
    name: 'web assembly',
    site: {
      '/': html('Wasm', '', '<script src="/app.js"></script>'),
      '/app.js': js(
        `WebAssembly.instantiateStreaming(fetch('/m.wasm')).catch(()=>WebAssembly.instantiate(new Uint8Array(${WASM}))).then(()=>fetch('/ready.json'))`,
      ),
      '/m.wasm': { body: '\0asm\x01\0\0\0', headers: { 'content-type': 'application/wasm' } },
      '/ready.json': '{}',
    },
    find: {
      requests: ['/ready.json'],
      policy: { proven: true, has: ["'wasm-unsafe-eval'"], lacks: ["'unsafe-eval'"], blockers: false },
    },
  },
  {
    name: 'picture with a script',
    site: {
      '/': html(
        'Svg',
        '',
        '<svg width="9" height="9"><script>window.fromSvg=1</script><a href="javascript:window.x=1"><text>x</text></a><rect onload="window.y=1"/></svg><object data="/a.svg"></object><img src="/a.svg" alt="">',
      ),
      '/a.svg': {
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>window.own=1</script></svg>',
        headers: { 'content-type': 'image/svg+xml' },
      },
    },
    find: {
      // The framed picture is a document, which would have to send the policy, too.
      embedding: { proven: false, blockers: 'document https://picture-with-a-script.test/a.svg' },
      policy: { proven: true, has: ["object-src 'self'"], lacks: ["'unsafe-inline'"], blockers: false },
    },
  },
  {
    name: 'styles by rules',
    site: {
      '/': html('Emotion', '', '<div id="root"></div><script src="/app.js"></script>'),
      '/app.js': js(
        `const s=document.createElement('style');s.setAttribute('data-emotion','css');document.head.append(s);for(let n=0;n<50;n++)s.sheet.insertRule('.c'+n+'{color:red}',0);const c=new CSSStyleSheet();c.replaceSync('p{color:blue}');document.adoptedStyleSheets=[c];document.getElementById('root').style.color='red'`,
      ),
    },
    find: { policy: { proven: true, blockers: false } },
  },
  {
    name: 'font in a data address',
    site: {
      '/': html(
        'Font',
        '<style>@font-face{font-family:F;src:url(data:font/woff2;base64,d09GMgABAAAAAA==)}body{font-family:F;background:url(data:image/gif;base64,R0lGODlhAQABAAAAACw=)}</style>',
        '<p>text',
      ),
    },
    find: { policy: { proven: true, has: ['font-src data:', 'img-src'], blockers: false } },
  },
  {
    name: 'video from a media source',
    site: {
      '/': html('Video', '', '<video id="v"></video><script src="/player.js"></script>'),
      '/player.js': js(
        `const m=new MediaSource();document.getElementById('v').src=URL.createObjectURL(m);m.addEventListener('sourceopen',()=>fetch('/seg1.m4s').then((r)=>r.arrayBuffer()))`,
      ),
      '/seg1.m4s': { body: 'x', headers: { 'content-type': 'video/mp4' } },
    },
    find: {
      requests: ['/seg1.m4s'],
      policy: { proven: true, has: ['media-src', 'blob:'], blockers: false },
    },
  },
  {
    name: 'worklets and shared workers',
    site: {
      '/': html('Worklets', '', '<script src="/app.js"></script>'),
      '/app.js': js(
        `CSS.paintWorklet&&CSS.paintWorklet.addModule('/paint.js');new OfflineAudioContext(1,1,44100).audioWorklet.addModule('/audio.js');const w=new SharedWorker('/shared.js');w.port.start();const b=new BroadcastChannel('x');b.postMessage(1);new Worker(URL.createObjectURL(new Blob(["fetch('https://api.platform.test/w').catch(()=>0)"])))`,
      ),
      '/paint.js': js('self.paint=1'),
      '/audio.js': js('self.audio=1'),
      '/shared.js': js(`onconnect=(e)=>e.ports[0].postMessage(1);fetch('/from-shared.json')`),
      '/from-shared.json': '{}',
    },
    find: {
      requests: ['/paint.js', '/audio.js', '/shared.js', '/from-shared.json', 'https://api.platform.test/w'],
      policy: {
        proven: true,
        has: ['worker-src', 'blob:', 'connect-src https://api.platform.test'],
        blockers: false,
      },
    },
  },
  {
    name: 'base element',
    site: {
      '/': html('Base', '<base href="/app/">', '<script src="main.js"></script><img src="a.png" alt="">'),
      '/app/main.js': js('window.main=1'),
      '/app/a.png': { body: '', headers: { 'content-type': 'image/png' } },
    },
    find: {
      requests: ['/app/main.js'],
      policy: { proven: true, has: ["base-uri 'self'"], blockers: false },
    },
  },
  {
    name: 'policy in a meta element',
    site: {
      '/': html(
        'Meta',
        `<meta http-equiv="Content-Security-Policy" content="default-src 'self'; style-src 'self' 'unsafe-inline'">`,
        '<style>p{color:red}</style><script src="/a.js"></script><img src="https://cdn.platform.test/picture.png" alt="">',
      ),
      '/a.js': js('window.a=1'),
    },
    find: {
      outcomes: { 'policy-violations': 'broken' },
      policy: { proven: true, lacks: ['cdn.platform.test'], blockers: false },
    },
  },
  {
    name: 'isolated page with foreign pictures',
    site: {
      '/': {
        body: html(
          'Isolated',
          '',
          '<img src="https://cdn.platform.test/picture.png" alt=""><script src="/a.js"></script>',
        ),
        headers: { 'cross-origin-embedder-policy': 'require-corp', 'cross-origin-opener-policy': 'same-origin' },
      },
      '/a.js': js('window.a=1'),
    },
    find: {
      outcomes: { 'policy-violations': 'broken' },
      policy: { proven: true, blockers: false },
    },
  },
  {
    name: 'script that is redirected',
    site: { '/': html('Moved', '<script src="https://cdn.platform.test/moved.js"></script>', '<p>x') },
    find: {
      requests: ['https://far.platform.test/arrived.js', 'https://cdn.platform.test/lib@2.1.0/lib.js'],
      policy: {
        proven: true,
        has: ['https://cdn.platform.test', 'https://far.platform.test', 'connect-src https://cdn.platform.test'],
        blockers: false,
      },
    },
  },
  {
    name: 'scripts that do not arrive',
    site: {
      '/': html(
        'Broken',
        '<script src="/gone.js"></script><script src="/typed.js"></script><script src="https://nowhere.platform.test/x.js"></script><script src="https://cdn.platform.test/plain.js"></script><script src="https://cdn.platform.test/strict.js"></script>',
        `<script src="https://cdn.platform.test/stable-1.2.3.js" integrity="sha384-${'A'.repeat(64)}" crossorigin="anonymous"></script><script type="text/template"><p onclick="x()"><%= name %></p></script><script type="text/x-handlebars">{{x}}</script><script type="application/ld+json">{"@type":"Thing"}</script>`,
      ),
      '/typed.js': {
        body: 'window.typed=1',
        headers: { 'content-type': 'text/plain', 'x-content-type-options': 'nosniff' },
      },
      '/gone.js': { status: 404, body: '<p>gone', headers: { 'content-type': 'text/html' } },
    },
    find: {
      outcomes: { 'policy-violations': 'broken' },
      violations: ['nosniff /typed.js', 'integrity /stable-1.2.3.js'],
      policy: { proven: true, blockers: false },
    },
  },
  {
    name: 'literals that are never asked for',
    site: {
      '/': html(
        'Literals',
        `<script>var API='https://never.platform.test';if(location.hash==='#dev'){fetch('https://dev.platform.test/x');new WebSocket('wss://socket.platform.test/')}fetch('/real.json')</script>`,
        '<p>x',
      ),
      '/real.json': '{}',
    },
    find: {
      requests: ['/real.json'],
      policy: {
        proven: true,
        has: ["connect-src 'self'"],
        lacks: ['never.platform.test', 'dev.platform.test', 'socket.platform.test'],
        blockers: false,
      },
    },
  },
  {
    name: 'the same nonce forever',
    site: {
      '/': {
        body: html(
          'Nonce',
          '<script nonce="c3RhdGljLW5vbmNl">window.a=1</script>',
          '<script nonce="c3RhdGljLW5vbmNl" src="/b.js"></script>',
        ),
        headers: {
          'content-security-policy': "script-src 'nonce-c3RhdGljLW5vbmNl'; object-src 'none'; base-uri 'none'",
        },
      },
      '/b.js': js('window.b=1'),
    },
    find: {
      says: 'had the same nonce in each response',
      policy: { proven: true, lacks: ['c3RhdGljLW5vbmNl'], blockers: false },
    },
  },
  {
    name: 'scroll without end',
    site: {
      '/': html(
        'Feed',
        '',
        '<div id="list"></div><div id="end" style="height:1px"></div><script src="/feed.js"></script>',
      ),
      '/feed.js': js(
        `let n=0;const list=document.getElementById('list');new IntersectionObserver(async([e])=>{if(!e.isIntersecting)return;const r=await fetch('/page.json?n='+(n+=1));const d=document.createElement('div');d.style.height='900px';d.innerHTML='<img alt="" src="https://cdn.platform.test/picture.png?'+n+'">';list.append(d)}).observe(document.getElementById('end'))`,
      ),
      '/page.json': '{}',
    },
    find: {
      requests: ['/page.json'],
      policy: { proven: true, has: ['img-src https://cdn.platform.test'], blockers: false },
    },
  },
];
