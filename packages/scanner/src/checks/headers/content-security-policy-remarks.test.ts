import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import check from './content-security-policy.ts';

const under = (policy: string) => judged(check, { headers: [['Content-Security-Policy', policy]] });

it.each([
  ["default-src 'self'; connect-src *", 'Open to any host: connect-src *.'],
  ["default-src 'self'; img-src https:; worker-src *", 'worker-src *, img-src https:'],
  ["script-src 'self'", 'Not restricted: object-src, base-uri, form-action, style-src, frame-src, connect-src.'],
  ["default-src 'self'; require-trusted-types-for 'script'", 'a policy with any name'],
  ["default-src 'self'; require-trusted-types-for 'script'; trusted-types app", 'one of the listed policies'],
  ["script-src 'self' https://www.gstatic.com/recaptcha/", 'www.gstatic.com serves AngularJS'],
  ["script-src 'self' https://code.jquery.com", 'code.jquery.com'],
  ["default-src 'self' 'none'", "'none' (with other expressions)"],
  [
    "default-src 'self'; require-trusted-types-for 'scripts'",
    "ignore these expressions: require-trusted-types-for 'scripts'",
  ],
  ["default-src 'self'; sandbox allow-scripts allow-form", 'ignore these expressions: sandbox allow-form.'],
])('says a word on %s', (policy, words) => {
  expect(under(policy)).toMatchObject({ status: 'good', deduction: 0 });
  expect(under(policy)?.note).toContain(words);
});

it('does not repeat the script sources for workers', () => {
  expect(under("script-src 'self' https:")?.note).not.toContain('Open to any host');
});

it('states the date of its table of hosts if the table is outdated', () => {
  const headers: [string, string][] = [
    ['Content-Security-Policy', "default-src 'self'; base-uri 'none'; form-action 'self'"],
  ];
  const at = (scanned_at: string) => judged(check, { headers, scanned_at })?.note ?? '';
  expect(at('2027-01-01T00:00:00.000Z')).not.toContain('The table of hosts');
  expect(at('2028-01-01T00:00:00.000Z')).toContain('The table of hosts that defeat a policy is of 2026-11-26');
});

/** CSP3 §2.3.1 for the length of digests, §6.7.2.9 for addresses. */
it.each([
  ["script-src 'self' 'sha256-abc'", "No script can have a hash of this length: script-src 'sha256-abc'"],
  [
    "script-src 'self' http://localhost:3000",
    'The visitor’s own machine, or an IP address, which CSP does not match: script-src http://localhost:3000',
  ],
  ["script-src 'self' https://203.0.113.4", 'which CSP does not match: script-src https://203.0.113.4'],
  ["default-src 'self'; frame-src data:", 'carry its own page through: frame-src data:'],
  ["default-src 'self'; script-src 'self' blob:", 'assemble through: script-src blob:'],
  ["default-src 'self'; style-src 'self' data:", 'carry its own style sheet through: style-src data:'],
])('remarks without a point: %s', (policy, words) => {
  const verdict = under(policy);
  expect(verdict).toMatchObject({ outcome: 'good', deduction: 0 });
  expect(verdict?.note).toContain(words);
});
it('has no remarks about well-formed hashes and hosts', () => {
  const hash = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
  const headers: [string, string][] = [
    [
      'Content-Security-Policy',
      `default-src 'self'; script-src 'self' ${hash} https://local.example.com; img-src data:`,
    ],
  ];
  expect(judged(check, { headers })?.note).not.toMatch(/hash of this length|own machine|style sheet by/);
});

it.each([
  [
    "default-src 'self'; script-src 'self' 'nonce-{{nonce}}'",
    "they are not valid nonces. Send a new random value with every response: script-src 'nonce-{{nonce}}'",
  ],
  ["default-src 'self'; script-src 'self' 'nonce-'", "every response: script-src 'nonce-'"],
  ["default-src 'self'; script-src 'self' 'nonce-%%NONCE%%'", "every response: script-src 'nonce-%%NONCE%%'"],
  ["default-src 'self'; script-src 'self' 'nonce-${nonce}'", "every response: script-src 'nonce-${nonce}'"],
  ["default-src 'self'; frame-ancestor 'none'", 'frame-ancestor (did you mean frame-ancestors?)'],
  ["default-src 'self'; script-source 'none'", 'script-source (did you mean script-src?)'],
  ["default-src 'self'; frame-anchestors 'none'", 'frame-anchestors (did you mean frame-ancestors?)'],
  ["default-src 'self'; form-aciton 'self'", 'form-aciton (did you mean form-action?)'],
  ["default-src 'self'; img-src: data:", 'img-src: (did you mean img-src?)'],
  ["default-src 'self'; not-a-directive foo", 'unknown directives: not-a-directive.'],
  [
    "script-src 'self','unsafe-inline'",
    'A comma ends the policy, so browsers read what follows as the name of a directive',
  ],
  [
    "default-src 'self'; style-src 'self' 'strict-dynamic'",
    "do nothing in these directives: style-src 'strict-dynamic'",
  ],
  ["default-src 'self'; img-src 'self' 'unsafe-inline'", "do nothing in these directives: img-src 'unsafe-inline'"],
  ["default-src 'self'; trusted-types *", 'trusted-types * restricts nothing'],
  ["default-src 'self'; sandbox allow-scripts allow-same-origin", 'both allow-scripts and allow-same-origin'],
  ["script-src 'self' https://cdn.example.com/*.js", 'a literal *: script-src https://cdn.example.com/*.js'],
  [
    "script-src 'self' https://cdn.example.com:99999",
    'no such port, so these match nothing: script-src https://cdn.example.com:99999',
  ],
  ["script-src 'self' *.localhost", 'The visitor’s own machine'],
  ["script-src 'self' raw.githubusercontent.com", 'as plain text, which browsers do not run'],
])('names what does nothing: %s', (policy, words) => {
  expect(under(policy)).toMatchObject({ status: 'good', deduction: 0 });
  expect(under(policy)?.note).toContain(words);
});

it.each([
  ["default-src 'self'; style-src 'self' 'unsafe-inline'"],
  ["script-src 'self' 'unsafe-eval' https://cdn.example.com:8443/a/b.js; style-src 'nonce-MTIzNDU2Nzg5MDEyMzQ1Ng=='"],
  ["default-src 'self'; sandbox allow-scripts; trusted-types app; require-trusted-types-for 'script'"],
])('says none of that on %s', (policy) => {
  const note = under(policy)?.note ?? '';
  for (const words of [
    'do nothing',
    'no such port',
    'literal *',
    'did you mean',
    'A comma',
    'No nonce',
    'both allow-',
    'restricts nothing',
  ])
    expect(note).not.toContain(words);
});
