import type { World } from '../page-world.ts';
import type { RealPage } from '../real-pages.ts';
import { html, shared } from './html.ts';

const HELD = { proven: true };
const script = (src: string): string => `<script src="https://${src}"></script>`;

/** Files that can and cannot be pinned with a hash. */
export const POLICY_SERVICES: World = {
  'stable.cdn-policies.test': { '/lib-2.4.1.min.js': shared('window.lib=1') },
  'latest.cdn-policies.test': { '/lib.min.js': shared('window.latest=1') },
  // Versioned and stable, but not readable cross-origin.
  'closed.cdn-policies.test': { '/lib-2.4.1.min.js': 'window.closed=1' },
  // Its text differs from its bytes: the byte order mark is not part of the script, but of the hash.
  'marked.cdn-policies.test': { '/lib-2.4.1.min.js': shared('\ufeffwindow.marked=1') },
  // Declared immutable, but changes.
  'moving.cdn-policies.test': {
    '/lib-2.4.1.min.js': {
      ...shared(''),
      body: (count) => `window.moving=${count}`,
    },
  },
};

/** What Trusted Types, Permissions-Policy and integrity have to handle. */
export const policyPages: readonly RealPage[] = [
  {
    name: 'text as markup',
    site: {
      '/': html('Markup', '', '<div id="out"></div><script src="/app.js"></script>'),
      '/app.js': `const out = document.getElementById('out');\nout.innerHTML = '<b>' + document.title + '</b>';`,
    },
    find: {
      policy: HELD,
      trials: {
        'require-trusted-types': { proven: false, blockers: ['TrustedHTML at https://text-as-markup.test/app.js:2'] },
      },
    },
  },
  {
    name: 'text as code',
    site: {
      '/': html('Code', '', '<script src="/app.js"></script>'),
      '/app.js': `\nconst s = document.createElement('script');\ns.src = '/more.js';\ndocument.head.append(s);\nsetTimeout('window.late = 1', 1);`,
      '/more.js': 'window.more=1',
    },
    find: {
      policy: HELD,
      trials: {
        'require-trusted-types': {
          proven: false,
          blockers: [
            'TrustedScriptURL at https://text-as-code.test/app.js:3',
            'TrustedScript at https://text-as-code.test/app.js:5',
          ],
        },
      },
    },
  },
  {
    name: 'trusted types in use',
    site: {
      '/': html('Typed', '', '<div id="out"></div><script src="/app.js"></script>'),
      '/app.js': `const p = trustedTypes.createPolicy('app#html', { createHTML: (text) => text.replaceAll('<', '&lt;') });
const q = trustedTypes.createPolicy('loader', { createScriptURL: (url) => new URL(url, location.origin).href });
document.getElementById('out').innerHTML = p.createHTML(document.title);
const s = document.createElement('script'); s.src = q.createScriptURL('/more.js'); document.head.append(s);`,
      '/more.js': 'window.more=1',
    },
    find: {
      policy: HELD,
      trials: {
        'require-trusted-types': {
          proven: true,
          value: "require-trusted-types-for 'script'; trusted-types app#html loader",
        },
      },
    },
  },
  {
    name: 'one trusted type twice',
    site: {
      '/': html(
        'Twice',
        '',
        `<div id="out"></div><script>for (const n of [1, 2]) document.getElementById('out').innerHTML = trustedTypes.createPolicy('part', { createHTML: () => '<i>' + n }).createHTML('')</script>`,
      ),
    },
    find: {
      policy: HELD,
      trials: {
        'require-trusted-types': {
          proven: true,
          value: "require-trusted-types-for 'script'; trusted-types part 'allow-duplicates'",
        },
      },
    },
  },
  {
    name: 'map and camera',
    site: {
      '/': html('Near you', '', '<script src="/app.js"></script>'),
      '/app.js': `navigator.geolocation.getCurrentPosition(() => {}, () => {});
navigator.mediaDevices?.getUserMedia({ video: true }).catch(() => {});
window.pay = () => new PaymentRequest([{ supportedMethods: 'https://pay.test/' }], {});`,
    },
    find: {
      policy: HELD,
      trials: {
        'permissions-policy': {
          proven: true,
          has: ['geolocation=(self)', 'camera=(self)', 'payment=(self)', 'usb=()', 'midi=()'],
        },
      },
    },
  },
  {
    name: 'features under other names',
    site: {
      '/': html('Near you', '', '<script src="/app.js"></script>'),
      '/app.js': `navigator['geo' + 'location'].getCurrentPosition(() => {}, () => {});`,
    },
    find: {
      policy: HELD,
      trials: { 'permissions-policy': { proven: true, has: ['geolocation=(self)', 'camera=()'] } },
    },
  },
  {
    name: 'frame with features',
    site: {
      '/': html(
        'Frame',
        '',
        '<iframe src="https://stable.cdn-policies.test/" allow="camera"></iframe><script src="/app.js"></script>',
      ),
      '/app.js': 'window.a=1',
    },
    find: {
      trials: {
        'permissions-policy': {
          proven: true,
          has: ['camera=(self "https://stable.cdn-policies.test")', 'geolocation=()'],
        },
      },
    },
  },
  {
    name: 'files that stay the same',
    site: {
      '/': html(
        'Pinned',
        script('stable.cdn-policies.test/lib-2.4.1.min.js') + script('marked.cdn-policies.test/lib-2.4.1.min.js'),
        '<h1>Pinned</h1>',
      ),
    },
    find: {
      policy: HELD,
      outcomes: { 'script-integrity': 'missing' },
      pinned: ['/lib-2.4.1.min.js', '/lib-2.4.1.min.js'],
    },
  },
  {
    name: 'files under a base',
    site: {
      '/': html(
        'Base',
        '<base href="https://stable.cdn-policies.test/"><script src="lib-2.4.1.min.js"></script>',
        '<h1>Base</h1>',
      ),
    },
    find: { policy: HELD, pinned: ['/lib-2.4.1.min.js'] },
  },
  {
    name: 'files without a hash that holds',
    site: {
      '/': html(
        'Unpinned',
        ['latest', 'closed', 'moving']
          .map((host) => script(`${host}.cdn-policies.test/lib${host === 'latest' ? '' : '-2.4.1'}.min.js`))
          .join(''),
        `<h1>Unpinned</h1><script src="/app.js"></script>`,
      ),
      '/app.js': `const s = document.createElement('script'); s.src = 'https://stable.cdn-policies.test/lib-2.4.1.min.js'; document.head.append(s);`,
    },
    find: { policy: HELD, outcomes: { 'script-integrity': 'unpinned' }, pinned: [] },
  },
];
