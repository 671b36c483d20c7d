import { expect, it } from 'vitest';
import { judged, pageWith } from '../../../test/evidence.ts';
import check from './cache-control.ts';

const session: [string, string] = ['Set-Cookie', 'PHPSESSID=abc; Path=/; Secure; HttpOnly'];

it.each([
  ['no-store', 'good'],
  ['private, NO-STORE, max-age=0', 'good'],
  ['private, max-age=0', 'kept_privately'],
  ['no-cache', 'revalidated'],
  ['no-cache, private', 'kept_privately'],
  ['max-age=60', 'kept'],
  ['public, max-age=60', 'shared'],
  ['s-maxage=60', 'shared'],
  // RFC 9111 §4.2.1, §5.2.2.7: the most restrictive counts, and with an argument it is about the named field only.
  ['private, s-maxage=600', 'kept_privately'],
  ['public, private', 'kept_privately'],
  ['private="Set-Cookie"', 'kept'],
  ['no-cache="Set-Cookie", public', 'shared'],
  ['public, no-cache', 'revalidated'],
  ['s-maxage=0', 'kept'],
])('a page that sets a session cookie with %s: %s', (value, outcome) => {
  expect(judged(check, { headers: [session, ['Cache-Control', value]] })?.outcome).toBe(outcome);
});

it('names the reason why it matters', () => {
  expect(judged(check, { headers: [session] })).toMatchObject({
    outcome: 'missing',
    note: 'The page sets the cookie PHPSESSID.',
  });
  expect(judged(check, { page: pageWith({ password_fields: 1 }) })?.note).toBe('The page has a password field.');
});

it.each([
  ['a page without either', []],
  ['a theme cookie', [['Set-Cookie', 'theme=dark']]],
  ['a session cookie being removed', [['Set-Cookie', 'sessionid=x; Max-Age=0']]],
] as [string, [string, string][]][])('has nothing to say about %s', (_name, headers) => {
  expect(judged(check, { headers, page: pageWith() })).toBeNull();
});

it('accepts private next to a session cookie', () => {
  const headers: [string, string][] = [session, ['Cache-Control', 'private, must-revalidate']];
  expect(judged(check, { headers })).toMatchObject({ status: 'good', deduction: 0 });
});

// RFC 9213 §2.2: a CDN that supports the targeted field ignores Cache-Control.
it.each<[string, string, string, string]>([
  ['private', 'CDN-Cache-Control', 'public, max-age=600', 'targeted'],
  ['no-store', 'CDN-Cache-Control', 'max-age=600', 'targeted'],
  ['private', 'Surrogate-Control', 'max-age=3600', 'targeted'],
  ['private', 'Cloudflare-CDN-Cache-Control', 's-maxage=60', 'targeted'],
  ['private', 'CDN-Cache-Control', 'no-store', 'kept_privately'],
  ['private', 'CDN-Cache-Control', 'private, max-age=600', 'kept_privately'],
  ['private', 'CDN-Cache-Control', 'max-age=0', 'kept_privately'],
  ['private', 'Surrogate-Control', 'content="ESI/1.0"', 'kept_privately'],
])('%s with %s: %s is %s', (own, name, value, outcome) => {
  const verdict = judged(check, { headers: [session, ['Cache-Control', own], [name, value]] });
  expect(verdict?.outcome).toBe(outcome);
  if (outcome === 'targeted') expect(verdict?.note).toContain(`“${name}: ${value}”`);
});

it('a targeted field alone leaves Cache-Control missing, is named, and no snippet promises to fix it', () => {
  const verdict = judged(check, { headers: [session, ['CDN-Cache-Control', 'max-age=600']] });
  expect(verdict).toMatchObject({ outcome: 'missing_targeted', status: 'missing', inPage: true });
  expect(verdict?.note).toContain('CDN-Cache-Control: max-age=600');
});

// RFC 9111 §5.1
it.each([
  ['300', true],
  ['0', false],
])('a session cookie with Age: %s', (age, named) => {
  const note = judged(check, { headers: [session, ['Cache-Control', 'private'], ['Age', age]] })?.note;
  expect(note?.includes('It came from a cache')).toBe(named);
});
