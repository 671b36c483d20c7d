import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderedSnippets, SNIPPET_NAMES } from '../snippet-order.ts';
import type { FixSnippets } from '../report.ts';
import { fixSnippets } from '../snippets.ts';

/** Each reader below is a server's own unquoting, written from its source or manual, not from the writer under test. */
const readers = {
  /** ngx_conf_read_token: `\"`, `\'`, `\\` lose their backslash; then `${dollar}` is expanded by the script engine. */
  nginx(snippet: string): string {
    const line = snippet.split('\n').at(-1) ?? '';
    const quoted = /^add_header [\w-]+ "((?:[^"\\]|\\.)*)" always;$/s.exec(line)?.[1];
    if (quoted === undefined) throw new Error(`not an add_header line: ${line}`);
    const text = quoted.replace(/\\(["'\\])/g, '$1');
    const rest = text.replaceAll('${dollar}', '');
    if (rest.includes('$')) throw new Error('a bare $ is a variable to nginx');
    return text.replaceAll('${dollar}', '$');
  },
  /** ap_getword_conf, then mod_headers' parse_format_string. */
  apache(snippet: string): string {
    const [unset, line = ''] = snippet.split('\n').slice(-2);
    expect(unset).toBe('Header onsuccess unset X-Example');
    const quoted = /^Header always set [\w-]+ "((?:[^"\\]|\\.)*)"$/s.exec(line)?.[1];
    if (quoted === undefined) throw new Error(`not a Header line: ${snippet}`);
    const text = quoted.replace(/\\(["\\])/g, '$1');
    if (/%(?!%)/.test(text.replaceAll('%%', ''))) throw new Error('a bare % starts a format');
    return text.replaceAll('%%', '%');
  },
  /** The Caddyfile lexer, then the placeholder replacer. */
  caddy(snippet: string): string {
    const at = /^# .*\nheader [\w-]+ (.*)\nheader \{\n\t[\w-]+ (.*)\n\tdefer\n\}$/.exec(snippet);
    const argument = at?.[1] ?? '';
    expect(at?.[2]).toBe(argument);
    const inner = argument.slice(1, -1);
    const text = argument.startsWith('`') ? inner : inner.replaceAll('\\"', '"');
    return text.replace(/\\([{}])/g, '$1');
  },
  express(snippet: string): string {
    let sent: unknown;
    // As it was handed over: blanks at its ends are no part of a field on the wire, and Headers drops them.
    class Fields extends Headers {
      override set(name: string, value: string) {
        sent = value;
        super.set(name, value);
      }
    }
    const response = {
      setHeaders: (fields: Headers) => (sent = fields.has('x-example') ? sent : undefined),
      writeHead: () => undefined,
    };
    const use = (middleware: (req: null, res: typeof response, next: () => void) => void) =>
      middleware(null, response, () => undefined);
    new Function('app', 'Headers', snippet)({ use }, Fields);
    response.writeHead();
    return String(sent);
  },
  iis(snippet: string): string {
    const quoted = /<action type="Rewrite" value="([^"<>]*)" \/>/.exec(snippet)?.[1] ?? '';
    return quoted.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  },
  nextjs(snippet: string): string {
    const module = { exports: {} as { headers: () => Promise<unknown> } };
    new Function('module', snippet.replace('async headers', 'headers'))(module);
    const [{ headers }] = module.exports.headers() as unknown as [{ headers: [{ value: string }] }];
    return headers[0].value;
  },
  wordpress(snippet: string): string {
    const quoted = /header\( '((?:[^'\\]|\\.)*)', true \);/s.exec(snippet)?.[1] ?? '';
    return quoted.replace(/\\(['\\])/g, '$1').slice('X-Example: '.length);
  },
  cloudfront(snippet: string): string {
    const run = new Function(`${snippet}; return handler({ response: { headers: {} } });`) as () => {
      headers: Record<string, { value: string }>;
    };
    return run().headers['x-example']?.value ?? '';
  },
  vercel(snippet: string): string {
    return (JSON.parse(snippet) as { headers: [{ headers: [{ value: string }] }] }).headers[0].headers[0].value;
  },
  netlify(snippet: string): string {
    return JSON.parse(/X-Example = (.*)$/.exec(snippet)?.[1] ?? 'null') as string;
  },
  kubernetes(snippet: string): string {
    const quoted = /more_set_headers "((?:[^"\\]|\\.)*)";$/.exec(snippet)?.[1] ?? '';
    return quoted.replace(/\\(["'\\])/g, '$1').slice('X-Example: '.length);
  },
  cloudflare(snippet: string): string {
    const rule = JSON.parse(snippet) as { action_parameters: { headers: Record<string, { value: string }> } };
    return Object.values(rule.action_parameters.headers)[0]?.value ?? '';
  },
};

const values = [
  'nosniff',
  "default-src 'self'; script-src 'self' 'nonce-abc'; frame-ancestors 'none'",
  'camera=(), fullscreen=(self "https://player.example")',
  '{"group":"csp","max_age":10886400,"endpoints":[{"url":"https://r.example/csp?a=1&b=%20"}]}',
  'a "quoted \\" string" and 100% of $10',
  'ends with a backslash\\',
  '',
];

describe.each(Object.entries(readers))('%s', (server, read) => {
  const snippetFor = (value: string) => fixSnippets('X-Example', value)[server as keyof typeof readers];
  /** Left out where the format cannot hold it: braces in IIS, a dollar in an annotation. */
  const roundTrip = (value: string) => {
    const snippet = snippetFor(value);
    return snippet === undefined ? value : read(snippet);
  };

  it.each(values)('gives back %j', (value) => {
    expect(roundTrip(value)).toBe(value);
  });

  it('gives back any header value', () => {
    // Caddy has no way to write a value with both a backtick and a backslash or quote in one token.
    const printable = fc.string({ unit: fc.constantFrom(...' !"#$%&\'()*+,-./09:;<=>?@AZ[\\]^_az{|}~') });
    fc.assert(fc.property(printable, (value) => roundTrip(value) === value));
  });
});

it('leaves a plain header readable', () => {
  const { nginx, apache, caddy, express } = fixSnippets('X-Frame-Options', 'SAMEORIGIN');
  expect(nginx.split('\n').slice(-4)).toEqual([
    'proxy_hide_header X-Frame-Options;',
    'fastcgi_hide_header X-Frame-Options;',
    'uwsgi_hide_header X-Frame-Options;',
    'add_header X-Frame-Options "SAMEORIGIN" always;',
  ]);
  expect(apache).toContain('\nHeader onsuccess unset X-Frame-Options\nHeader always set X-Frame-Options "SAMEORIGIN"');
  expect(caddy).toContain(
    '\nheader X-Frame-Options "SAMEORIGIN"\nheader {\n\tX-Frame-Options "SAMEORIGIN"\n\tdefer\n}',
  );
  expect(express).toContain("fields.set('X-Frame-Options', 'SAMEORIGIN');");
});

it('marks placeholders and says in which stages HSTS is raised', () => {
  const csp = fixSnippets('Content-Security-Policy', "script-src 'nonce-REPLACE_WITH_A_NEW_RANDOM_VALUE'");
  const hsts = fixSnippets('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  for (const server of ['nginx', 'apache', 'caddy', 'express', 'iis', 'netlify', 'cloudflare', 'kubernetes'] as const) {
    expect(csp[server], server).toContain('Placeholder: REPLACE_WITH_A_NEW_RANDOM_VALUE');
    expect(hsts[server], server).toContain('max-age=300 first');
    expect(hsts[server], server).toContain('every subdomain, internal ones included');
  }
});

/** Each as the server's or platform's manual names it; those of nginx, Apache and Caddy are also tried in test/fixes. */
it.each<[keyof FixSnippets, string]>([
  ['nginx', 'instead of its other add_header lines'],
  ['nginx', 'proxy_hide_header or fastcgi_hide_header, which disables these there'],
  ['apache', '.htaccess override these'],
  ['helmet', 'A route that sets this header itself overrides it'],
  ['nextjs', "output: 'export'"],
  ['wordpress', 'For cached pages'],
  ['cloudfront', 'none for a status of 400 and above'],
  ['netlify', 'not for responses of functions'],
  ['kubernetes', 'annotations-risk-level set to Critical'],
])('%s: says where the lines have no effect: %s', (server, words) => {
  const text = fixSnippets('X-Frame-Options', 'SAMEORIGIN')[server] ?? '';
  expect(text.replaceAll(/\n *(?:#|\/\/) /g, ' ')).toContain(words);
});

it('uses the options of helmet where it has them', () => {
  expect(fixSnippets('Strict-Transport-Security', 'max-age=31536000').helmet).toContain(
    'strictTransportSecurity: { maxAge: 31536000, includeSubDomains: false, preload: false }',
  );
  expect(fixSnippets('Content-Security-Policy', "default-src 'self'; sandbox").helmet).toContain(
    `directives: { "default-src": ["'self'"], "sandbox": [] }`,
  );
  expect(fixSnippets('Permissions-Policy', 'camera=()').helmet).toBeUndefined();
  // It throws on a comma.
  expect(fixSnippets('Content-Security-Policy', "sandbox, default-src 'self'").helmet).toBeUndefined();
});

it('puts the server that the site runs first', () => {
  const names = orderedSnippets(fixSnippets('X-Frame-Options', 'DENY'), 'caddy').map(([name]) => name);
  expect(names.slice(0, 3)).toEqual(['caddy', 'nginx', 'apache']);
  expect(names).toHaveLength(Object.keys(SNIPPET_NAMES).length);
});

/** What ends a line or a string somewhere, and what no field can hold. */
const HOSTILE = [
  'x\r\n}\nserver { return 302 https://evil.example; }',
  'x"; }\nload_module evil.so;\n#',
  'x\nHeader always set Set-Cookie "a=b"',
  'x\n}\nreverse_proxy evil.example',
  "x'); require('child_process'); ('",
  '" /></rule><rule name="evil"><!--',
  "x', true ); system( 'id' ); //",
  'x\n      more_set_headers "Evil: 1";',
  '\u0000\u001b]0;t\u0007\u009b2J\u007f',
  '\u202etxt.exe\u2066x\u2069',
  '\u2028alert(1)\u2029',
  '\ud800half',
  '\u{e0041}\u200bhidden',
  'a'.repeat(20_000),
];

describe.each(Object.entries(readers))('a hostile value in %s', (server, read) => {
  it.each(HOSTILE)('%j stays one value of one field', (value) => {
    const fixes = fixSnippets('X-Example', value);
    const snippet = fixes[server as keyof typeof readers];
    if (snippet === undefined) return;
    const plain = fixSnippets('X-Example', 'a')[server as keyof typeof readers] ?? '';
    // A dollar and a backquote need other lines; no value here has any.
    expect(snippet.split('\n')).toHaveLength(plain.split('\n').length);
    expect(snippet).toMatch(/^[\t\n -~]*$/);
    expect(read(snippet)).toMatch(/^[ -~]*$/);
    for (const word of ['evil', 'child_process', 'system'])
      expect(read(snippet).includes(word)).toBe(value.includes(word));
  });
});

it('a name is a word, whatever comes', () => {
  for (const text of Object.values(fixSnippets('X-A\n"B: ;{', 'v'))) expect(text).not.toMatch(/X-A(?!B)/);
});
