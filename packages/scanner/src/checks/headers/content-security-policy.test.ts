import { describe, expect, it } from 'vitest';
import { corsAnswers } from '../../../test/cors-answers.ts';
import { judged, pageWith } from '../../../test/evidence.ts';
import { pageOf } from '../../../test/page-of.ts';
import check from './content-security-policy.ts';

const under = (...policies: string[]) =>
  judged(check, { headers: policies.map((policy) => ['Content-Security-Policy', policy]) });

describe('effective policies', () => {
  it.each([
    ["default-src 'self'"],
    ["default-src 'none'; script-src 'self' https://cdn.example"],
    ["script-src 'nonce-MTIzNDU2Nzg5MDEyMzQ1Ng==' 'strict-dynamic' https: 'unsafe-inline'; base-uri 'none'"],
    ["script-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; object-src 'none'"],
    ["DEFAULT-SRC 'Self'"],
    ["default-src 'self'; default-src *"],
    ["default-src 'self',"],
    ['sandbox'],
    ['sandbox; script-src *'],
    ["script-src 'self'; img-src http://img.example; upgrade-insecure-requests"],
    ["default-src 'self'; connect-src http://localhost:3000"],
    ["script-src 'self' https://cdn.jsdelivr.net/npm/vue@3.5.0/dist/vue.global.prod.js"],
    ["script-src 'self' https://*.example.com"],
    ["script-src 'self'; not-a-directive foo"],
    // Google's strict policy, with fallbacks for browsers with CSP1 and CSP2.
    ["script-src 'nonce-MTIzNDU2Nzg5MDEyMzQ1Ng==' 'strict-dynamic' 'unsafe-inline' https: http:; base-uri 'none'"],
    [
      "object-src 'none'; script-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'strict-dynamic' http: https: 'unsafe-inline'; base-uri 'self'",
    ],
    // Policies from the documentation of these services.
    ["script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/"],
    ["script-src 'self' https://www.googletagmanager.com/gtag/js"],
    ["script-src 'self' https://js.stripe.com https://*.js.stripe.com; frame-src https://js.stripe.com"],
    ["default-src 'self'; script-src 'self' 'unsafe-eval'; require-trusted-types-for 'script'; trusted-types app"],
  ])('%s', (policy) => {
    expect(under(policy)).toMatchObject({ status: 'good', deduction: 0, fix: null });
  });
});

describe('policies with a fault', () => {
  it.each([
    ["frame-ancestors 'none'", 'scripts_open', 'no script-src'],
    ["default-src * 'unsafe-inline'", 'scripts_open', 'default-src *'],
    ['sandbox allow-scripts', 'scripts_open', ''],
    ["default-src 'self' 'unsafe-inline'", 'inline_scripts', "default-src 'unsafe-inline'"],
    ["script-src 'self' 'unsafe-inline' 'nonce-'", 'inline_scripts', "'unsafe-inline'"],
    ["script-src 'self' 'unsafe-inline' 'sha512-!'", 'inline_scripts', "'unsafe-inline'"],
    ["default-src 'none'; script-src-elem 'unsafe-inline'", 'inline_scripts', 'script-src-elem'],
    ["script-src 'self' 'unsafe-inline'; script-src-attr 'none'", 'inline_scripts', 'script-src'],
    ['script-src *', 'any_host', 'script-src *'],
    ['default-src https:', 'any_host', 'https:'],
    ['script-src *:*', 'any_host', '*:*'],
    ['script-src https://*:443', 'any_host', 'https://*:443'],
    ['script-src *:8443', 'any_host', '*:8443'],
    ["script-src 'self' *.com", 'any_host', '*.com'],
    ["script-src 'self' https://*.github.io", 'any_host', '*.github.io'],
    ["script-src 'nonce-MTIzNDU2Nzg5MDEyMzQ1Ng==' https:; base-uri 'none'", 'any_host', 'https:'],
    ["script-src 'self' data:", 'data_scripts', 'data:'],
    ["script-src 'self'; script-src-attr 'unsafe-inline'", 'inline_handlers', 'script-src-attr'],
    ["script-src 'self' 'unsafe-eval'", 'eval', 'unsafe-eval'],
    ["script-src 'self' https://cdn.jsdelivr.net", 'bypassable_host', 'cdn.jsdelivr.net'],
    ["script-src 'self' ajax.googleapis.com", 'bypassable_host', 'AngularJS'],
    ["script-src 'nonce-MTIzNDU2Nzg5MDEyMzQ1Ng=='", 'base_open', 'no base-uri'],
    ["script-src 'nonce-MTIzNDU2Nzg5MDEyMzQ1Ng=='; base-uri *", 'base_open', 'base-uri *'],
    ["script-src 'self' http://cdn.example", 'clear_text_scripts', 'http://cdn.example'],
    ["script-src 'nonce-abc'; base-uri 'none'", 'weak_nonce', 'nonce-abc'],
    ["default-src 'self'; img-src http:", 'clear_text_sources', 'img-src http:'],
    ['default-src self', 'typo', 'default-src self'],
    ["script-src 'self' https://www.gstatic.com", 'bypassable_host', 'www.gstatic.com'],
    ["script-src 'self' *.googletagmanager.com", 'doubtful_host', 'googletagmanager.com'],
    ["script-src 'self' https://translate.google.com", 'bypassable_host', 'JSONP'],
    ["script-src 'self' cdn.shopify.com", 'bypassable_host', 'cdn.shopify.com'],
    ["script-src 'self' https://*.cloudfront.net", 'any_host', 'cloudfront.net'],
    ["script-src 'self' https://cdn.jsdelivr.net/npm/", 'bypassable_host', 'npm package'],
    ["script-src 'self' 'unsafe-eval' https://www.googletagmanager.com/gtm.js", 'eval', 'gtm.js'],
    ["script-src 'self' https://cdn.polyfill.io", 'bypassable_host', 'malicious'],
    ["script-src 'self' https://cdn.optimizely.com", 'doubtful_host', 'customers'],
    ["script-src 'strict-dynamic' https://a.example", 'nothing_trusted', "'strict-dynamic'"],
    ["default-src 'self'; frame-src *; form-action *; base-uri *", 'forms_open', 'base-uri *'],
    ["default-src 'self'; object-src *", 'objects_open', 'object-src *'],
    ["default-src 'self'; object-src https:", 'objects_open', 'object-src https:'],
    ["default-src 'self'; object-src data:", 'objects_open', 'object-src data:'],
    ["default-src 'self'; script-src 'self' data", 'typo', 'script-src data'],
    ["script-src 'nonce-undefined'; base-uri 'none'", 'weak_nonce', 'nonce-undefined'],
    ["script-src 'nonce-00000000000000000000'; base-uri 'none'", 'weak_nonce', 'nonce-0000'],
    ["script-src 'nonce-random123'; base-uri 'none'", 'weak_nonce', 'nonce-random123'],
    ["script-src 'nonce-2726c7f26c'; base-uri 'none'", 'weak_nonce', 'nonce-2726c7f26c'],
    ["default-src 'self'; style-src *", 'styles_open', 'style-src *'],
    ["default-src 'self'; style-src * 'unsafe-inline'", 'styles_open', 'Policy allows inline styles'],
    ["default-src 'self'; frame-src https:", 'frames_open', 'frame-src https:'],
    ["default-src 'self'; base-uri https:", 'base_admits_any', 'base-uri https:'],
    ["default-src https:; script-src 'self'", 'objects_open', 'default-src https:'],
    ["script-src 'nonce-REPLACE_WITH_A_NEW_RANDOM_VALUE'; base-uri 'none'", 'weak_nonce', 'placeholder'],
    ["default-src 'self' script-src 'self'", 'typo', 'default-src … script-src'],
  ])('%s: %s', (policy, outcome, named) => {
    const verdict = under(policy);
    expect(verdict?.outcome).toBe(outcome);
    expect(verdict?.note).toContain(named);
    expect(verdict?.deduction).toBeGreaterThan(0);
    expect(verdict?.fix).not.toBeNull();
  });
});

describe('multiple policies', () => {
  it.each([
    ['a part that browsers ignore', ["script-src 'self'; frame-anchestors 'none'"], 'ignored_parts'],
    ['both must allow it', ["script-src 'unsafe-inline'", "script-src 'self'"], 'good'],
    ['one says nothing of scripts', ["img-src 'self'", "script-src 'self' 'unsafe-inline'"], 'inline_scripts'],
    ['a comma starts another policy', ["script-src *, default-src 'self'"], 'good'],
    ['different gaps do not add up', ["script-src 'unsafe-inline'", 'script-src https:'], 'good'],
    ['the same gap in both', ["script-src 'unsafe-eval' 'self'", "default-src 'self' 'unsafe-eval'"], 'eval'],
  ])('%s', (_name, policies, outcome) => {
    expect(under(...policies)?.outcome).toBe(outcome);
  });
});

describe('policies outside the header', () => {
  it('uses meta policies that browsers apply', () => {
    const verdict = judged(check, { page: pageWith({ meta_csp: ["default-src 'self'"] }) });
    expect(verdict).toMatchObject({ status: 'good' });
    expect(verdict?.note).toContain(
      "<meta> element, so it cannot restrict framing and applies only to what follows the element: default-src 'self'.",
    );
  });
  it('treats a meta policy as an additional policy', () => {
    const headers: [string, string][] = [['content-security-policy', "script-src 'unsafe-inline'"]];
    const verdict = judged(check, { headers, page: pageWith({ meta_csp: ["script-src 'self'"] }) });
    expect(verdict?.status).toBe('good');
    expect(verdict?.note).toContain(
      "Browsers also enforce the policy of a <meta> element in the page: script-src 'self'.",
    );
  });
  it('ignores sandbox in a meta element', () => {
    expect(judged(check, { page: pageWith({ meta_csp: ['sandbox; img-src *'] }) })?.outcome).toBe('scripts_open');
  });
  it('counts a report-only policy as missing', () => {
    const headers: [string, string][] = [['Content-Security-Policy-Report-Only', "default-src 'self'"]];
    expect(judged(check, { headers })).toMatchObject({ status: 'missing', outcome: 'report_only', deduction: 25 });
  });
  it('is missing if nothing is sent', () => {
    expect(judged(check)).toMatchObject({ status: 'missing', deduction: 25 });
  });
});

it('names every fault, most severe first', () => {
  const verdict = under("script-src 'unsafe-inline' 'unsafe-eval' http://a.example");
  expect(verdict?.outcome).toBe('inline_scripts');
  expect(verdict?.note).toContain("Seen: script-src 'unsafe-inline'.");
  expect(verdict?.note).toContain("Policy allows eval: script-src 'unsafe-eval'.");
  expect(verdict?.note).toContain('http://a.example');
});

it('mentions expressions that browsers ignore', () => {
  const note = under("default-src 'self' 'unsafe-inlin'; scriptsrc *; default-src *; img-src ‘self’")?.note;
  for (const words of ["default-src 'unsafe-inlin'", 'scriptsrc', 'Duplicate directives', 'not printable ASCII'])
    expect(note).toContain(words);
});

it('explains how to apply the suggestion to this page', () => {
  const verdict = judged(check, { page: pageWith({ inline_scripts: 1, inline_handlers: 3 }) });
  expect(verdict?.note).toContain('new random value');
  expect(verdict?.note).toContain('event-handler attributes and javascript: links (3)');
  expect(judged(check)?.note).not.toContain('random');
});

it('inline styles that the page uses cause a remark: the suggested policy has the keyword, too', () => {
  const headers: [string, string][] = [
    ['Content-Security-Policy', "default-src 'self'; style-src 'self' 'unsafe-inline'"],
  ];
  for (const page of [pageWith({ style_attributes: 1 }), pageWith({ inline_styles: 1 })]) {
    const verdict = judged(check, { headers, page });
    expect(verdict).toMatchObject({ outcome: 'good', deduction: 0, fix: null });
    expect(verdict?.note).toContain('and the page uses them');
  }
  expect(judged(check, { headers, page: pageWith({}) })?.outcome).toBe('inline_styles');
});

/**
 * The specification's example of `warn` is "a CSP with unsafe-inline". If a nonce or hash disables the keyword, it
 * weakens nothing.
 */
it.each([
  ["default-src 'self'; style-src 'self' 'unsafe-inline'", 'inline_styles', "style-src 'unsafe-inline'"],
  ["default-src 'self'; style-src-attr 'unsafe-inline'", 'inline_styles', "style-src-attr 'unsafe-inline'"],
  ["default-src 'self' 'unsafe-inline'; script-src 'self'", 'inline_styles', "default-src 'unsafe-inline'"],
  ["default-src 'self'; style-src 'unsafe-inline' 'nonce-MTIzNDU2Nzg5MDEyMzQ1Ng=='", 'good', ''],
  ["script-src 'self'; object-src 'none'", 'good', ''],
])('styles: %s is %s', (policy, outcome, evidence) => {
  const verdict = under(policy);
  expect(verdict).toMatchObject(
    outcome === 'good' ? { outcome, deduction: 0 } : { outcome, status: 'warn', severity: 'minor', deduction: 1 },
  );
  expect(verdict?.evidence.join()).toBe(evidence);
});

// Specification §3: a missing header is absent. An empty field is present and misconfigured.
it.each(['', ' ', ';', ',', ';;'])('a field of %j is present and lets any script run', (field) => {
  const verdict = judged(check, { headers: [['Content-Security-Policy', field]] });
  expect(verdict).toMatchObject({ outcome: 'scripts_open', status: 'weak' });
  expect(verdict?.note).toContain('The header contains no directive.');
});

// CSP3 §6.5.2 and Reporting API §3.2: the endpoint is one that the response defines.
it.each([
  ['report-to csp', [], 'what report-to names (csp)'],
  ['report-to csp; report-uri /r', [['Reporting-Endpoints', 'other="/r"']], 'what report-to names (csp)'],
  ['report-to csp', [['Reporting-Endpoints', 'csp="/r"']], null],
  // Reporting API §3.2: an endpoint is a string, and its URL https.
  ['report-to csp', [['Reporting-Endpoints', 'csp="http://r.example/r"']], 'what report-to names (csp)'],
  ['report-to csp', [['Reporting-Endpoints', 'csp=?1']], 'what report-to names (csp)'],
  [
    'report-to csp',
    [['Report-To', '{"group":"csp","max_age":0,"endpoints":[{"url":"/r"}]}']],
    'what report-to names (csp)',
  ],
  ['report-to csp', [['Report-To', '{"group":"csp","max_age":1,"endpoints":[{"url":"/r"}]}']], null],
  ['report-uri /r', [], null],
] as const)('%s next to %j: reports to an endpoint that nothing defines', (directives, more, words) => {
  const policy = ['Content-Security-Policy', `default-src 'self'; ${directives}`] as const;
  const note = judged(check, {
    headers: [policy, ...more].map(([name, value]): [string, string] => [name, value]),
  })?.note;
  if (words === null) expect(note ?? '').not.toContain('report-to names');
  else expect(note).toContain(words);
});

describe('a nonce in two responses', () => {
  const NONCE = 'MTIzNDU2Nzg5MDEyMzQ1Ng==';
  const OTHER = 'YWJjZGVmZ2hpamtsbW5vcA==';
  const answered = (policy: string, ...nonces: string[]) => answeredWith(undefined, policy, ...nonces);
  const answeredWith = (html: string | undefined, policy: string, ...nonces: string[]) => {
    const cors = corsAnswers({});
    return judged(check, {
      headers: [['Content-Security-Policy', policy]],
      ...(html === undefined ? {} : { page: pageOf(html) }),
      cors: {
        ...cors,
        probes: cors.probes.map((probe, at) => (at < nonces.length ? { ...probe, nonces: [nonces[at] ?? ''] } : probe)),
      },
    });
  };
  const STRICT = `script-src 'nonce-${NONCE}' 'strict-dynamic'; base-uri 'none'; object-src 'none'`;
  // CSP3 §7.1: the server must generate a unique value each time it transmits a policy.
  it.each([
    [[NONCE], 'reused_nonce'],
    [[NONCE, NONCE, NONCE], 'reused_nonce'],
    [[OTHER, NONCE], 'reused_nonce'],
    [[OTHER], 'good'],
    [[], 'good'],
  ])('%j', (nonces, outcome) => {
    expect(answered(STRICT, ...nonces)?.outcome).toBe(outcome);
  });
  it.each([
    ['<p>ok</p>', 'good'],
    [`<script nonce="${NONCE}">a()</script>`, 'reused_nonce'],
    [`<script nonce="${NONCE}" src="/a.js"></script>`, 'reused_nonce'],
  ])('costs points only where a script can use it: %s', (html, outcome) => {
    expect(answeredWith(html, STRICT, NONCE)).toMatchObject({ outcome, note: expect.stringContaining('same nonce') });
  });
  it('is named exactly, and cleaned from the suggested policy', () => {
    const verdict = answered(STRICT, NONCE);
    expect(verdict?.evidence).toEqual([`'nonce-${NONCE}'`]);
    expect(verdict?.fix).not.toContain(NONCE);
  });
  it('does not hide a worse fault', () => {
    const verdict = answered(`script-src 'nonce-${NONCE}' https:; object-src 'none'`, NONCE);
    expect(verdict?.outcome).toBe('any_host');
    expect(verdict?.note).toContain('same nonce in every response');
  });
});

it('says which hosts of the suggestion only the text of a script names', () => {
  const calls = '<script>fetch("https://api.example/v1");fetch("https://cdn.example/count")</script>';
  const named = judged(check, { page: pageOf(`<script src="https://cdn.example/a.js"></script>${calls}`) });
  expect(named?.fix).toContain('https://api.example');
  expect(named?.note).toContain('It allows api.example because the text of a script names it. The scan saw no request');
  expect(judged(check, { page: pageWith({}) })?.note).not.toContain('text of a script');
});

it('says that fields of another name are ignored', () => {
  const headers: [string, string][] = [['X-WebKit-CSP', "default-src 'self'"]];
  expect(judged(check, { headers })).toMatchObject({
    outcome: 'missing',
    note: expect.stringContaining('Browsers ignore X-WebKit-CSP.') as string,
  });
});

it('says of no other hash that it matches the inline scripts', () => {
  const hash = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
  const headers: [string, string][] = [['Content-Security-Policy', `script-src 'self' ${hash} 'unsafe-eval'`]];
  const of = (html: string) => judged(check, { headers, page: pageOf(html) })?.note;
  expect(of('<p>x')).not.toContain('Its hashes match');
});

it('keeps the partner of ALLOW-FROM', () => {
  const headers: [string, string][] = [['X-Frame-Options', 'ALLOW-FROM https://partner.example/']];
  expect(judged(check, { headers })?.fix).toContain("frame-ancestors 'self' https://partner.example;");
});
