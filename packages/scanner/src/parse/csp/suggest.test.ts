import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RESOURCE_KINDS, type PageResource } from '../../evidence/page.ts';
import { pageWith } from '../../../test/evidence.ts';
import { pageOf } from '../../../test/page-of.ts';
import { PolicyDecisions } from './decide.ts';
import { cspFaults } from './faults.ts';
import { probeUrl, type ProbeUrl } from './match.ts';
import { NONCE_PLACEHOLDER } from './clean.ts';
import { suggestCsp } from './suggest.ts';
import { parseCspHeader } from './policy.ts';

const SELF = probeUrl('https://example.test/') as ProbeUrl;
const suggest = (policies: string[], page = pageWith()) =>
  suggestCsp({ policies: parseCspHeader(policies), self: SELF, page, isPublicSuffix: (domain) => domain === 'com' });

const DIRECTIVES = {
  script: 'script-src-elem',
  style: 'style-src-elem',
  image: 'img-src',
  font: 'font-src',
  media: 'media-src',
  frame: 'frame-src',
  object: 'object-src',
  manifest: 'manifest-src',
  connect: 'connect-src',
} as const;

function resource(kind: PageResource['kind'], url: string): PageResource {
  return { kind, url, element: kind, optional_blocking: false, integrity: null, crossorigin: null, sandbox: null };
}

describe('a page without a policy', () => {
  it('gets a policy with the origins that it loads from', () => {
    const page = pageWith({
      resources: [
        resource('script', 'https://example.test/app.js'),
        resource('script', 'https://static.shop.example/a.js'),
        resource('script', 'https://cdn.jsdelivr.net/npm/vue@3.5.13/dist/vue.js'),
        resource('image', 'http://pics.example/a.png'),
        resource('font', 'https://fonts.example:8443/f.woff2'),
      ],
      inline_styles: 1,
    });
    expect(suggest([], page)).toBe(
      "default-src 'self'; " +
        "script-src 'self' https://static.shop.example https://cdn.jsdelivr.net/npm/vue@3.5.13/dist/vue.js; " +
        "img-src 'self' https://pics.example data:; font-src 'self' https://fonts.example:8443; " +
        "style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'self'; " +
        "frame-ancestors 'self'; upgrade-insecure-requests",
    );
  });
  it('allows a style sheet that a script enables later', () => {
    const page = pageOf('<link rel=stylesheet disabled href=https://cdn.example/dark.css>');
    expect(suggest([], page)).toContain("style-src 'self' https://cdn.example");
  });
  it('keeps inline scripts working with a nonce, and keeps its base element', () => {
    const page = pageWith({ inline_scripts: 2, base: { href: '/app/', url: 'https://example.test/app/', count: 1 } });
    expect(suggest([], page)).toContain(`script-src 'self' ${NONCE_PLACEHOLDER};`);
    expect(suggest([], page)).toContain("base-uri 'self'");
  });
  it('closes a policy for everything, WebSockets apart', () => {
    const open =
      "default-src * data: blob: filesystem: about: ws: wss: 'unsafe-inline' 'unsafe-eval'; object-src data:";
    const policy = suggest([open], pageWith());
    expect(policy).toContain("default-src 'self' blob: filesystem: about:;");
    expect(policy).toContain("connect-src 'self' blob: filesystem: about: wss:;");
    expect(policy).toContain("object-src 'self';");
  });
  it('keeps a base element on another host, as it keeps the files there', () => {
    const base = { href: 'https://static.example/', url: 'https://static.example/', count: 1 };
    const page = pageWith({ base, resources: [resource('script', 'https://static.example/a.js')] });
    expect(suggest([], page)).toContain('base-uri https://static.example;');
  });
  it('keeps a few inline scripts working with hashes, without changes to the application', () => {
    const hashed = {
      inline_scripts: 2,
      inline_scripts_hashed: 2,
      inline_script_hashes: ['sha256-b25l', 'sha256-dHdv'],
    };
    expect(suggest([], pageWith(hashed))).toContain("script-src 'self' 'sha256-b25l' 'sha256-dHdv';");
    expect(suggest([], pageWith({ ...hashed, inline_scripts: 3 }))).toContain(NONCE_PLACEHOLDER);
    expect(suggest([], pageWith({ ...hashed, inline_scripts_with_nonce: 1 }))).toContain(NONCE_PLACEHOLDER);
    expect(suggest(["script-src 'nonce-c2VlbiBvbmNlIG9ubHkhIQ=='"], pageWith(hashed))).not.toContain('sha256');
  });
  it('allows the endpoints that its scripts name', () => {
    const page = pageOf(`<script>fetch('https://api.shop.example/v1'); new WebSocket('wss://live.shop.example/s');
      new WebSocket('ws://old.shop.example/s'); new WebSocket('wss://example.test/own');</script>
      <script type="module">import a from 'https://esm.example/a.js'</script>`);
    expect(suggest([], page)).toContain(
      "connect-src 'self' https://api.shop.example wss://live.shop.example wss://old.shop.example;",
    );
    expect(suggest([], page)).toContain("script-src 'self' https://esm.example");
    expect(suggest(["default-src 'none'; connect-src 'self'"], page)).toContain(
      "connect-src 'self' https://api.shop.example wss://live.shop.example",
    );
  });
  it('allows its forms to be submitted', () => {
    const page = pageWith({ forms: [{ action: 'https://pay.example/cart', method: 'post', password: false }] });
    expect(suggest([], page)).toContain("form-action 'self' https://pay.example");
  });
});

it.each([
  [
    "script-src 'self' 'unsafe-inline' https://a.example; report-to here",
    "script-src 'self' https://a.example",
    "'unsafe-inline'",
  ],
  ['default-src self', "default-src 'self'", ' self'],
  ["default-src 'self'; script-src https: 'unsafe-eval'", "script-src 'self'", "'unsafe-eval'"],
  ["script-src 'nonce-c2VlbiBvbmNlIG9ubHkhIQ=='", NONCE_PLACEHOLDER, 'c2Vlbi'],
  ["default-src 'self'; img-src http://pics.example", 'img-src https://pics.example', 'http://'],
])('repairs %s', (policy, holds, lost) => {
  const text = suggest([policy]);
  expect(text).toContain(holds);
  expect(text).not.toContain(lost);
});

it.each([
  // What allowed every site allowed the site itself.
  ["default-src https: data: blob:; object-src 'none'", "default-src 'self' blob:"],
  ["script-src https: 'unsafe-inline' cdn.example", "script-src 'self' cdn.example"],
  ["script-src 'nonce-abc' 'strict-dynamic' https:", "'strict-dynamic';"],
  // Hashes are case-sensitive, and schemes need their colon.
  [
    "script-src 'self' sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
    "script-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  ],
  ['img-src Self Data blob', "img-src 'self' data: blob:"],
  [
    "script-src 'self' 'unsafe-hashes' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
    "'unsafe-hashes' 'sha256-",
  ],
  // The page has no inline styles.
  ["style-src 'self' 'unsafe-inline'", "style-src 'self';"],
])('repairs %s', (policy, part) => {
  expect(suggest([policy], pageWith({}))).toContain(part);
});

it('keeps inline styles where the page was not read', () => {
  const policies = parseCspHeader(["style-src 'self' 'unsafe-inline'"]);
  const text = suggestCsp({ policies, self: SELF, page: undefined, isPublicSuffix: () => false });
  expect(text).toContain("style-src 'self' 'unsafe-inline'");
});

it('keeps reporting', () => {
  expect(suggest(["script-src 'unsafe-inline'; report-to here; report-uri /r"])).toContain(
    'report-uri /r; report-to here',
  );
});

it('never blocks what the page loads, and never adds a fault', () => {
  const host = fc.constantFrom(
    'example.test',
    'a.example',
    'b.example:8443',
    'cdn.jsdelivr.net',
    'unpkg.com',
    'xn--bcher-kva.example',
  );
  const path = fc.constantFrom('/a.js', '/npm/x@1/y.js', '/a%20b.css', '/p?q=1');
  const resources = fc.array(
    fc
      .tuple(fc.constantFrom(...RESOURCE_KINDS), fc.constantFrom('http', 'https'), host, path)
      .map(([kind, scheme, name, rest]) => resource(kind, `${scheme}://${name}${rest}`)),
    { maxLength: 12 },
  );
  const old = fc.constantFrom(
    null,
    "default-src 'self'",
    "default-src 'none'",
    "script-src * 'unsafe-inline'",
    "default-src https:; img-src 'none'",
    "default-src 'self'; script-src-elem 'self'; style-src-elem 'none'; child-src 'none'",
  );
  fc.assert(
    fc.property(resources, old, fc.nat(2), (seen, policy, inline) => {
      const text = suggest(policy === null ? [] : [policy], pageWith({ resources: seen, inline_scripts: inline }));
      const [parsed] = parseCspHeader([text]);
      if (!parsed) throw new Error('no policy');
      const decisions = new PolicyDecisions(parsed, SELF);
      for (const { kind, url } of seen) {
        const upgraded = probeUrl(url.replace(/^http:/, 'https:'));
        if (kind === 'prefetch' || !upgraded) continue;
        expect(decisions.matches(DIRECTIVES[kind], upgraded), `${kind} ${url} under ${text}`).toBe(true);
      }
      const filled = parseCspHeader([text.replaceAll(NONCE_PLACEHOLDER, "'nonce-MTIzNDU2Nzg5MDEyMzQ1Ng=='")]);
      expect(
        cspFaults(filled, SELF, (domain) => domain === 'com'),
        text,
      ).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
