import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import { pageOf } from '../../../test/page-of.ts';
import subresourceIntegrity from './subresource-integrity.ts';

const HASH = 'sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC';
const CDN = 'https://cdn.other.test/a.js';
const SRC = `src="${CDN}"`;
const mapOf = (imports: object, scopes = {}, integrity = {}) =>
  `<script type="importmap">${JSON.stringify({ imports, scopes, integrity })}</script>`;

it.each<[string, string]>([
  [`<script ${SRC}></script>`, 'missing'],
  // Such a script has to go, with or without a hash.
  ['<script src="https://polyfill.io/v3/polyfill.min.js"></script>', 'hijacked'],
  [`<script src="https://polyfill.io/v3/polyfill.min.js"></script><script ${SRC}></script>`, 'missing'],
  [`<script ${SRC} integrity="${HASH}" crossorigin></script>`, 'good'],
  [`<script ${SRC} integrity="md5-abc sha999-xyz" crossorigin></script>`, 'missing'],
  [`<script ${SRC} integrity="sha384-short" crossorigin></script>`, 'never_matches'],
  ['<script src="/a.js" integrity="sha384-REPLACE_WITH_HASH"></script>', 'never_matches'],
  [`<script ${SRC} integrity="SHA384-${HASH.slice(7)}" crossorigin></script>`, 'missing'],
  // HTML §4.12.1: browsers with modules do not load it, and those without know no hashes.
  [`<script nomodule ${SRC}></script>`, 'none'],
  [`<script nomodule ${SRC}></script><script ${SRC}></script>`, 'missing'],
  [`<script ${SRC}></script><script nomodule ${SRC}></script>`, 'missing'],
  [`<script type=module nomodule ${SRC}></script>`, 'missing'],
  // Modules are always fetched with CORS (HTML §8.1.4.2).
  [`<script type=module ${SRC} integrity="${HASH}"></script>`, 'good'],
  [`<link rel=modulepreload href="https://cdn.other.test/m.js" integrity="${HASH}">`, 'none'],
  // What inline modules import, and what import maps offer to module files (HTML §8.1.6.2).
  ['<script type=module>import "https://cdn.other.test/a.js"</script>', 'missing'],
  ['<script type=module>\n  import { a,\n b } from "https://cdn.other.test/a.js";</script>', 'missing'],
  ['<script>import("https://cdn.other.test/a.js").then(start)</script>', 'missing'],
  [`${mapOf({ a: CDN })}<script type=module>import a from "a"</script>`, 'missing'],
  [`${mapOf({ 'a/': 'https://cdn.other.test/' })}<script type=module>import a from "a/a.js"</script>`, 'missing'],
  [`${mapOf({ a: CDN })}<script type=module src="/app.js"></script>`, 'missing'],
  [`${mapOf({ a: CDN })}<script type=module>const a = await import(name)</script>`, 'missing'],
  [`${mapOf({}, { '/lib/': { a: CDN } })}<script type=module src="/app.js"></script>`, 'missing'],
  [`${mapOf({ a: CDN }, {}, { [CDN]: HASH })}<script type=module src="/app.js"></script>`, 'good'],
  [`${mapOf({}, {}, { [CDN]: HASH })}<script type=module ${SRC}></script>`, 'good'],
  // Import maps have no say about classic scripts.
  [`${mapOf({}, {}, { [CDN]: HASH })}<script ${SRC}></script>`, 'missing'],
  [`${mapOf({ a: CDN }, {}, { [CDN]: 'sha384-short' })}<script type=module src="/app.js"></script>`, 'never_matches'],
  // Nothing imports it.
  [mapOf({ a: CDN }), 'none'],
  [`${mapOf({ a: CDN })}<script type=module>import "b"; import.meta.url</script>`, 'none'],
  [
    '<script type=importmap>{"imports": {"a": "https://cdn.other.test/a.js",}}</script><script type=module src="/a.js"></script>',
    'none',
  ],
  [
    '<script type=module>/* import "https://cdn.other.test/a.js" */\n// import "https://cdn.other.test/a.js"</script>',
    'none',
  ],
  ['<script>import "https://cdn.other.test/a.js"</script>', 'none'],
  ['<script type=module>const t = `\nimport "https://cdn.other.test/a.js"\n`</script>', 'none'],
  ['<script>// import("https://cdn.other.test/a.js")</script>', 'none'],
  ['<script type=module>import s from "https://cdn.other.test/a.css" with { type: "css" }</script>', 'none'],
  ['<script>import("https://cdn.other.test/a.json", { with: { type: "json" } })</script>', 'none'],
  [`<script type=importmap ${SRC}></script>`, 'none'],
  [`<script ${SRC} integrity="md5-abc ${HASH}?ct=x" crossorigin></script>`, 'good'],
  [`<script ${SRC} integrity="${HASH}"></script>`, 'no_crossorigin'],
  ['<script src="\\\\cdn.other.test/a.js"></script>', 'missing'],
  ['<base href="https://cdn.other.test/"><script src="a.js"></script>', 'missing'],
  ['<script src="//example.test/a.js"></script>', 'none'],
  ['<script src="https://cdn.example.test/a.js"></script>', 'none'],
  [`<script src="/a.js" integrity="nonsense"></script>`, 'void'],
  [`<script src="/a.js" integrity="${HASH}"></script>`, 'none'],
  ['<script src="/a.js" integrity=""></script>', 'none'],
  ['<script src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>', 'changing'],
  // Both redirect to, or serve, the newest version.
  ['<script src="https://cdn.tailwindcss.com"></script>', 'changing'],
  ['<script src="https://cdn.ampproject.org/v0.js"></script>', 'changing'],
  [`<link rel=stylesheet href="https://cdn.other.test/a.css">`, 'none'],
  [`<link rel=stylesheet href="https://cdn.other.test/a.css" integrity="${HASH}">`, 'no_crossorigin'],
  ['<link rel=modulepreload href="https://cdn.other.test/m.js">', 'none'],
  // HTML §4.2.4.7: a preload only fetches early. The element that runs the file decides, wherever it stands.
  [`<link rel=preload as=script href="https://cdn.other.test/a.js"><script ${SRC}></script>`, 'missing'],
  [`<link rel=modulepreload href="https://cdn.other.test/a.js"><script type=module ${SRC}></script>`, 'missing'],
  [`<script ${SRC}></script><link rel=preload as=script href="https://cdn.other.test/a.js">`, 'missing'],
  [
    `<link rel=preload as=script href="https://cdn.other.test/a.js" integrity="${HASH}" crossorigin><script ${SRC}></script>`,
    'missing',
  ],
  [
    `<link rel=preload as=script href="https://cdn.other.test/a.js" crossorigin><script ${SRC} integrity="${HASH}" crossorigin></script>`,
    'good',
  ],
  // Each element checks its own hash.
  [`<script ${SRC} integrity="${HASH}" crossorigin></script><script ${SRC}></script>`, 'missing'],
  ['<script>1</script>', 'none'],
  ['<script src="https://"></script>', 'none'],
])('%s: %s', (html, outcome) => {
  const verdict = judged(subresourceIntegrity, { page: pageOf(html) });
  expect(verdict?.outcome).toBe(outcome);
  if (outcome === 'missing') expect(verdict?.evidence.join()).toContain('https://cdn.other.test/a.js');
});

it('distinguishes sites below the same public suffix', () => {
  const page = pageOf('<script src="https://two.github.io/a.js"></script>', 'https://one.github.io/');
  expect(judged(subresourceIntegrity, { page })?.outcome).toBe('missing');
});

it('mentions third-party style sheets without a deduction', () => {
  const verdict = judged(subresourceIntegrity, {
    page: pageOf('<link rel=stylesheet href="https://cdn.other.test/a.css">'),
  });
  expect(verdict).toMatchObject({
    deduction: 0,
    note: expect.stringContaining('could have integrity hashes too: https://cdn.other.test/a.css') as string,
  });
});

it.each([
  '<link rel=stylesheet href="https://fonts.googleapis.com/css?family=Lato">',
  '<link rel=preload as=style href="https://fonts.googleapis.com/css2?family=Lato">',
  '<link rel=stylesheet href="https://use.typekit.net/abc1def.css">',
  '<link rel=modulepreload href="https://esm.sh/react@18.2.0">',
])('asks for no hash of a sheet that differs by browser: %s', (html) => {
  expect(judged(subresourceIntegrity, { page: pageOf(html) })?.note).not.toContain('could have integrity hashes');
});

// Loaders as their providers document them. A hash would stop each with its next release.
it.each([
  'https://widget.intercom.io/widget/abc123',
  'https://js.hs-scripts.com/123456.js',
  'https://consent.cookiebot.com/uc.js',
  'https://cdn.cookielaw.org/scripttemplates/otSDKStub.js',
  'https://js.sentry-cdn.com/0123456789abcdef0123456789abcdef.min.js',
  'https://kit.fontawesome.com/0a1b2c3d4e.js',
  'https://embed.tawk.to/5f/default',
  'https://www.clarity.ms/tag/abcdef',
  'https://js.klarna.com/web-sdk/v1/klarna.js',
  'https://assets.calendly.com/assets/external/widget.js',
  'https://www.recaptcha.net/recaptcha/api.js',
  'https://cdn.jsdelivr.net/npm/lit@3.2.1/+esm',
  'https://esm.sh/react@18.2.0',
])('asks for no hash of a service’s own file: %s', (src) => {
  expect(judged(subresourceIntegrity, { page: pageOf(`<script src="${src}"></script>`) })?.outcome).toBe('changing');
});

it.each([
  'https://browser.sentry-cdn.com/8.30.0/bundle.min.js',
  'https://www.datadoghq-browser-agent.com/us1/v5.2.0/datadog-rum.js',
  'https://cdn.jsdelivr.net/npm/algoliasearch@4.24.0/dist/algoliasearch.umd.js',
  'https://unpkg.com/leaflet@1.9.4/dist/leaflet.js',
  // Builds that the URL names.
  'https://esm.sh/react@18.2.0/es2022/react.mjs',
  'https://esm.sh/react@18.2.0?target=es2022',
])('asks for the hash of a service’s versioned file: %s', (src) => {
  const verdict = judged(subresourceIntegrity, { page: pageOf(`<script src="${src}"></script>`) });
  expect(verdict?.outcome).toBe('missing');
  expect(verdict?.fix).not.toContain('exact version');
});

it.each([
  'https://cdn.jsdelivr.net/npm/vue@3',
  'https://cdn.jsdelivr.net/npm/vue@3.4/dist/vue.global.js',
  'https://unpkg.com/react/umd/react.production.min.js',
  'https://ajax.googleapis.com/ajax/libs/jquery/3/jquery.min.js',
])('asks for an exact version before a hash: %s', (src) => {
  const verdict = judged(subresourceIntegrity, { page: pageOf(`<script src="${src}"></script>`) });
  expect(verdict?.outcome).toBe('missing');
  expect(verdict?.fix).toContain('First write the exact version into the URL');
});

it('offers https in the fix of a file that loads over http', () => {
  const page = pageOf('<script src="http://cdn.other.test/a.js"></script>');
  expect(judged(subresourceIntegrity, { page })?.fix).toContain('<script src="https://cdn.other.test/a.js" integrity=');
});

it('puts the hashes of imported modules into the import map, and keeps the type of module files', () => {
  const page = pageOf(
    `${mapOf({ three: 'https://unpkg.com/three@0.160.0/build/three.module.js' })}<script type=module ${SRC}></script>`,
  );
  const fix = judged(subresourceIntegrity, { page })?.fix ?? '';
  expect(fix).toContain('<script type="module" src="https://cdn.other.test/a.js" integrity=');
  expect(fix).toContain('"https://unpkg.com/three@0.160.0/build/three.module.js": "sha384-REPLACE_WITH_HASH"');
});

it('adds the missing attribute to the element as it is', () => {
  const page = pageOf(`<script ${SRC} integrity="${HASH}"></script>`);
  expect(judged(subresourceIntegrity, { page })?.fix).toBe(
    `<script src="${CDN}" integrity="${HASH}" crossorigin="anonymous"></script>`,
  );
});

it('names files that browsers block next to those without a hash', () => {
  const html = `<script ${SRC}></script><script src="https://b.other.test/b.js" integrity="sha384-abc" crossorigin></script>`;
  expect(judged(subresourceIntegrity, { page: pageOf(html) })).toMatchObject({
    outcome: 'missing',
    note: expect.stringContaining('Browsers block these files') as string,
  });
});

it('names files that only old browsers load', () => {
  const verdict = judged(subresourceIntegrity, { page: pageOf(`<script nomodule ${SRC}></script>`) });
  expect(verdict?.note).toContain(`(nomodule): ${CDN}.`);
});

it('says that the scan does not see which files of an import map are imported', () => {
  const noteOn = (html: string) => judged(subresourceIntegrity, { page: pageOf(html) })?.note ?? '';
  const words = 'does not see which of them a module imports';
  expect(noteOn(`${mapOf({ a: CDN })}<script type=module src="/app.js"></script>`)).toContain(words);
  expect(noteOn(`${mapOf({ a: CDN })}<script type=module>import "a"</script>`)).not.toContain(words);
});
