import { describe, expect, it } from 'vitest';
import { buildPolicy, type BuildOptions, type PageUse } from './build.ts';

const USE: PageUse = {
  origin: 'https://a.test',
  loads: [{ directive: 'script-src-elem', url: 'https://a.test/app.js' }],
  inline: [],
  addresses: [],
  evals: false,
  wasm: false,
  forms: [],
  base: null,
  stamped: new Set(),
  stated: new Map(),
};
const build = (use: Partial<PageUse>, options: Partial<BuildOptions> = {}) =>
  buildPolicy(
    { ...USE, ...use },
    { scripts: 'hashes', nonce: 'N', extraHashes: new Set(), changing: new Map(), ...options },
  );
const script = (hash: string | null, element = 'inline script#a') =>
  ({ directive: 'script-src-elem', hash, element }) as const;

describe('only elements that weaken the policy are reported as obstacles', () => {
  it.each([
    ['nothing', {}, {}, "script-src 'self';", []],
    [
      'a script from a data: URL',
      { loads: [{ directive: 'script-src-elem', url: 'data:,1' }] },
      {},
      'script-src data:;',
      ['script from a data: URL'],
    ],
    [
      'the same with strict-dynamic',
      { loads: [{ directive: 'script-src-elem', url: 'data:,1' }] },
      { scripts: 'strict' },
      "script-src 'nonce-N' 'strict-dynamic';",
      [],
    ],
    [
      'one of two without a known hash',
      { inline: [script('sha256-a'), script(null, 'inline script#b')] },
      {},
      "script-src 'self' 'unsafe-inline';",
      ['inline script#b'],
    ],
    [
      'one that differs, of two',
      { inline: [script('sha256-a'), script('sha256-b')] },
      { scripts: 'nonce', changing: new Map([['script-src-elem', ['inline script#b']]]) },
      "script-src 'self' 'unsafe-inline';",
      ['inline script#b'],
    ],
    [
      'an element that a script creates',
      { inline: [script('sha256-a'), script('sha256-b')] },
      { scripts: 'nonce', extraHashes: new Set(['sha256-b']) },
      "script-src 'self' 'sha256-b' 'nonce-N';",
      [],
    ],
    [
      'a javascript: address',
      { addresses: [{ hash: 'sha256-c', element: 'href of a' }] },
      {},
      "script-src 'self' 'unsafe-hashes' 'sha256-c';",
      [],
    ],
    [
      'more javascript: addresses than hashes allowed',
      { addresses: Array.from({ length: 21 }, (_, n) => ({ hash: `sha256-${n}`, element: 'href of a' })) },
      {},
      "script-src 'self' 'unsafe-inline';",
      ['href of a'],
    ],
  ] as [string, Partial<PageUse>, Partial<BuildOptions>, string, string[]][])(
    '%s',
    (_what, use, options, has, blockers) => {
      const built = build(use, options);
      expect(built.value).toContain(has);
      expect(built.blockers).toEqual(blockers);
    },
  );
});

describe('the policy contains no source that the page does not need', () => {
  const app = { directive: 'script-src-elem', url: 'https://a.test/app.js' };
  const tag = { directive: 'script-src-elem', url: 'https://tag.test/t.js' };
  const stamped = new Set([app.url]);
  it.each([
    [
      'the host of a file whose element has the nonce',
      { loads: [app, tag], stamped },
      'nonce',
      "script-src https://tag.test 'nonce-N';",
    ],
    [
      'unless something else needs it',
      { loads: [app, { ...app, refused: true }], stamped },
      'nonce',
      "script-src 'self' 'nonce-N';",
    ],
    ['any host with strict-dynamic', { loads: [app, tag] }, 'strict', "script-src 'nonce-N' 'strict-dynamic';"],
    [
      'a WebSocket to its own origin',
      { loads: [{ directive: 'connect-src', url: 'wss://a.test/live' }] },
      'hashes',
      "connect-src 'self';",
    ],
    [
      'https for a video over http',
      { loads: [{ directive: 'media-src', url: 'http://b.test/a.mp4' }] },
      'hashes',
      'media-src https://b.test;',
    ],
    [
      'http where browsers check the video before they upgrade it to https',
      {
        loads: [
          { directive: 'media-src', url: 'https://b.test/a.mp4' },
          { directive: 'media-src', url: 'http://b.test/a.mp4', refused: true },
        ],
      },
      'hashes',
      'media-src http://b.test;',
    ],
    [
      'what the site’s own policy states',
      {
        stated: new Map([
          ['frame-ancestors', ["'none'"]],
          ['upgrade-insecure-requests', []],
        ]),
      },
      'hashes',
      "frame-ancestors 'none'; upgrade-insecure-requests",
    ],
  ] as [string, Partial<PageUse>, BuildOptions['scripts'], string][])('%s', (_what, use, scripts, has) => {
    expect(build(use, { scripts }).value).toContain(has);
  });
});
