import { afterAll, beforeAll, expect, it } from 'vitest';
import { runningApi, type RunningApi } from '../../test/running-api.ts';

let api: RunningApi;
beforeAll(async () => {
  api = await runningApi({ STRIPE_SECRET_KEY: 'sk_test_unused' });
});
afterAll(() => api[Symbol.asyncDispose]());

it.each([
  [
    '/compliance',
    'Email is missing or is not an email address.',
    { url: 'shop.example', email: 'me@gmail', prepared_for: 'A & B', card_data: 'iframe', pages: '/pay\n/cart', provider: 'stripe', 'framework nis2-art21': 'on' }, // prettier-ignore
    ['value="shop.example"', 'value="me@gmail"', 'value="A &amp; B"', '<option value="iframe" selected="">', '>/pay\n/cart</textarea>', 'name="framework nis2-art21" checked=""'], // prettier-ignore
  ],
  [
    '/compliance',
    'This is not a token of the kind that is needed here.',
    { url: 'shop.example', email: 'me@example.com', token: 'pal_"' },
    ['value="shop.example"', 'value="me@example.com"', 'value="pal_&quot;"'],
  ],
  [
    '/pricing/buy',
    'Email is missing or is not an email address.',
    { product: 'one_time_scan', provider: 'stripe', email: 'me@gmail' },
    ['value="me@gmail"'],
  ],
  [
    '/scan',
    'Further pages are part of a paid scan: enter your API key or token, or leave them out.',
    { url: 'shop.example', pages: '/pay\n/cart' },
    ['value="shop.example"', '<details id="paid" open="">', '>/pay\n/cart</textarea>'],
  ],
  [
    '/scan',
    'This is not a token of the kind that is needed here.',
    { url: 'shop.example', credential: 'pal_"', pages: '/pay' },
    ['value="shop.example"', 'value="pal_&quot;"', '>/pay</textarea>'],
  ],
  ['/account/sign-in', 'Email must be an email address.', { email: 'me@gmail' }, ['value="me@gmail"']],
])('%s shows the form again, with "%s" and what was typed', async (path, message, fields, kept) => {
  const answer = await api.form(path, fields);
  const text = await answer.text();
  const secret = 'token' in fields || 'credential' in fields;
  const reason = /class="failed"[^]*?<p lang="en">([^<]*)/.exec(text)?.[1];
  expect([answer.status, reason]).toEqual([secret ? 403 : 400, message]);
  if (secret) expect(answer.headers.get('cache-control')).toBe('no-store');
  for (const value of kept) expect(text.split(value)).toHaveLength(2);
});

it('a form that cannot be read at all leads back to its page', async () => {
  const answer = await api.form('/compliance', { url: 'x'.repeat(500_000) }, { referer: `${api.baseUrl}/compliance` });
  expect([answer.status, await answer.text()]).toEqual([413, expect.stringContaining('<a href="/compliance">Back to')]);
});
