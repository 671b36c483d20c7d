import type { World } from '../page-world.ts';
import type { RealPage } from '../real-pages.ts';
import { html, shared } from './html.ts';

const js = (body: string) => ({ body, headers: { 'content-type': 'text/javascript' } });
const picture = { body: '', headers: { 'content-type': 'image/png' } };
const OPEN = ["'unsafe-inline'"];

/** Scripts that write into the page instead of appending to it. */
export const OLD_SERVICES: World = {
  'ads.old-ways.test': {
    '/show.js': js(
      `document.write('<script>window.fromAds=1<\\/script><script src="https://ads.old-ways.test/two.js"><\\/script><style>.ad{color:red}</style>');var s=document.createElement('script');s.src='https://px.old-ways.test/frame.js';document.head.append(s)`,
    ),
    '/two.js': js(
      `var s=document.createElement('script');s.src='https://px.old-ways.test/pixel.js';document.head.append(s)`,
    ),
  },
  'tags.old-ways.test': {
    '/gtm.js': js(
      `var a=document.createElement('script');a.text='window.customHtml=1;var z=document.createElement("script");z.src="https://px.old-ways.test/pixel.js";document.head.append(z)';document.head.append(a);var b=document.createElement('script');b.src='https://px.old-ways.test/frame.js';document.head.append(b)`,
    ),
  },
  'px.old-ways.test': {
    '/pixel.js': js(`new Image().src='https://px.old-ways.test/i.png'`),
    // Never closed, as such scripts do: the page's load event never fires.
    '/frame.js': js(
      `var i=document.createElement('iframe');i.style.display='none';document.body.append(i);i.contentWindow.document.write('<script>parent.q=1<\\/script>')`,
    ),
    '/i.png': picture,
  },
  ...Object.fromEntries(
    ['one', 'two', 'small'].map((host) => [`${host}.old-ways.test`, { '/u.js': shared('window.u=1'), '*': picture }]),
  ),
};

/** Pages that write themselves, and pages that reference resources this visit does not need. */
export const oldWayPages: readonly RealPage[] = [
  {
    name: 'advertisements that are written',
    site: {
      '/': html(
        'Ads',
        '',
        `<h1>Ads</h1><script>document.write('<script src="https://ads.old-ways.test/show.js"><\\/script>')</script><p>after</p>`,
      ),
    },
    find: {
      requests: ['https://px.old-ways.test/pixel.js'],
      policy: { proven: true, has: ["'nonce-"], lacks: OPEN, blockers: false },
    },
  },
  {
    name: 'tags with code of their own',
    site: {
      '/': html(
        'Tags',
        `<script>(function(d,s){var f=d.getElementsByTagName(s)[0],j=d.createElement(s);j.async=true;j.src='https://tags.old-ways.test/gtm.js?id=GTM-X';f.parentNode.insertBefore(j,f)})(document,'script')</script>`,
        '<h1>Tags</h1>',
      ),
    },
    find: { policy: { proven: true, has: ["'strict-dynamic'"], lacks: OPEN, blockers: false } },
  },
  {
    name: 'a nonce that scripts hand on',
    site: {
      '/': {
        body: (count) => {
          const nonce = `bm9uY2Ut${count}`;
          return html(
            'App',
            `<meta property="csp-nonce" nonce="${nonce}"><script nonce="${nonce}" type="module" src="/app.js"></script>`,
            `<div id="app"></div><script nonce="${nonce}">window.load=${count}</script>`,
          );
        },
      },
      '/app.js': js(
        `const nonce=document.querySelector('meta[property=csp-nonce]').nonce;for(const [tag,text] of [['style','p{color:red}'],['script','window.at='+Math.random()]])document.head.append(Object.assign(document.createElement(tag),{nonce,textContent:text}))`,
      ),
    },
    find: {
      policy: { proven: true, has: ["script-src 'nonce-"], lacks: [...OPEN, 'sha256-'], blockers: false },
    },
  },
  {
    name: 'more inline scripts than hashes',
    site: {
      '/': html(
        'Stream',
        '',
        Array.from({ length: 30 }, (_, n) => `<script>(self.__next_f=self.__next_f||[]).push([1,${n}])</script>`).join(
          '',
        ),
      ),
    },
    find: { policy: { proven: true, has: ["'nonce-"], lacks: OPEN, blockers: false } },
  },
  {
    name: 'scripts made of text',
    site: {
      '/': html('Made', '', '<script src="/app.js"></script>'),
      '/app.js': js(
        `for(const src of [URL.createObjectURL(new Blob(['window.a=1'])),'data:text/javascript,window.b=1'])document.head.append(Object.assign(document.createElement('script'),{src}))`,
      ),
    },
    find: { policy: { proven: true, has: ["'strict-dynamic'"], lacks: ['data:', 'blob:'], blockers: false } },
  },
  {
    name: 'a script in a data address',
    site: { '/': html('Data', '', '<script src="data:text/javascript,window.b=1"></script>') },
    find: { policy: { proven: true, has: ["'strict-dynamic'"], lacks: ['data:'], blockers: false } },
  },
  {
    name: 'handlers in shadow trees',
    site: {
      '/': html(
        'Shadow',
        '<script type="module" src="/card.js"></script>',
        '<x-menu><template shadowrootmode="open"><style>b{color:red}</style><button onclick="window.declared=1">x</button></template></x-menu><x-card></x-card>',
      ),
      '/card.js': js(
        `customElements.define('x-card',class extends HTMLElement{constructor(){super();const r=this.attachShadow({mode:'open'});r.innerHTML='<button aria-expanded="false" onclick="window.opened=1">Open</button>';r.querySelector('button').addEventListener('click',()=>fetch('/opened.json'))}})`,
      ),
      '/opened.json': '{}',
    },
    find: { requests: ['/opened.json'], policy: { proven: true, lacks: OPEN, blockers: false } },
  },
  {
    name: 'links that are scripts',
    site: {
      '/': html(
        'Links',
        '',
        `<a href="#" class="dropdown-toggle" data-toggle="dropdown" aria-expanded="false">Menu</a><a href="javascript:void(0)">Nothing</a><a href="javascript:go('ü')">Go</a><form action="javascript:go(2)"><input type="password"></form><iframe src="javascript:'<p>x'"></iframe><script>function go(n){window.n=n}document.querySelector('.dropdown-toggle').addEventListener('click',function(){fetch('/menu.json')})</script>`,
      ),
      '/menu.json': '{}',
    },
    find: {
      requests: ['/menu.json'],
      outcomes: { 'forms-elsewhere': 'good' },
      policy: { proven: true, has: ["'unsafe-hashes'", 'form-action javascript:'], lacks: OPEN, blockers: false },
    },
  },
  {
    name: 'pictures for other screens',
    site: {
      '/': html(
        'Screens',
        '<link rel="icon" href="https://one.old-ways.test/icon.png"><link rel="manifest" href="/app.webmanifest">',
        '<img src="/a.png" srcset="/a.png 1x, https://two.old-ways.test/a,w_2.png 2x" alt=""><picture><source media="(max-width: 600px)" srcset="https://small.old-ways.test/a.png"><img src="/b.png" alt=""></picture><video preload="none" hidden><source src="https://film.old-ways.test/a.mp4"></video>',
      ),
    },
    find: {
      policy: {
        proven: true,
        has: [
          'https://one.old-ways.test',
          'https://two.old-ways.test',
          'https://small.old-ways.test',
          'media-src https://film.old-ways.test',
          "manifest-src 'self'",
        ],
        lacks: OPEN,
        blockers: false,
      },
    },
  },
  {
    name: 'banner by chance',
    site: {
      '/': { body: (count) => html('Banner', '', `<script src="/show.js?${count % 2}"></script>`) },
      '/show.js': js(`new Image().src='/banner-'+document.currentScript.src.slice(-1)+'.png'`),
    },
    find: { policy: { proven: true, lacks: OPEN, blockers: false } },
  },
  {
    name: 'a picture that is shown once',
    site: {
      '/': {
        body: (count) =>
          html('Beacons', '', `<script src="/more.js"></script>${count === 1 ? '<img src="/first.png" alt="">' : ''}`),
      },
      '/more.js': js('window.a=1'),
    },
    find: { policy: { proven: true, lacks: OPEN, blockers: false } },
  },
  {
    name: 'reports of its own policy',
    site: {
      '/': {
        body: html(
          'Reports',
          '',
          '<script src="/a.js"></script><script src="http://one.old-ways.test/u.js"></script><img src="https://one.old-ways.test/i.png" alt="">',
        ),
        headers: {
          'content-security-policy':
            "default-src 'self'; report-uri /csp; frame-ancestors https://partner.test; upgrade-insecure-requests; img-src https: ; script-src 'self' http://one.old-ways.test",
        },
      },
      '/a.js': js('window.a=1'),
    },
    find: {
      policy: {
        proven: true,
        has: ['report-uri /csp', 'frame-ancestors https://partner.test', 'upgrade-insecure-requests'],
        lacks: OPEN,
        blockers: false,
      },
      embedding: { proven: true, value: 'credentialless', blockers: 'image https://one.old-ways.test/i.png' },
    },
  },
  {
    name: 'a policy in its markup that blocks',
    site: {
      '/': html(
        'Meta',
        `<meta http-equiv="Content-Security-Policy" content="script-src 'self'">`,
        '<script>window.no=1</script><script src="/a.js"></script>',
      ),
      '/a.js': js('window.a=1'),
    },
    find: { policy: { proven: true, lacks: OPEN, blockers: false } },
  },
  {
    name: 'another address by script',
    site: {
      '/': html('App', '', `<script src="/app.js"></script>`),
      '/app.js': js(`history.replaceState({},'','/home');fetch('/api.json')`),
      '/api.json': '{}',
    },
    find: { policy: { proven: true, has: ["connect-src 'self'"], lacks: OPEN, blockers: false } },
  },
];
