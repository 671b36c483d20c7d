import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixSnippets } from './snippets.ts';

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
    const quoted = /^Header always set [\w-]+ "((?:[^"\\]|\\.)*)"$/s.exec(snippet)?.[1];
    if (quoted === undefined) throw new Error(`not a Header line: ${snippet}`);
    const text = quoted.replace(/\\(["\\])/g, '$1');
    if (/%(?!%)/.test(text.replaceAll('%%', ''))) throw new Error('a bare % starts a format');
    return text.replaceAll('%%', '%');
  },
  /** The Caddyfile lexer, then the placeholder replacer. */
  caddy(snippet: string): string {
    const argument = /^header [\w-]+ (.*)$/s.exec(snippet)?.[1] ?? '';
    const inner = argument.slice(1, -1);
    const text = argument.startsWith('`') ? inner : inner.replaceAll('\\"', '"');
    return text.replace(/\\([{}])/g, '$1');
  },
  express(snippet: string): string {
    let sent: unknown;
    const response = { setHeader: (_name: string, value: unknown) => (sent = value) };
    new Function('res', snippet)(response);
    return String(sent);
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

  it.each(values)('gives back %j', (value) => {
    expect(read(snippetFor(value))).toBe(value);
  });

  it('gives back any header value', () => {
    // Caddy has no way to write a value with both a backtick and a backslash or quote in one token.
    const printable = fc.string({ unit: fc.constantFrom(...' !"#$%&\'()*+,-./09:;<=>?@AZ[\\]^_az{|}~') });
    fc.assert(fc.property(printable, (value) => read(snippetFor(value)) === value));
  });
});

it('leaves a plain CSP readable', () => {
  const { nginx, apache, caddy, express } = fixSnippets('Content-Security-Policy', "default-src 'self'");
  expect(nginx).toBe(`add_header Content-Security-Policy "default-src 'self'" always;`);
  expect(apache).toBe(`Header always set Content-Security-Policy "default-src 'self'"`);
  expect(caddy).toBe(`header Content-Security-Policy "default-src 'self'"`);
  expect(express).toBe(`res.setHeader('Content-Security-Policy', "default-src 'self'");`);
});
