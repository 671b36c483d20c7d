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
  ['/account/sign-in', 'Email must be an email address.', { email: 'me@gmail' }, ['value="me@gmail"']],
])('%s shows the form again, with "%s" and what was typed', async (path, message, fields, kept) => {
  const answer = await api.form(path, fields);
  const text = await answer.text();
  expect([answer.status, /role="alert"><p lang="en">([^<]*)/.exec(text)?.[1]]).toEqual([
    path === '/compliance' && 'token' in fields ? 403 : 400,
    message,
  ]);
  for (const value of kept) expect(text.split(value)).toHaveLength(2);
});

it('a form that cannot be read at all leads back to its page', async () => {
  const answer = await api.form('/compliance', { url: 'x'.repeat(500_000) }, { referer: `${api.baseUrl}/compliance` });
  expect([answer.status, await answer.text()]).toEqual([413, expect.stringContaining('<a href="/compliance">Back to')]);
});
