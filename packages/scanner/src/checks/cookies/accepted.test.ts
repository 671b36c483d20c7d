import { expect, it } from 'vitest';
import { hop, httpEvidence, judged, pageWith } from '../../../test/evidence.ts';
import { setCookies } from '../../../test/set-cookies.ts';
import accepted from './accepted.ts';

it.each<[string, string, string?]>([
  [`a=${'x'.repeat(5000)}`, 'too_big', 'a: longer'],
  ['a=b; Secure; Domain=co.uk', 'refused', 'Domain'],
  ['a=b; Secure; Domain=example.com', 'refused', 'not this host'],
  ['a=b; Secure; Domain=example.test', 'good'],
  ['a=\u0001; Secure', 'refused', 'control character'],
  ['a=b; Secure', 'good'],
  // RFC 6265bis §5.7, steps 17 and 20; CHIPS for Partitioned.
  ['a=b; SameSite=None', 'refused_by_some', 'SameSite=None without Secure'],
  ['a=b; SameSite=none; Secure', 'good'],
  ['a=b; Partitioned', 'refused_by_some', 'Partitioned without Secure'],
  ['a=b; SameSite=None; Domain=example.com', 'refused', 'not this host'],
  ['__Http-a=b; HttpOnly', 'refused_by_some', 'its name prefix requires Secure'],
  ['__Secure-a=b', 'refused', 'its name prefix requires Secure'],
  ['__HOST-a=b; Path=/', 'refused', 'its name prefix requires Secure'],
  ['__Host-a=b; Secure; Path=/app', 'refused', 'requirements of its name prefix'],
  ['__Host-a=b; Secure; Path=/', 'good'],
  ['a=b', 'good'],
])('cookies/accepted: %s', (field, outcome, mention) => {
  const verdict = judged(accepted, { headers: setCookies(field) });
  expect(verdict?.outcome).toBe(outcome);
  if (mention) expect(verdict?.evidence.join('\n')).toContain(mention);
});

it('cookies/accepted: Secure over plain http is rejected by browsers', () => {
  const http = httpEvidence([hop({ url: 'http://example.test/', headers: setCookies('a=1; Secure') })]);
  expect(judged(accepted, { http })).toMatchObject({
    outcome: 'secure_over_http',
    evidence: ['a (set over http): Secure, but set over plain http'],
  });
});

// Chromium 156 was tried with each (RFC 6265bis §5.7: public suffixes, addresses, potentially trustworthy hosts).
it.each<[string, string, string]>([
  ['http://localhost/', 'a=1; Secure', 'good'],
  ['https://192.0.2.5/', 'a=1; Domain=192.0.2.5', 'good'],
  ['https://192.0.2.5/', 'a=1; Domain=0.2.5', 'refused'],
  ['https://github.io/', 'a=1; Domain=github.io', 'good'],
])('cookies/accepted: %s sets %s', (url, field, outcome) => {
  const http = httpEvidence([hop({ url, headers: setCookies(field) })]);
  expect(judged(accepted, { http })?.outcome).toBe(outcome);
});

it('lists the cookies that the title is about', () => {
  const headers = setCookies(`big=${'x'.repeat(5000)}`, 'a=1; Domain=other.test');
  expect(judged(accepted, { headers })).toMatchObject({
    outcome: 'too_big',
    evidence: ['big: longer than 4,096 bytes'],
    note: 'Also: a: Domain is not this host or a parent of it.',
  });
});

it('has nothing to look at without cookies', () => {
  expect(judged(accepted)).toMatchObject({ outcome: 'none', status: 'good', nothing: true });
});

// HTML §4.2.5.3: the `set-cookie` pragma has no effect.
it('names a cookie in a meta element, which has no effect', () => {
  const page = pageWith({ meta_cookies: ['sid'] });
  expect(judged(accepted, { page })).toMatchObject({
    outcome: 'refused',
    status: 'good',
    evidence: ['sid: set by a <meta> element, which browsers no longer obey'],
  });
});
